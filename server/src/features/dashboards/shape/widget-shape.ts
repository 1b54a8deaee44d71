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

/** A row of the report beside the row that the widget makes of it: it also knows how far its outcomes have come in. */
export interface ShapedRow {
  row: WidgetRow;
  matured: Readonly<Partial<Record<MetricKey, number | null>>>;
}

interface Compared {
  /** The row of the other days that each row is held against. */
  find: (row: WidgetRow) => ShapedRow | undefined;
  /** The days that it is of, where rows are over time. */
  dateOf?: (row: WidgetRow) => string;
}

/** The dimensions of a row without its date: what it is, on whatever days. */
const identityOf = ({ [ROW_KEY]: key }: WidgetRow): string =>
  typeof key === 'string' ? JSON.stringify((JSON.parse(key) as unknown[]).slice(0, -1)) : '';

/** Rows over time are laid over each other by their place in their ranges; all others by what they are about. */
const comparedWith = (before: readonly ShapedRow[], range: Days, other: Days, grain: Grain | undefined): Compared => {
  if (grain === undefined) {
    const rows = new Map(before.map((one) => [identityOf(one.row), one]));
    return { find: (row) => rows.get(identityOf(row)) };
  }
  const dateOf = (row: WidgetRow): string => grainAt(grainIndex(String(row['date']), range, grain), other, grain);
  const rows = new Map(before.map((one) => [String(one.row['date']), one]));
  return { find: (row) => rows.get(dateOf(row)), dateOf };
};

/** How far the outcomes of one row have come in, and those of the row that it is held against. */
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

/** Each row with what its numbers were on the other days, and the change. */
export const besideBefore = (
  rows: readonly ShapedRow[],
  widget: ReportWidget,
  { range, other, before }: Comparison,
): WidgetRow[] => {
  const { find, dateOf } = comparedWith(before, range, other, widget.granularity);
  // A time may be one that the other days do not have at all.
  const missing = dateOf === undefined ? noneOf(Object.entries(widget.measures)) : {};
  return rows.map((one) => {
    const then = find(one.row);
    const changes = withChanges(one.row, then?.row ?? missing, widget, basisOfRow(widget, one, then));
    return { ...one.row, ...changes, ...(dateOf && { comparedDate: dateOf(one.row) }) };
  });
};

/** The same months of two years, or days, or weeks, side by side. */
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

/** It is no rank's, and stands last. */
const isRest = (row: WidgetRow): boolean => Object.values(row).includes(NOT_ATTRIBUTED);

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });

/** What cannot be told stands last either way; equal rows always stand in the same order. */
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
  /** Rows with fewer of it are left out: a rate of a handful is no rank. */
  atLeast: ReportWidget['atLeast'];
  /** What rows are made of: one that has nothing of any is no rank's, neither now nor on the days compared with. */
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
  // The best of many do not add up to the total, with or without what belongs to none of them; all of them do.
  const isWhole = limit === undefined || enough.length <= limit;
  return {
    shown: [...ranked(enough, by, order).slice(0, limit), ...(isWhole ? some.filter(isRest) : [])],
    inAll: enough.length,
  };
};
