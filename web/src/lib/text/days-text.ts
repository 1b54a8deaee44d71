import type { Comparison, Days } from '@paceline/contract';

const utc = (text: string): Date => new Date(`${text}T00:00:00Z`);
const dayText = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });
export const writtenDay = (day: string): string => dayText.format(utc(day));
/** "Nov 1 – 14, 2026": a shared year and month appear once. */
export const writtenDays = ({ from, to }: Days): string =>
  dayText.formatRange(utc(from), utc(to)).replaceAll(/\s/g, ' ');
const monthText = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
export const writtenMonth = (month: string): string => monthText.format(utc(`${month.slice(0, 7)}-01`));

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  previous: 'Previous period',
  weekdays: 'Same weekdays before',
  lastYear: 'Last year',
};
