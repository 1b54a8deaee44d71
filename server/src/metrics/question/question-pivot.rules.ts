import { dateLabel, dimensionWords, type ReportQuestion, unnamedWords } from '@paceline/contract';
import { type Cells, type Identified } from './question-rows.rules.ts';
import { type Shape } from './question-shape.rules.ts';

/** A pivot value. */
interface PivotValue {
  /** Its identity, as used in cells. */
  place: string;
  value: string | null;
  label: string;
  /** Its numbers over all rows. */
  row: Cells;
}

/** Pivot values in order: periods by time, others by size, largest first. */
export const pivotValues = (
  values: readonly Identified[],
  { measures, isPivotOfTime }: Shape,
  { pivot, granularity }: ReportQuestion,
): PivotValue[] => {
  if (pivot === null) return [];
  if (isPivotOfTime) {
    const years = new Set(values.map(({ row }) => String(row['date']).slice(0, 4)));
    return values
      .toSorted((a, b) => a.time - b.time)
      .map(({ time, row }) => ({
        place: String(time),
        value: String(row['date']),
        label: dateLabel(String(row['date']), granularity ?? 'month', { withYear: years.size > 1 }),
        row,
      }));
  }
  const first = measures[0] ?? '';
  return values
    .toSorted((a, b) => Number(b.row[first] ?? -Infinity) - Number(a.row[first] ?? -Infinity))
    .map(({ of, row }) => {
      const value = row[pivot] === null || row[pivot] === undefined ? null : String(row[pivot]);
      return {
        place: JSON.stringify((JSON.parse(of) as unknown[])[0]),
        value,
        label: value === null ? unnamedWords(pivot) : dimensionWords(pivot, value),
        row,
      };
    });
};
