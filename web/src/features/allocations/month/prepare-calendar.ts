import { type AllocationMonth, type CampaignRow, isEarly, type MonthCalendar } from '@paceline/contract';
import { formatDays, formatShortDay, zoneName } from '../../../lib/text/format.ts';

/** Date facts in a table's head. */
export interface HeadFacts {
  /** "November 2026". */
  month: string;
  facts: string[];
  /** Marks a month with a day or two of data, or without a complete day. */
  mark: 'early' | 'partial' | null;
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthName = (month: string): string => monthFormat.format(new Date(`${month}T00:00:00Z`));
const monthWord = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

const dayOf = (day: string): number => Number(day.slice(8));

/** Spend is as recent as its ad accounts, inquiries as their intake: two dates if they differ. */
const throughWords = (spend: string, leads: string, what = ''): string =>
  spend === leads
    ? `${what}through ${formatShortDay(spend)}`
    : `spend through ${formatShortDay(spend)}, inquiries through ${formatShortDay(leads)}`;

/** For an owner's month: date, progress and data dates. The zone is in the bar above. */
export const calendarFacts = (calendar: MonthCalendar, month: AllocationMonth): HeadFacts => {
  const { daysDone, days, daysFromToday, today, through, leadsThrough } = calendar;
  if (month === 'next')
    return {
      month: monthName(calendar.month),
      facts: [
        `starts in ${formatDays(startsIn(today, calendar.month))}`,
        `${monthWord(today)} to date, ${throughWords(through, leadsThrough)}`,
      ],
      mark: null,
    };
  return {
    month: monthName(calendar.month),
    facts: [`${daysDone} of ${days} days done, ${daysFromToday} to go`, throughWords(through, leadsThrough, 'data ')],
    mark: daysDone === 0 ? 'partial' : calendar.early ? 'early' : null,
  };
};

const DAY_MS = 86_400_000;
const startsIn = (today: string, first: string): number => (Date.parse(first) - Date.parse(today)) / DAY_MS;

/** A media partner's owners have different calendars: combines the facts of its rows. */
export const rowFacts = (
  rows: readonly CampaignRow[],
  month: AllocationMonth,
  zone: string | null,
): HeadFacts | null => {
  const [first] = rows;
  if (!first) return null;
  const through = rows.map((row) => row.through).toSorted()[0] ?? first.through;
  const isRunning = month === 'current' && through.slice(0, 7) === first.month.slice(0, 7);
  const isPartial = month === 'current' && rows.some(({ partial }) => partial);
  return {
    month: monthName(first.month),
    facts: [
      `data through ${formatShortDay(through)}`,
      zone ? zoneName(zone, new Date()) : 'each school group’s own time zone',
    ],
    mark: isPartial ? 'partial' : isRunning && isEarly(dayOf(through)) ? 'early' : null,
  };
};
