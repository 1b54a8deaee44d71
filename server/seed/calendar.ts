import { Temporal } from 'temporal-polyfill';

/** Days since 1970-01-01: a number, because it is added to and compared a million times. */
export type Day = number;

const DAY_MS = 86_400_000;
const texts = new Map<Day, string>();

export const isoOf = (day: Day): string => {
  let text = texts.get(day);
  if (text === undefined) texts.set(day, (text = new Date(day * DAY_MS).toISOString().slice(0, 10)));
  return text;
};
export const dayOf = (iso: string): Day => Math.round(Date.parse(`${iso}T00:00:00Z`) / DAY_MS);
/** 0 is Monday. */
export const weekdayOf = (day: Day): number => (day + 3) % 7;
export const monthOfYear = (day: Day): number => Number(isoOf(day).slice(5, 7)) - 1;
export const dayOfMonth = (day: Day): number => Number(isoOf(day).slice(8));

export interface Month {
  /** 0 is the oldest; the current month is the last but one. */
  index: number;
  first: Day;
  days: number;
  /** 0 is January. */
  ofYear: number;
  year: number;
}

export const HISTORY_MONTHS = 25;

export const todayIn = (zone: string, now: Date): Day =>
  dayOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString());

export const monthStart = (day: Day, offset = 0): Day => {
  const date = new Date(day * DAY_MS);
  return Math.round(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1) / DAY_MS);
};

/** The months from the one starting on a day to the one after today's. */
export const monthsFrom = (oldest: Day, today: Day): Month[] => {
  const months: Month[] = [];
  for (let first = oldest; first <= monthStart(today, 1); first = monthStart(first, 1))
    months.push({
      index: months.length,
      first,
      days: monthStart(first, 1) - first,
      ofYear: monthOfYear(first),
      year: Number(isoOf(first).slice(0, 4)),
    });
  return months;
};

/** The history up to the current month, and the following month. */
export const monthsUpTo = (today: Day): Month[] => monthsFrom(monthStart(today, 1 - HISTORY_MONTHS), today);

const midnights = new Map<string, number>();

/** Start of the day in the time zone, in milliseconds. */
export const midnightOf = (zone: string, day: Day): number => {
  const key = `${zone} ${day}`;
  let at = midnights.get(key);
  if (at === undefined) {
    at = Temporal.PlainDate.from(isoOf(day)).toZonedDateTime(zone).epochMilliseconds;
    midnights.set(key, at);
  }
  return at;
};

/** The day in the time zone at a moment. */
export const dayAt = (zone: string, at: number): Day => {
  let day = Math.floor(at / DAY_MS) + 1;
  while (midnightOf(zone, day) > at) day -= 1;
  return day;
};

/** A moment of the day in the time zone, kept within the day when clocks go forward. */
export const momentOf = (zone: string, day: Day, seconds: number): number =>
  Math.min(midnightOf(zone, day) + Math.floor(seconds * 1000), midnightOf(zone, day + 1) - 1000);
