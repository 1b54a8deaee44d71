/** Days of a calendar as text, `2026-11-14`: what the address of a dashboard says and what a widget is asked with. Both ends are included. */
export interface Days {
  from: string;
  to: string;
}

export const COMPARISONS = ['previous', 'weekdays', 'lastYear'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const GRAINS = ['day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];

const DAY_MS = 86_400_000;
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const iso = (date: Date): string => date.toISOString().slice(0, 10);

export const plusDays = (day: string, days: number): string => iso(new Date(utc(day).getTime() + days * DAY_MS));
/** The first day of the month, or of one so many months later. */
export const firstOfMonth = (day: string, months = 0): string => {
  const date = utc(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return iso(date);
};
export const lastOfMonth = (day: string, months = 0): string => plusDays(firstOfMonth(day, months + 1), -1);
export const countDaysOf = ({ from, to }: Days): number => (utc(to).getTime() - utc(from).getTime()) / DAY_MS + 1;

/** The same date so many months later, or the last day of a month that has no such date. */
const plusMonths = (day: string, months: number): string => {
  const same = `${firstOfMonth(day, months).slice(0, 8)}${day.slice(8)}`;
  const last = lastOfMonth(day, months);
  return same > last ? last : same;
};

export const isWholeMonths = ({ from, to }: Days): boolean => from === firstOfMonth(from) && to === lastOfMonth(to);
/** Months from the first day's to the last day's, both counted. */
export const countMonthsOf = ({ from, to }: Days): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

/** The same dates a year ago; 29 February falls back on the 28th, and whole months meet whole months. */
const yearBefore = (days: Days): Days => ({
  from: plusMonths(days.from, -12),
  to: isWholeMonths(days) ? lastOfMonth(days.to, -12) : plusMonths(days.to, -12),
});

/** The month so far: its first day to the last complete one. */
export const isMonthToDate = ({ from, to }: Days, today: string): boolean =>
  from === firstOfMonth(today) && to === plusDays(today, -1);

/** The days before, as many; whole months meet whole months, and a month so far the first days of the month before. */
const daysBefore = (days: Days, today: string): Days => {
  if (isMonthToDate(days, today)) {
    const to = plusDays(firstOfMonth(days.from, -1), countDaysOf(days) - 1);
    const last = lastOfMonth(days.from, -1);
    return { from: firstOfMonth(days.from, -1), to: to > last ? last : to };
  }
  const to = plusDays(days.from, -1);
  if (isWholeMonths(days)) return { from: firstOfMonth(days.from, -countMonthsOf(days)), to };
  return { from: plusDays(days.from, -countDaysOf(days)), to };
};

/** As many days before, moved by whole weeks: Mondays meet Mondays. */
const weeksBefore = (days: Days): Days => {
  const back = -7 * Math.ceil(countDaysOf(days) / 7);
  return { from: plusDays(days.from, back), to: plusDays(days.to, back) };
};

/** The days that a comparison resolves to. */
export const comparedDays = (days: Days, compare: Comparison, today: string): Days => {
  if (compare === 'lastYear') return yearBefore(days);
  return compare === 'weekdays' ? weeksBefore(days) : daysBefore(days, today);
};

/** The first day of the time that a day is drawn in: itself, its Monday, the first of its month. */
export const grainStart = (day: string, grain: Grain): string => {
  if (grain === 'day') return day;
  return grain === 'month' ? firstOfMonth(day) : plusDays(day, -((utc(day).getUTCDay() + 6) % 7));
};
/** The last day of the time that begins on this day. */
export const grainEnd = (start: string, grain: Grain): string => {
  if (grain === 'day') return start;
  return grain === 'month' ? lastOfMonth(start) : plusDays(start, 6);
};
/** The how-manieth time of the range a day is in, from 0: by this two ranges are laid over each other. */
export const grainIndex = (day: string, { from }: Pick<Days, 'from'>, grain: Grain): number => {
  if (grain === 'month') return countMonthsOf({ from, to: day }) - 1;
  const days = countDaysOf({ from: grainStart(from, grain), to: grainStart(day, grain) }) - 1;
  return grain === 'day' ? days : days / 7;
};

/** More points than this in one chart are no shape any more; a single one is none yet. */
const MAX_DAYS = 92;
const MAX_WEEK_DAYS = 400;

/** The grains that a range can be read in. */
export const grainsOf = (days: Days): Grain[] => {
  const count = countDaysOf(days);
  const fits = { day: count <= MAX_DAYS, week: count > 7 && count <= MAX_WEEK_DAYS, month: countMonthsOf(days) > 1 };
  return GRAINS.filter((grain) => fits[grain]);
};

/** The grain that follows a range: days of a month, weeks of a half year, months of more. */
export const grainFor = (days: Days): Grain => {
  const count = countDaysOf(days);
  if (count <= 31) return 'day';
  return count <= 184 ? 'week' : 'month';
};

/** The first day of the how-manieth time of a range. */
export const grainAt = (index: number, { from }: Pick<Days, 'from'>, grain: Grain): string => {
  const first = grainStart(from, grain);
  return grain === 'month' ? firstOfMonth(first, index) : plusDays(first, index * (grain === 'week' ? 7 : 1));
};
