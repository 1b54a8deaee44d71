import { type Day } from './calendar.ts';
import { type Campaign, isOpenOn, type Plan } from './model.ts';
import { type Random, weighted } from './random.ts';
import { dayNoise, dayShape } from './shape.ts';
import { shockOn } from './shocks.ts';

export interface MonthShape {
  /** The days on which it is open, those to come included. */
  days: readonly Day[];
  /** What each of them should bring, before anything happened. */
  expected: readonly number[];
  /** How many come in all, and a day for one of them. */
  count: number;
  drawDay(random: Random): Day;
}

/** How a month's inquiries of one campaign fall on its days: none on days that are closed, fewer where something broke. */
export const shapeMonth = (campaign: Campaign, { month, expected }: Plan, random: Random): MonthShape | null => {
  const days: Day[] = [];
  for (let day = month.first; day < month.first + month.days; day += 1) if (isOpenOn(campaign, day)) days.push(day);
  if (days.length === 0) return null;
  const weights = days.map((day) => dayShape(day) * dayNoise(random));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const kept = weights.map((weight, index) => weight * shockOn(campaign, days[index]!));
  const left = kept.reduce((sum, weight) => sum + weight, 0) / total;
  const wanted = expected * left;
  const draw = weighted([...days.keys()], (index) => kept[index]!);
  return {
    days,
    expected: weights.map((weight) => (expected * weight) / total),
    count: left === 0 ? 0 : Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0),
    drawDay: (from) => days[draw(from)]!,
  };
};
