import { type Day } from '../calendar.ts';
import { type Campaign, isOpenOn, type Plan } from '../build/model.ts';
import { type Random, weighted } from '../random.ts';
import { dayNoise, dayShape } from './shape.ts';
import { shockOn } from './shocks.ts';

export interface MonthShape {
  /** Open days, including future ones. */
  days: readonly Day[];
  /** Expected paid inquiries per day, before special events. */
  expected: readonly number[];
  /** Total number of inquiries. */
  count: number;
  /** Draws a day for each inquiry, as close to the plan as the weights allow. */
  spread(random: Random): Day[];
  /** Draws a day for one more inquiry. */
  drawDay(random: Random): Day;
}

/** Platform campaigns have a daily budget: spend shows this share of the inquiries' noise. */
const SPEND_NOISE = 0.5;

/** Noise per day, normalised per week of the month: an excess on one day is compensated on the others. */
const weeklySteady = (days: readonly Day[], first: Day, random: Random): number[] => {
  const noise = days.map(() => dayNoise(random));
  const sums = new Map<number, { total: number; days: number }>();
  const weekOf = (day: Day): number => Math.floor((day - first) / 7);
  for (const [index, day] of days.entries()) {
    const { total, days: count } = sums.get(weekOf(day)) ?? { total: 0, days: 0 };
    sums.set(weekOf(day), { total: total + noise[index]!, days: count + 1 });
  }
  return noise.map((value, index) => {
    const { total, days: count } = sums.get(weekOf(days[index]!))!;
    return (value * count) / total;
  });
};

/**
 * Draws as many days as requested, by weight: one from each of as many equal parts of the month. With independent draws, the first half of
 * a small campaign's month could get a third of it, and no budget would look well planned.
 */
const spreadOver = (days: readonly Day[], weights: readonly number[], count: number, random: Random): Day[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spread: Day[] = [];
  let index = 0;
  let passed = weights[0]!;
  for (let i = 0; i < count; i += 1) {
    const at = ((i + random.next()) / count) * total;
    while (passed < at && index < days.length - 1) passed += weights[(index += 1)]!;
    spread.push(days[index]!);
  }
  return spread;
};

/** Distributes a campaign's monthly inquiries over its days: none on closed days, fewer during incidents. */
export const shapeMonth = (campaign: Campaign, { month, expected }: Plan, random: Random): MonthShape | null => {
  const days: Day[] = [];
  for (let day = month.first; day < month.first + month.days; day += 1) if (isOpenOn(campaign, day)) days.push(day);
  if (days.length === 0) return null;
  const noise = weeklySteady(days, month.first, random);
  const weights = days.map((day, index) => dayShape(day) * noise[index]!);
  const steady = days.map((day, index) => dayShape(day) * (1 + (noise[index]! - 1) * SPEND_NOISE));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const steadyTotal = steady.reduce((sum, weight) => sum + weight, 0);
  const dayWeights = weights.map((weight, index) => weight * shockOn(campaign, days[index]!));
  const left = dayWeights.reduce((sum, weight) => sum + weight, 0) / total;
  const wanted = expected * left;
  const draw = weighted([...days.keys()], (index) => dayWeights[index]!);
  const count = left === 0 ? 0 : Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0);
  return {
    days,
    count,
    expected: steady.map((weight) => (expected * weight) / steadyTotal),
    spread: (from) => spreadOver(days, dayWeights, count, from),
    drawDay: (from) => days[draw(from)]!,
  };
};
