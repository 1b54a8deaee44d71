import { formatMetricValue, type MetricKey, METRICS } from '@paceline/contract';

type Row = Readonly<Record<string, unknown>>;
const RANGED = ['spendProjection', 'leadProjection'] as const satisfies readonly MetricKey[];

/** A projection's range in words, for its cell's tooltip; undefined for other columns. */
export const rangeWords = (row: Row, column: string): string | undefined => {
  const key = RANGED.find((name) => name === column);
  const [low, high] = [row[`${column}Low`], row[`${column}High`]];
  if (key === undefined || typeof low !== 'number' || typeof high !== 'number' || low === high) return undefined;
  const words = (value: number): string => formatMetricValue(METRICS[key], value);
  return `Likely range ${words(low)}–${words(high)} (80 %)`;
};
