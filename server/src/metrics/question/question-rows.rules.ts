import { changeKey, changePercent, type Days, isMetricKey, METRICS, previousKey, ROW_KEY } from '@paceline/contract';
import { type Cut, timeIndex } from './question-shape.rules.ts';

export type Cells = Record<string, string | number | null>;

/** A row of a report by what tells it apart from others. */
export interface Identified {
  /** What it is of, but for its time. */
  of: string;
  /** The how-manieth time of its days, 0 where there are none. */
  time: number;
  row: Cells;
}

const NONE = JSON.stringify([]);

/** Rows carry the keys of what they are of; what no lead carries has none and is told by its names. */
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

/** A row's numbers beside those of the compared days, and how they changed. */
export const withChange = (
  now: Cells | undefined,
  before: Cells | undefined,
  measures: readonly string[],
  name: (key: string) => string = (key) => key,
): Cells => {
  const cells: Cells = {};
  for (const measure of measures) {
    const current = (now?.[measure] ?? null) as number | null;
    const previous = (before?.[measure] ?? null) as number | null;
    cells[name(measure)] = current;
    cells[name(previousKey(measure))] = previous;
    cells[name(changeKey(measure))] = changePercent(current, previous);
  }
  return cells;
};

/** What a row has in days that it is not in: none of what is added up. What is made by dividing cannot be told. */
export const noneOf = (measures: Iterable<readonly [name: string, measure: string]>): Record<string, 0> =>
  Object.fromEntries(
    [...measures].flatMap(([name, measure]) =>
      isMetricKey(measure) && METRICS[measure].basis === 'additive' ? [[name, 0]] : [],
    ),
  );

/**
 * The rows of the asked days, each with its numbers of the compared days. What was there then and is not now has a row too: that
 * it is gone is what a comparison is for. Times are laid over each other, so that a time has a row only if these days have it.
 */
export const besideCompared = (
  current: readonly Identified[],
  compared: readonly Identified[],
  measures: readonly string[],
  { withGone, isByTime }: { withGone: boolean; isByTime: boolean },
): Identified[] => {
  const before = new Map(compared.map((one) => [placeOf(one), one]));
  // A time may be one that the other days do not have at all.
  const missing = isByTime ? undefined : noneOf(measures.map((measure) => [measure, measure]));
  const met = new Set<string>();
  const rows = current.map((one) => {
    const place = placeOf(one);
    met.add(place);
    return { ...one, row: { ...one.row, ...withChange(one.row, before.get(place)?.row ?? missing, measures) } };
  });
  if (!withGone) return rows;
  const gone = compared.flatMap((one) => {
    if (met.has(placeOf(one))) return [];
    return [{ ...one, row: { ...one.row, ...withChange(missing, one.row, measures) } }];
  });
  return [...rows, ...gone];
};

/** The place of a row and of a value side by side, from a cell of both. */
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
