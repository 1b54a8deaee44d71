import { type Day, type DayRange, daysOf } from '../periods/periods.ts';
import { type OpenDays } from './stored-days.queries.ts';

/** Log rows for these days, one per month. */
export const openDaysOf = (range: DayRange, isOpen: (day: Day) => boolean): Omit<OpenDays, 'campaignKey'>[] => {
  const months = Map.groupBy(daysOf(range), (day) => day.with({ day: 1 }).toString());
  return [...months].map(([month, days]) => ({
    month,
    from: String(days[0]),
    through: String(days.at(-1)),
    open: days.filter(isOpen).reduce((bits, { day }) => bits | (1 << (day - 1)), 0),
  }));
};

/** Whether the campaign was open on a day; undefined if the day is not logged. */
export const isOpenOn = (logged: readonly OpenDays[], day: Day): boolean | undefined => {
  const text = day.toString();
  const row = logged.find(({ from, through }) => from <= text && text <= through);
  return row === undefined ? undefined : ((row.open >>> (day.day - 1)) & 1) === 1;
};

/** Sum over some days of a list of daily values through `through`, latest first. Amounts are in cents. */
export const sumOfDays = (values: readonly number[], through: Day, days: readonly Day[]): number => {
  let cents = 0;
  for (const back of daysBackFrom(through, days)) cents += Math.round((values[back] ?? 0) * 100);
  return cents / 100;
};

/** Thousands of campaigns ran on the same days, so their offsets are cached. */
const cache = new WeakMap<readonly Day[], { through: Day; back: number[] }>();
const daysBackFrom = (through: Day, days: readonly Day[]): readonly number[] => {
  const cached = cache.get(days);
  if (cached !== undefined && cached.through === through) return cached.back;
  const back = days.map((day) => day.until(through).days);
  cache.set(days, { through, back });
  return back;
};
