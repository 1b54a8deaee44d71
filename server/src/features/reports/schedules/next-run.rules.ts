import { type ScheduleTime } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';

/** Every day of the month occurs within this many days. */
const MAX_DAYS = 63;

const isOn = ({ every, weekday, monthDay }: ScheduleTime, day: Temporal.PlainDate): boolean => {
  if (every === 'day') return true;
  if (every === 'week') return day.dayOfWeek === weekday;
  return day.day === Math.min(monthDay ?? 1, day.daysInMonth);
};

/**
 * The next time that a schedule is due on the owner's clock, with daylight saving: a skipped hour becomes the one after it, and of a
 * repeated hour the first counts.
 */
export const nextRun = (time: ScheduleTime, after: Date, zone: string): Date => {
  const first = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let ahead = 0; ahead < MAX_DAYS; ahead += 1) {
    const day = first.add({ days: ahead });
    if (!isOn(time, day)) continue;
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour: time.hour }) });
    if (at.epochMilliseconds > after.getTime()) return new Date(at.epochMilliseconds);
  }
  throw new Error('A schedule has no next time');
};
