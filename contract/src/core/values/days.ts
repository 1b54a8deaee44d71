/** A range of calendar days as text, `2026-11-14`, in dashboard addresses and widget calls. Both ends are included. */
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
/** First day of the month, or of the month `months` later. */
export const firstOfMonth = (day: string, months = 0): string => {
  const date = utc(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return iso(date);
};
export const lastOfMonth = (day: string, months = 0): string => plusDays(firstOfMonth(day, months + 1), -1);
export const countDaysOf = ({ from, to }: Days): number => (utc(to).getTime() - utc(from).getTime()) / DAY_MS + 1;

/** Same date `months` later, or the last day of a shorter month. */
const plusMonths = (day: string, months: number): string => {
  const same = `${firstOfMonth(day, months).slice(0, 8)}${day.slice(8)}`;
  const last = lastOfMonth(day, months);
  return same > last ? last : same;
};

export const isWholeMonths = ({ from, to }: Days): boolean => from === firstOfMonth(from) && to === lastOfMonth(to);
/** Number of months touched by the range. */
export const countMonthsOf = ({ from, to }: Days): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

/** The same dates a year earlier; 29 February becomes the 28th, and whole months map to whole months. */
const yearBefore = (days: Days): Days => ({
  from: plusMonths(days.from, -12),
  to: isWholeMonths(days) ? lastOfMonth(days.to, -12) : plusMonths(days.to, -12),
});

/** Month to date: the first to the last complete day. */
export const isMonthToDate = ({ from, to }: Days, today: string): boolean =>
  from === firstOfMonth(today) && to === plusDays(today, -1);

/** The preceding days of equal number; whole months map to whole months, and a month to date to the same days of the previous month. */
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

/** The preceding range, shifted by whole weeks so that weekdays match. */
const weeksBefore = (days: Days): Days => {
  const back = -7 * Math.ceil(countDaysOf(days) / 7);
  return { from: plusDays(days.from, back), to: plusDays(days.to, back) };
};

/** The days a comparison resolves to. */
export const comparedDays = (days: Days, compare: Comparison, today: string): Days => {
  if (compare === 'lastYear') return yearBefore(days);
  return compare === 'weekdays' ? weeksBefore(days) : daysBefore(days, today);
};

/** First day of a day's grain: itself, its Monday, or the first of its month. */
export const grainStart = (day: string, grain: Grain): string => {
  if (grain === 'day') return day;
  return grain === 'month' ? firstOfMonth(day) : plusDays(day, -((utc(day).getUTCDay() + 6) % 7));
};
/** Last day of the grain that begins on this day. */
export const grainEnd = (start: string, grain: Grain): string => {
  if (grain === 'day') return start;
  return grain === 'month' ? lastOfMonth(start) : plusDays(start, 6);
};
/** Index of a day's grain in the range, from 0; used to overlay two ranges. */
export const grainIndex = (day: string, { from }: Pick<Days, 'from'>, grain: Grain): number => {
  if (grain === 'month') return countMonthsOf({ from, to: day }) - 1;
  const days = countDaysOf({ from: grainStart(from, grain), to: grainStart(day, grain) }) - 1;
  return grain === 'day' ? days : days / 7;
};

/** A chart with more points is unreadable; one with a single point has no shape. */
const MAX_DAYS = 92;
const MAX_WEEK_DAYS = 400;

/** Grains available for a range. */
export const grainsOf = (days: Days): Grain[] => {
  const count = countDaysOf(days);
  const fits = { day: count <= MAX_DAYS, week: count > 7 && count <= MAX_WEEK_DAYS, month: countMonthsOf(days) > 1 };
  return GRAINS.filter((grain) => fits[grain]);
};

/** Default grain of a range: days for a month, weeks for half a year, months beyond. */
export const grainFor = (days: Days): Grain => {
  const count = countDaysOf(days);
  if (count <= 31) return 'day';
  return count <= 184 ? 'week' : 'month';
};

/** First day of the grain with this index in a range. */
export const grainAt = (index: number, { from }: Pick<Days, 'from'>, grain: Grain): string => {
  const first = grainStart(from, grain);
  return grain === 'month' ? firstOfMonth(first, index) : plusDays(first, index * (grain === 'week' ? 7 : 1));
};
