import { type DayParting } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { hoursAt, type Hours } from './day-parting.rules.ts';

/**
 * One moment at one owner's, with everything that the clock decides worked out once: a reply asks for the status of up to
 * 100,000 campaigns, and none of them shall pay for a calendar. Days are ISO texts, which compare as they are.
 */
export interface StatusClock {
  now: Date;
  zone: string;
  today: string;
  /** The 1st of the month, and its name. */
  month: string;
  monthName: string;
  /** The part of this Monday-to-Sunday week that lies in this month: counters start again on the 1st. */
  week: { from: string; days: number };
  /** When the counters start again. */
  nextDay: Date;
  nextWeek: Date;
  nextMonth: Date;
  /** Where a day begins, and where it is over. */
  startOf(day: string): Date;
  endOf(day: string): Date;
  hoursOf(dayParting: DayParting): Hours;
  /** An instant and a day as people read them. */
  writeInstant(at: Date): string;
  writeDay(day: string): string;
  /** Whether amounts of a line item's budget are kept out of the messages: a media partner does not know them. */
  hidesBudget: boolean;
}

const remembered = <Value>(compute: (key: string) => Value): ((key: string) => Value) => {
  const cache = new Map<string, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const writeDay = (day: string): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`;

/** One takes a millisecond to make; there are as many as zones. */
const writersOf = remembered((zone) => ({
  instant: new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }),
  month: new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: zone }),
}));

type Calendar = Pick<
  StatusClock,
  'today' | 'month' | 'monthName' | 'week' | 'nextDay' | 'nextWeek' | 'nextMonth' | 'startOf' | 'endOf'
>;

const makeCalendar = (now: Date, zone: string): Calendar => {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  const first = today.with({ day: 1 });
  const following = first.add({ months: 1 });
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const sunday = monday.add({ days: 6 });
  const from = Temporal.PlainDate.compare(monday, first) < 0 ? first : monday;
  const last = following.subtract({ days: 1 });
  const to = Temporal.PlainDate.compare(sunday, last) > 0 ? last : sunday;
  const midnight = (day: Temporal.PlainDate): Date => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  return {
    today: today.toString(),
    month: first.toString(),
    monthName: writersOf(zone).month.format(now),
    week: { from: from.toString(), days: from.until(to).days + 1 },
    nextDay: midnight(today.add({ days: 1 })),
    nextWeek: midnight(to.add({ days: 1 })),
    nextMonth: midnight(following),
    startOf: remembered((day) => midnight(Temporal.PlainDate.from(day))),
    endOf: remembered((day) => midnight(Temporal.PlainDate.from(day).add({ days: 1 }))),
  };
};

const calendars = new Map<string, { since: Date; calendar: Calendar }>();

/** A day's calendar is worked out once for each zone: every post asks for it, and it costs more than most of what a post asks. */
const calendarAt = (now: Date, zone: string): Calendar => {
  const cached = calendars.get(zone);
  if (cached !== undefined && cached.since <= now && now < cached.calendar.nextDay) return cached.calendar;
  const calendar = makeCalendar(now, zone);
  calendars.set(zone, { since: calendar.startOf(calendar.today), calendar });
  return calendar;
};

export const statusClock = (
  now: Date,
  zone: string,
  { hidesBudget = false }: { hidesBudget?: boolean } = {},
): StatusClock => {
  const written = remembered((at) =>
    writersOf(zone)
      .instant.format(new Date(Number(at)))
      .replaceAll('\u202f', ' '),
  );
  const hours = remembered((dayParting) => hoursAt(JSON.parse(dayParting) as DayParting, now, zone));
  return {
    ...calendarAt(now, zone),
    now,
    zone,
    // Campaigns share few different weeks of hours, so that even these are worked out a handful of times.
    hoursOf: (dayParting) => hours(JSON.stringify(dayParting)),
    writeInstant: (at) => written(String(at.getTime())),
    writeDay,
    hidesBudget,
  };
};
