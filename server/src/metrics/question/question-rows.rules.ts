import {
  atFullMaturity,
  changeKey,
  changePercent,
  type Days,
  isMetricKey,
  METRICS,
  type MetricKey,
  previousKey,
  ROW_KEY,
} from '@paceline/contract';
import { type Cut, timeIndex } from './question-shape.rules.ts';

export type Cells = Record<string, string | number | null>;

/** A report row with its identity. */
export interface Identified {
  /** Identity of its dimension values, without time. */
  of: string;
  /** Index of its period in the range, 0 without periods. */
  time: number;
  row: Cells;
}

const NONE = JSON.stringify([]);

/** Keys of a row's dimension values; rows of spend not attributed to leads have no key and are identified by their names. */
const keysOf = (row: Cells, { dimensions }: Cut): unknown[] => {
  const key = row[ROW_KEY];
  if (typeof key === 'string') return (JSON.parse(key) as unknown[]).slice(0, dimensions.length);
  return dimensions.map((name) => row[name] ?? null);
};

export const identified = (rows: readonly Cells[], cut: Cut, days: Days): Identified[] =>
  rows.map((row) => ({
    of: cut.dimensions.length === 0 ? NONE : JSON.stringify(keysOf(row, cut)),
    time: cut.granularity === null ? 0 : timeIndex(String(row['date']), days, cut.granularity),
    row,
  }));

export const placeOf = ({ of, time }: Pick<Identified, 'of' | 'time'>): string => `${time} ${of}`;

/** By outcome measure: the key of its percentage matured in the same row. */
export type Matured = Readonly<Record<string, MetricKey>>;

const numberAt = (cells: Cells | undefined, key: string): number | null => (cells?.[key] ?? null) as number | null;

/** Outcomes of two periods are compared as if all had come in: a young period is not worse for being young. */
const changeOf = (measure: string, now: Cells | undefined, before: Cells | undefined, matured: Matured) => {
  const percent = matured[measure];
  if (percent === undefined) return changePercent(numberAt(now, measure), numberAt(before, measure));
  const whole = (cells: Cells | undefined): number | null =>
    atFullMaturity(measure as MetricKey, numberAt(cells, measure), numberAt(cells, percent));
  return changePercent(whole(now), whole(before));
};

/** A row's numbers with those of the compared days, and the changes. */
export const withChange = (
  now: Cells | undefined,
  before: Cells | undefined,
  measures: readonly string[],
  matured: Matured = {},
): Cells => {
  const cells: Cells = {};
  for (const percent of new Set(Object.values(matured))) cells[previousKey(percent)] = numberAt(before, percent);
  for (const measure of measures) {
    cells[measure] = numberAt(now, measure);
    cells[previousKey(measure)] = numberAt(before, measure);
    cells[changeKey(measure)] = changeOf(measure, now, before, matured);
  }
  return cells;
};

/** Values of a row missing in a period: 0 for sums. Ratios have no value. */
export const noneOf = (measures: Iterable<readonly [name: string, measure: string]>): Record<string, 0> =>
  Object.fromEntries(
    [...measures].flatMap(([name, measure]) =>
      isMetricKey(measure) && METRICS[measure].basis === 'additive' ? [[name, 0]] : [],
    ),
  );

/**
 * Rows of the requested days with their numbers of the compared days. Rows found only in the compared days are included, as their
 * disappearance is part of a comparison. Periods are matched by index, so a period has a row only if it is in the requested days.
 */
export const besideCompared = (
  current: readonly Identified[],
  compared: readonly Identified[],
  measures: readonly string[],
  { withGone, isByTime, matured = {} }: { withGone: boolean; isByTime: boolean; matured?: Matured },
): Identified[] => {
  const before = new Map(compared.map((one) => [placeOf(one), one]));
  // A period may not exist in the other range at all.
  const missing = isByTime ? undefined : noneOf(measures.map((measure) => [measure, measure]));
  const met = new Set<string>();
  const rows = current.map((one) => {
    const place = placeOf(one);
    met.add(place);
    return {
      ...one,
      row: { ...one.row, ...withChange(one.row, before.get(place)?.row ?? missing, measures, matured) },
    };
  });
  if (!withGone) return rows;
  const gone = compared.flatMap((one) => {
    if (met.has(placeOf(one))) return [];
    return [{ ...one, row: { ...one.row, ...withChange(missing, one.row, measures, matured) } }];
  });
  return [...rows, ...gone];
};

/** Row and pivot value of a cell. */
export const splitCell = (
  cell: Identified,
  { dimensions }: Cut,
  isPivotOfTime: boolean,
): { row: string; value: string } => {
  if (isPivotOfTime) return { row: placeOf({ of: cell.of, time: 0 }), value: String(cell.time) };
  const keys = JSON.parse(cell.of) as unknown[];
  const own = dimensions.length - 1;
  return {
    row: placeOf({ of: JSON.stringify(keys.slice(0, own)), time: cell.time }),
    value: JSON.stringify(keys[own]),
  };
};
