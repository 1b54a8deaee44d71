import type { AlertCondition, RulePreview } from '@paceline/contract';

type DayValue = RulePreview['values'][number];
type Threshold = Pick<AlertCondition, 'direction' | 'threshold'>;

export const PLOT = { width: 520, height: 132, top: 8, bottom: 6 } as const;

/** A scale from values to heights in the plot, with the step that the threshold moves by. */
interface RuleScale {
  min: number;
  max: number;
  step: number;
}

const STEPS = [1, 2, 5, 10];
/** A hundredth of the range, as a round number. */
const stepOf = (range: number): number => {
  const exact = range / 100;
  const power = 10 ** Math.floor(Math.log10(exact));
  // Thresholds have two decimals.
  return Math.max(0.01, power * (STEPS.find((one) => one * power >= exact) ?? 10));
};

/** All values and the threshold, from zero where nothing is below it. */
export const ruleScale = (values: readonly DayValue[], threshold: number): RuleScale => {
  const all = [...values.flatMap(({ value }) => (value === null ? [] : [value])), threshold];
  const [lowest, highest] = [Math.min(0, ...all), Math.max(0, ...all)];
  const room = (highest - lowest || 1) * 0.12;
  const min = lowest < 0 ? lowest - room : 0;
  const max = highest > 0 || lowest === 0 ? highest + room : 0;
  return { min, max, step: stepOf(max - min) };
};

const rounded = (value: number, { min, max, step }: RuleScale): number =>
  Math.round(Math.min(max, Math.max(min, Math.round(value / step) * step)) * 100) / 100;

const ROOM = PLOT.height - PLOT.top - PLOT.bottom;
export const heightOf = (value: number, { min, max }: RuleScale): number =>
  PLOT.top + ROOM * (1 - (value - min) / (max - min));
/** The threshold at a height of the plot, on the scale's steps. */
export const thresholdAt = (height: number, scale: RuleScale): number =>
  rounded(scale.min + (1 - (height - PLOT.top) / ROOM) * (scale.max - scale.min), scale);

const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};
/** Where a key moves the threshold; null for other keys. */
export const thresholdByKey = (key: string, threshold: number, scale: RuleScale): number | null => {
  const steps = KEYS[key];
  return steps === undefined ? null : rounded(threshold + steps * scale.step, scale);
};

interface RulePoint extends DayValue {
  x: number;
  isMet: boolean;
}
export const rulePoints = (values: readonly DayValue[], { direction, threshold }: Threshold): RulePoint[] =>
  values.map((one, index) => ({
    ...one,
    x: values.length > 1 ? (index * PLOT.width) / (values.length - 1) : 0,
    isMet: one.value !== null && (direction === 'above' ? one.value > threshold : one.value < threshold),
  }));

/** Lines through neighbouring days with a value. */
export const ruleLines = (points: readonly RulePoint[], scale: RuleScale): string[] => {
  const lines: string[][] = [[]];
  for (const { x, value } of points)
    if (value === null) lines.push([]);
    else lines.at(-1)?.push(`${x.toFixed(1)},${heightOf(value, scale).toFixed(1)}`);
  return lines.filter((line) => line.length > 0).map((line) => line.join(' '));
};
