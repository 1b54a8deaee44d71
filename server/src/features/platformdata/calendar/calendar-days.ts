import { plusDays, type PlatformDay, type PlatformDayState } from '@paceline/contract';
import { type CalendarPlace, type StoredDay } from './calendar.queries.ts';

const stateOf = (day: string, stored: StoredDay | undefined, place: CalendarPlace): PlatformDayState | null => {
  if (stored !== undefined) return stored.correctedAt === null ? 'loaded' : 'corrected';
  const { today, isExpected, firstDay } = place;
  // Today is not over, and nothing was expected before the first day.
  if (!isExpected || firstDay === null || day < firstDay || day >= today) return null;
  return day === plusDays(today, -1) ? 'due' : 'missing';
};

/** The days of a span, loaded or expected: yesterday's may still come, older ones without data are missing. */
export const calendarOf = (
  stored: readonly StoredDay[],
  place: CalendarPlace,
  { from, to }: { from: string; to: string },
): PlatformDay[] => {
  const byDay = new Map(stored.map((day) => [day.day, day]));
  const days: PlatformDay[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    const calendarDay = byDay.get(day);
    const state = stateOf(day, calendarDay, place);
    if (state === null) continue;
    days.push({
      day,
      state,
      fileSums: calendarDay?.fileSums ?? null,
      storedSums: calendarDay?.storedSums ?? null,
      fileName: calendarDay?.fileName ?? null,
      loadedAt: calendarDay?.loadedAt?.toISOString() ?? null,
      correctedAt: calendarDay?.correctedAt?.toISOString() ?? null,
    });
  }
  return days;
};
