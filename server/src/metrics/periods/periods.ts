import { isEarly } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';

export type Day = Temporal.PlainDate;
/** Both ends included. */
export interface DayRange {
  from: Day;
  to: Day;
}

export const dayOf = (iso: string): Day => Temporal.PlainDate.from(iso);
export const isBefore = (a: Day, b: Day): boolean => Temporal.PlainDate.compare(a, b) < 0;
export const isAfter = (a: Day, b: Day): boolean => Temporal.PlainDate.compare(a, b) > 0;
const earlier = (a: Day, b: Day): Day => (isBefore(a, b) ? a : b);

/** Number of days of the range; 0 if it is empty. A day of 23 or 25 hours is one day. */
export const countDays = ({ from, to }: DayRange): number => Math.max(0, from.until(to).days + 1);
const knownDays = new WeakMap<DayRange, readonly Day[]>();
/** Days of a range, cached as long as the range object lives: each campaign of a month requests them. */
export const daysOf = (range: DayRange): readonly Day[] => {
  const rangeDays = knownDays.get(range);
  if (rangeDays !== undefined) return rangeDays;
  const days = Array.from({ length: countDays(range) }, (_, index) => range.from.add({ days: index }));
  knownDays.set(range, days);
  return days;
};

/** Current calendar day in the owner's zone. */
export const todayIn = (now: Date, zone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();

/** Cached, as computing a zone's midnight is the slowest part of a day's calculation, and the same few hundred recur. */
const MAX_MIDNIGHTS = 10_000;
const midnights = new Map<string, number>();
const midnight = (day: Day, zone: string): Date => {
  const key = `${zone} ${day.toString()}`;
  const midnightMs = midnights.get(key) ?? day.toZonedDateTime(zone).epochMilliseconds;
  if (midnights.size >= MAX_MIDNIGHTS) midnights.clear();
  midnights.set(key, midnightMs);
  return new Date(midnightMs);
};

/** Start (inclusive) and end (exclusive) of a range as instants, for data with a time instead of a day. */
export const instantsOf = ({ from, to }: DayRange, zone: string): { from: Date; before: Date } => ({
  from: midnight(from, zone),
  before: midnight(to.add({ days: 1 }), zone),
});

/**
 * The last complete day. A source that has not delivered yesterday yet is complete through `loadedThrough`, which is null for a source that
 * is never late.
 */
export const dataThrough = (today: Day, loadedThrough: Day | null = null): Day => {
  const yesterday = today.subtract({ days: 1 });
  return loadedThrough === null ? yesterday : earlier(yesterday, loadedThrough);
};

/** A rollup is only as fresh as its oldest part. */
export const oldestOf = (days: readonly Day[]): Day | null =>
  days.reduce<Day | null>((oldest, day) => (oldest === null ? day : earlier(oldest, day)), null);

export interface MonthBase {
  month: Temporal.PlainYearMonth;
  days: DayRange;
  state: 'past' | 'current' | 'future';
  /** At most the month's last day; before its first if no day is complete. */
  through: Day;
  /** N: days of the month. */
  length: number;
  /** D: complete days through `through`. */
  done: number;
  /** R: days left, including today. */
  left: number;
  /** From today to the month's end: more precise than `left` if a source is late. */
  fromToday: number;
  /** Only a day or two of data: marked on screen, kept out of lists and alerts. */
  early: boolean;
}

export const monthDays = (month: Temporal.PlainYearMonth): DayRange => ({
  from: month.toPlainDate({ day: 1 }),
  to: month.toPlainDate({ day: month.daysInMonth }),
});

/** Splits a range into whole months, if any, and the days before and after them. */
export const wholeMonthsOf = ({ from, to }: DayRange): { months: DayRange | null; edges: DayRange[] } => {
  const first = from.day === 1 ? from : from.add({ months: 1 }).with({ day: 1 });
  const last = to.day === to.daysInMonth ? to : to.with({ day: 1 }).subtract({ days: 1 });
  if (isAfter(first, last)) return { months: null, edges: [{ from, to }] };
  const before = { from, to: first.subtract({ days: 1 }) };
  const after = { from: last.add({ days: 1 }), to };
  return { months: { from: first, to: last }, edges: [before, after].filter((edge) => countDays(edge) > 0) };
};

const stateOf = ({ from, to }: DayRange, today: Day): MonthBase['state'] => {
  if (isBefore(to, today)) return 'past';
  return isAfter(from, today) ? 'future' : 'current';
};

export const monthBase = (month: Temporal.PlainYearMonth, today: Day, through: Day = dataThrough(today)): MonthBase => {
  const days = monthDays(month);
  const last = earlier(through, days.to);
  const length = month.daysInMonth;
  const done = countDays({ from: days.from, to: last });
  const firstOpen = isBefore(today, days.from) ? days.from : today;
  return {
    month,
    days,
    state: stateOf(days, today),
    through: last,
    length,
    done,
    left: length - done,
    fromToday: countDays({ from: firstOpen, to: days.to }),
    early: isEarly(done),
  };
};

/**
 * Days of the month-to-date numbers. Before the first complete day it is today's so far, marked `partial`, which ratios must not use; a
 * future month has none.
 */
export const mtdWindow = (base: MonthBase, today: Day): (DayRange & { partial: boolean }) | null => {
  if (base.done > 0) return { from: base.days.from, to: base.through, partial: false };
  return base.state === 'current' ? { from: base.days.from, to: today, partial: true } : null;
};

/** Monday to Sunday. */
export const weekOf = (day: Day): DayRange => {
  const from = day.subtract({ days: day.dayOfWeek - 1 });
  return { from, to: from.add({ days: 6 }) };
};

/** A week split at the turn of the month, since counters restart on the 1st. */
export const weekParts = (week: DayRange): DayRange[] => {
  const turn = monthDays(week.to.toPlainYearMonth()).from;
  return isAfter(turn, week.from)
    ? [
        { from: week.from, to: turn.subtract({ days: 1 }) },
        { from: turn, to: week.to },
      ]
    : [week];
};

export const weekPartOf = (day: Day): DayRange => {
  const week = weekOf(day);
  return weekParts(week).find(({ from, to }) => !isBefore(day, from) && !isAfter(day, to)) ?? week;
};

export const lastWeek = (today: Day): DayRange => weekOf(today.subtract({ weeks: 1 }));
export const yesterday = (through: Day): DayRange => ({ from: through, to: through });

export interface Comparison {
  current: DayRange;
  previous: DayRange;
}

const minusDays = ({ from, to }: DayRange, days: number): DayRange => ({
  from: from.subtract({ days }),
  to: to.subtract({ days }),
});

/** Last three complete days against the same weekdays a week before. */
export const rollingThree = (through: Day): Comparison => {
  const current = { from: through.subtract({ days: 2 }), to: through };
  return { current, previous: minusDays(current, 7) };
};

/** The last `days` complete days against the same number before them. */
export const lastDays = (through: Day, days: number): Comparison => {
  const current = { from: through.subtract({ days: days - 1 }), to: through };
  return { current, previous: minusDays(current, days) };
};
