import { z } from 'zod';

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const WEEKDAY_NAMES = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
} as const satisfies Record<Weekday, string>;

const MAX_INTERVALS = 6;
const STEP_MINUTES = 15;

/** `08:15` → 495. The end of the day is `24:00`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const time = z.string().regex(/^(?:[01]\d|2[0-4]):[0-5]\d$/, 'must be a time of day');

const dayIntervalSchema = z.strictObject({
  start: time,
  /** Exclusive: an interval until 20:00 is closed at 20:00. */
  end: time,
  cap: z.int().min(0).nullable().default(null),
});

/** Weekly hours in which leads are accepted. No days at all means always open; a missing day is closed. */
export const dayPartingSchema = z.strictObject({
  /** The campus's, else the owner's; null until one is chosen. */
  timeZone: z.string().max(64).nullable().default(null),
  outsideHours: z.enum(['REJECT', 'HOLD']).default('REJECT'),
  days: z.array(z.strictObject({ day: z.enum(WEEKDAYS), intervals: z.array(dayIntervalSchema) })).max(7),
});
export type DayParting = z.infer<typeof dayPartingSchema>;

interface DayPartingProblem {
  day: Weekday;
  message: string;
}

const dayProblem = (day: Weekday, intervals: readonly { start: string; end: string }[]): string | null => {
  if (intervals.length > MAX_INTERVALS) return `No more than ${MAX_INTERVALS} intervals per day.`;
  const spans = intervals
    .map(({ start, end }) => ({ start: minutesOf(start), end: minutesOf(end) }))
    .toSorted((a, b) => a.start - b.start);
  if (spans.some(({ start, end }) => end <= start)) return 'End must be after start.';
  if (spans.some(({ start, end }) => start % STEP_MINUTES !== 0 || end % STEP_MINUTES !== 0 || end > 24 * 60)) {
    return `Times must be in steps of ${STEP_MINUTES} minutes.`;
  }
  const overlap = spans.some((span, index) => index > 0 && span.start < spans[index - 1]!.end);
  return overlap ? `Intervals on ${WEEKDAY_NAMES[day]} overlap.` : null;
};

/** Problems of the weekly hours, at most one per day. */
export const dayPartingProblems = ({ days }: Pick<DayParting, 'days'>): DayPartingProblem[] =>
  days.flatMap(({ day, intervals }, index) => {
    if (days.findIndex((other) => other.day === day) !== index) {
      return [{ day, message: `${WEEKDAY_NAMES[day]} is listed twice.` }];
    }
    const message = dayProblem(day, intervals);
    return message === null ? [] : [{ day, message }];
  });
