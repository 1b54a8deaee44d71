import {
  countingOf,
  type Days,
  type Grain,
  grainAt,
  grainIndex,
  MATURED_METRICS,
  type MetricKey,
  NOT_ATTRIBUTED,
  type ReportWidget,
  ROW_KEY,
  type WidgetBasis,
  type WidgetRow,
} from '@paceline/contract';
import { noneOf } from '../../../metrics/question/question-rows.rules.ts';
import { withChanges } from '../widgets/widget-basis.ts';

/** A row of the report beside the widget's row made of it; it also has the maturity of its outcomes. */
export interface ShapedRow {
  row: WidgetRow;
  matured: Readonly<Partial<Record<MetricKey, number | null>>>;
}

interface Compared {
  /** The compared row of each row. */
  find: (row: WidgetRow) => ShapedRow | undefined;
  /** The first day of a row's period, where rows are over time. */
  dateOf?: (row: WidgetRow) => string;
}

/** The dimensions of a row without its date: its identity in any period. */
const identityOf = ({ [ROW_KEY]: key }: WidgetRow): string =>
  typeof key === 'string' ? JSON.stringify((JSON.parse(key) as unknown[]).slice(0, -1)) : '';

/** Rows over time are matched by their position in their ranges; all others by their dimensions. */
const comparedWith = (before: readonly ShapedRow[], range: Days, other: Days, grain: Grain | undefined): Compared => {
  if (grain === undefined) {
    const rows = new Map(before.map((one) => [identityOf(one.row), one]));
    return { find: (row) => rows.get(identityOf(row)) };
  }
  const dateOf = (row: WidgetRow): string => grainAt(grainIndex(String(row['date']), range, grain), other, grain);
  const rows = new Map(before.map((one) => [String(one.row['date']), one]));
  return { find: (row) => rows.get(dateOf(row)), dateOf };
};

/** The maturity of a row's outcomes, and of those of the compared row. */
const basisOfRow = ({ measures }: ReportWidget, now: ShapedRow, then: ShapedRow | undefined): WidgetBasis =>
  Object.fromEntries(
    Object.entries(measures).flatMap(([name, measure]) => {
      const counting = countingOf(measure);
      if (counting === null) return [];
      const metric = MATURED_METRICS[counting.stage];
      const of = (one: ShapedRow | undefined) => (counting.counted === 'event' ? null : (one?.matured[metric] ?? null));
      return [[name, { counted: counting.counted, percentMatured: of(now), comparedPercentMatured: of(then) }]];
    }),
  );

interface Comparison {
  range: Days;
  other: Days;
  before: readonly ShapedRow[];
}

/** Each row with its numbers of the compared days, and the change. */
export const besideBefore = (
  rows: readonly ShapedRow[],
  widget: ReportWidget,
  { range, other, before }: Comparison,
): WidgetRow[] => {
  const { find, dateOf } = comparedWith(before, range, other, widget.granularity);
  // A period may have no counterpart in the compared days.
  const missing = dateOf === undefined ? noneOf(Object.entries(widget.measures)) : {};
  return rows.map((one) => {
    const then = find(one.row);
    const changes = withChanges(one.row, then?.row ?? missing, widget, basisOfRow(widget, one, then));
    return { ...one.row, ...changes, ...(dateOf && { comparedDate: dateOf(one.row) }) };
  });
};

/** The same months, days or weeks of two years, side by side. */
export const asYears = (
  rows: readonly ShapedRow[],
  { measures, granularity = 'month' }: ReportWidget,
  { range, other, before }: Comparison,
): WidgetRow[] => {
  const { find } = comparedWith(before, range, other, granularity);
  return rows.map(({ row }) => ({
    date: row['date'] ?? null,
    [ROW_KEY]: row[ROW_KEY] ?? null,
    ...Object.fromEntries(
      Object.keys(measures).flatMap((name) => [
        [name, row[name] ?? null],
        [`${name}LastYear`, find(row)?.row[name] ?? null],
      ]),
    ),
  }));
};

/** Not ranked: comes last. */
const isRest = (row: WidgetRow): boolean => Object.values(row).includes(NOT_ATTRIBUTED);

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });

/** Blank values come last in either direction; equal rows are always in the same order. */
const ranked = (rows: readonly WidgetRow[], by: string, order: 'asc' | 'desc'): WidgetRow[] =>
  rows.toSorted((a, b) => {
    const [x, y] = [a[by] ?? null, b[by] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    const result = compare(x, y);
    return (order === 'asc' ? result : -result) || JSON.stringify(a).localeCompare(JSON.stringify(b));
  });

interface Ranking {
  by: string;
  order: 'asc' | 'desc';
  limit: number | undefined;
  /** Rows below this count are left out: a rate of a few inquiries means nothing. */
  atLeast: ReportWidget['atLeast'];
  /** The measures of a row: one without any is left out of the ranking, in either period. */
  measures: readonly string[];
}

const hasAnything = (row: WidgetRow, measures: readonly string[]): boolean =>
  measures.some((name) => Boolean(row[name]) || Boolean(row[`${name}Previous`]));

/** The rows that the widget shows, and how many it chose them from. */
export const rankRows = (
  rows: readonly WidgetRow[],
  { by, order, limit, atLeast, measures }: Ranking,
): { shown: WidgetRow[]; inAll: number } => {
  const some = rows.filter((row) => hasAnything(row, measures));
  const named = some.filter((row) => !isRest(row));
  const enough =
    atLeast === undefined ? named : named.filter((row) => Number(row[atLeast.measure] ?? 0) >= atLeast.count);
  // The top rows do not add up to the total, with or without unattributed values; all rows do.
  const isWhole = limit === undefined || enough.length <= limit;
  return {
    shown: [...ranked(enough, by, order).slice(0, limit), ...(isWhole ? some.filter(isRest) : [])],
    inAll: enough.length,
  };
};
