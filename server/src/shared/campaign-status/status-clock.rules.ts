import { type DayParting } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { hoursAt, type Hours } from './day-parting.rules.ts';

/**
 * A moment in an owner's time zone, with all calendar computations done once: a reply needs the status of up to 100,000 campaigns. Days are
 * ISO texts, which can be compared directly.
 */
export interface StatusClock {
  now: Date;
  zone: string;
  today: string;
  /** The first of the month, and its name. */
  month: string;
  monthName: string;
  /** The part of this Monday-to-Sunday week within this month: counters restart on the 1st. */
  week: { from: string; days: number };
  /** When the counters restart. */
  nextDay: Date;
  nextWeek: Date;
  nextMonth: Date;
  /** First instant of a day, and the instant after its end. */
  startOf(day: string): Date;
  endOf(day: string): Date;
  hoursOf(dayParting: DayParting): Hours;
  /** Formats an instant or a day for display. */
  writeInstant(at: Date): string;
  writeDay(day: string): string;
  /** Whether budget amounts of a line item are hidden in messages: a media partner may not know them. */
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

/** Cached per time zone, as creating one takes a millisecond. */
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

/** Cached per zone and day: every post needs it, and computing it costs more than most of a post. */
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
    // Cached, as campaigns share few different weekly schedules.
    hoursOf: (dayParting) => hours(JSON.stringify(dayParting)),
    writeInstant: (at) => written(String(at.getTime())),
    writeDay,
    hidesBudget,
  };
};
