import type { WidgetBody } from '@paceline/contract';
import type { DashboardSearch } from './dashboard-search.ts';

export const RANGES = {
  own: 'Each widget’s own',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  last7: 'Last 7 days',
  last28: 'Last 28 days',
  last3Months: 'Last 3 months',
  last12Months: 'Last 12 months',
  custom: 'Custom',
} as const;
export type RangeChoice = keyof typeof RANGES;
export const isRange = (name: string | undefined): name is RangeChoice =>
  name !== undefined && Object.hasOwn(RANGES, name);

const iso = (date: Date): string => date.toISOString().slice(0, 10);
const utc = (text: string): Date => new Date(`${text}T00:00:00Z`);
const plusDays = (text: string, days: number): string => {
  const date = utc(text);
  date.setUTCDate(date.getUTCDate() + days);
  return iso(date);
};
const firstOfMonth = (text: string, months = 0): string => {
  const date = utc(`${text.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return iso(date);
};

/** The calendar day in the owner's zone. */
export const todayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);

/** The first and the last day of a choice; null where each widget has its own days. Days end with the last complete one. */
export const daysOf = (
  { range, from, to }: DashboardSearch,
  today: string,
): { startDate: string; endDate: string } | null => {
  const through = plusDays(today, -1);
  switch (isRange(range) ? range : 'own') {
    case 'thisMonth':
      return { startDate: firstOfMonth(today), endDate: through < firstOfMonth(today) ? today : through };
    case 'lastMonth':
      return { startDate: firstOfMonth(today, -1), endDate: plusDays(firstOfMonth(today), -1) };
    case 'last7':
      return { startDate: plusDays(through, -6), endDate: through };
    case 'last28':
      return { startDate: plusDays(through, -27), endDate: through };
    case 'last3Months':
      return { startDate: firstOfMonth(today, -3), endDate: plusDays(firstOfMonth(today), -1) };
    case 'last12Months':
      return { startDate: firstOfMonth(today, -12), endDate: plusDays(firstOfMonth(today), -1) };
    case 'custom':
      return from !== undefined && to !== undefined && from <= to ? { startDate: from, endDate: to } : null;
    case 'own':
      return null;
  }
};

/** The body that a widget is asked with, from the address. */
export const bodyOf = (search: DashboardSearch, ownerKey: number, today: string): WidgetBody => ({
  ownerKey,
  ...daysOf(search, today),
  ...(search.brand && { brandKeys: search.brand }),
  ...(search.client && { clientKeys: search.client }),
  ...(search.campus && { campusKeys: search.campus }),
  ...(search.lineItem && { goalKeys: search.lineItem }),
  ...(search.customChannel && { customChannelKeys: search.customChannel }),
  ...(search.partner && { partnerKeys: search.partner }),
  ...(search.channel && { channels: search.channel }),
  ...((search.compare === 'previous' || search.compare === 'lastYear') && { compare: search.compare }),
});
