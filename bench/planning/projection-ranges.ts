import { RANGE_DAYS, RANGE_SIZES, type RangeTable, rangeCell } from '@paceline/contract';
import { type Measure, MEASURES } from './projection-rules.ts';

/** One projection of a past month, and what came. */
export interface Sample {
  level: 'campaign' | 'lineItem' | 'owner';
  measure: Measure;
  month: string;
  day: number;
  soFar: number;
  projected: number;
  actual: number;
}

/** What came after the day, as a multiple of what was projected to come; null where nothing was. */
const multiple = ({ soFar, projected, actual }: Sample): number | null =>
  projected - soFar <= 0 ? null : (actual - soFar) / (projected - soFar);

const quantile = (sorted: readonly number[], share: number): number => {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? 1, sorted[Math.ceil(at)] ?? 1];
  return below + (above - below) * (at - Math.floor(at));
};

const FEWEST = 20;
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The tenth and the ninetieth percentile by what is left of the month and by how much is to come. */
export const fitRanges = (samples: readonly Sample[]): RangeTable => {
  const cells = Map.groupBy(samples, ({ measure, day, soFar, projected }) =>
    rangeCell(measure, day, projected - soFar).join(' '),
  );
  const countAt = (measure: Measure, days: number, size: number): number =>
    (cells.get([measure, days, size].join(' ')) ?? []).length;
  const fitted = (measure: Measure): [number, number][][] =>
    RANGE_DAYS.map((_, days) =>
      RANGE_SIZES[measure].map((__, largest): [number, number] => {
        // Of what is too rare to tell, the range of the next smaller holds.
        const size = RANGE_SIZES[measure].findLastIndex(
          (___, at) => at <= largest && (at === 0 || countAt(measure, days, at) >= FEWEST),
        );
        const values = (cells.get([measure, days, size].join(' ')) ?? [])
          .flatMap((sample) => multiple(sample) ?? [])
          .toSorted((a, b) => a - b);
        return [round(quantile(values, 0.1)), round(quantile(values, 0.9))];
      }),
    );
  return { spend: fitted('spend'), leads: fitted('leads') };
};

const isInside = (sample: Sample, table: RangeTable): boolean | null => {
  const value = multiple(sample);
  if (value === null) return null;
  const [measure, days, size] = rangeCell(sample.measure, sample.day, sample.projected - sample.soFar);
  const [low, high] = table[measure][days]?.[size] ?? [1, 1];
  return value >= low - 1e-9 && value <= high + 1e-9;
};

/** How much of what came is inside the range that all other months tell. */
export const coverage = (samples: readonly Sample[]): { name: string; share: number; count: number }[] => {
  const inside: { sample: Sample; is: boolean }[] = [];
  for (const month of new Set(samples.map((sample) => sample.month))) {
    const table = fitRanges(samples.filter((sample) => sample.month !== month));
    for (const sample of samples.filter((one) => one.month === month)) {
      const is = isInside(sample, table);
      if (is !== null) inside.push({ sample, is });
    }
  }
  const of = (name: string, isOne: (sample: Sample) => boolean) => {
    const chosen = inside.filter(({ sample }) => isOne(sample));
    return { name, share: chosen.filter(({ is }) => is).length / Math.max(1, chosen.length), count: chosen.length };
  };
  return MEASURES.flatMap((measure) => [
    of(`all ${measure}`, (sample) => sample.measure === measure),
    ...(['campaign', 'lineItem', 'owner'] as const).map((level) =>
      of(`${measure} by ${level}`, (sample) => sample.measure === measure && sample.level === level),
    ),
    ...[3, 5, 9, 14, 20, 25].map((day) =>
      of(`${measure} on day ${day}`, (sample) => sample.measure === measure && sample.day === day),
    ),
  ]);
};
