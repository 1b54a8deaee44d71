import { type Days, firstOfMonth, lastOfMonth, plusDays } from '../values/days.ts';

/** Relative ranges of days. They end with the last complete day. */
export const NAMED_RANGES = {
  thisMonth: 'This month',
  lastMonth: 'Last month',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last28: 'Last 28 days',
  last3Months: 'Last 3 months',
  last6Months: 'Last 6 months',
  last12Months: 'Last 12 months',
} as const;
export type NamedRange = keyof typeof NAMED_RANGES;

const monthsBack = (today: string, months: number): Days => ({
  from: firstOfMonth(today, -months),
  to: lastOfMonth(today, -1),
});
const lastDays = (through: string, days: number): Days => ({ from: plusDays(through, 1 - days), to: through });

/** A month through its last complete day; on its first day, today so far. */
export const daysOfMonth = (month: string, today: string): Days => {
  const from = `${month}-01`;
  if (month !== today.slice(0, 7)) return { from, to: lastOfMonth(from) };
  const through = plusDays(today, -1);
  return { from, to: through < from ? today : through };
};

export const daysOfRange = (range: NamedRange, today: string): Days => {
  const through = plusDays(today, -1);
  return {
    thisMonth: daysOfMonth(today.slice(0, 7), today),
    lastMonth: monthsBack(today, 1),
    yesterday: { from: through, to: through },
    last7: lastDays(through, 7),
    last28: lastDays(through, 28),
    last3Months: monthsBack(today, 3),
    last6Months: monthsBack(today, 6),
    last12Months: monthsBack(today, 12),
  }[range];
};
