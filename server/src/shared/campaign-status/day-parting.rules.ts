import { type DayParting, minutesOf, WEEKDAYS } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';

/** Whether a weekly schedule is open at a moment, and when the clock next changes that; null if never. */
export interface Hours {
  open: boolean;
  changesAt: Date | null;
}

type Intervals = readonly { from: number; before: number }[];
const CLOSED: Intervals = [];
/** The next change is at most a week away, plus a day. */
const LOOK_AHEAD_DAYS = 8;

const instantOf = (at: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at.getTime());

/** By local time: an hour skipped by a clock change never occurs, a repeated one counts twice. */
const isOpen = (week: readonly Intervals[], at: Temporal.ZonedDateTime): boolean => {
  const minute = at.hour * 60 + at.minute;
  return (week[at.dayOfWeek - 1] ?? CLOSED).some(({ from, before }) => minute >= from && minute < before);
};

/** Instants at which the local clock shows a minute of a day: one, or two where the clock is set back. */
const momentsOf = (day: Temporal.PlainDate, minute: number, zone: string): Temporal.ZonedDateTime[] => {
  if (minute === 24 * 60) return momentsOf(day.add({ days: 1 }), 0, zone);
  const wall = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
  return (['earlier', 'later'] as const).map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }));
};

const boundaries = (week: readonly Intervals[], now: Temporal.ZonedDateTime): Temporal.ZonedDateTime[] => {
  const today = now.toPlainDate();
  const moments: Temporal.ZonedDateTime[] = [];
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS; ahead += 1) {
    const day = today.add({ days: ahead });
    for (const { from, before } of week[day.dayOfWeek - 1] ?? CLOSED) {
      moments.push(...momentsOf(day, from, now.timeZoneId), ...momentsOf(day, before, now.timeZoneId));
    }
  }
  const turn = now.getTimeZoneTransition('next');
  if (turn) moments.push(turn);
  return moments
    .filter((moment) => Temporal.ZonedDateTime.compare(moment, now) > 0)
    .toSorted((a, b) => Temporal.ZonedDateTime.compare(a, b));
};

const weekOf = (days: DayParting['days']): Intervals[] =>
  WEEKDAYS.map((weekday) =>
    days
      .filter(({ day }) => day === weekday)
      .flatMap(({ intervals }) =>
        intervals.map(({ start, end }) => ({ from: minutesOf(start), before: minutesOf(end) })),
      ),
  );

/** Without computing the next change, which takes many times as long. */
export const isOpenAt = ({ days, timeZone }: DayParting, now: Date, ownerZone: string): boolean =>
  days.length === 0 || isOpen(weekOf(days), instantOf(now).toZonedDateTimeISO(timeZone ?? ownerZone));

export const hoursAt = ({ days, timeZone }: DayParting, now: Date, ownerZone: string): Hours => {
  if (days.length === 0) return { open: true, changesAt: null };
  const week = weekOf(days);
  const local = instantOf(now).toZonedDateTimeISO(timeZone ?? ownerZone);
  const open = isOpen(week, local);
  const next = boundaries(week, local).find((moment) => isOpen(week, moment) !== open);
  return { open, changesAt: next === undefined ? null : new Date(next.epochMilliseconds) };
};
