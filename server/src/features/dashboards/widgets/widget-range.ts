import { comparedDays, type Comparison as Compare, type RangeName, type WidgetBody } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { completeMonths } from '../../../metrics/maturity/maturity.rules.ts';
import {
  type Comparison,
  dataThrough,
  type Day,
  dayOf,
  type DayRange,
  countDays,
  lastDays,
  lastWeek,
  monthBase,
  monthDays,
  rollingThree,
} from '../../../metrics/periods/periods.ts';

const monthsUntil = (today: Day, count: number): DayRange => ({
  from: today
    .toPlainYearMonth()
    .subtract({ months: count - 1 })
    .toPlainDate({ day: 1 }),
  to: today,
});

/** On the first day of a month no day is complete: only today's data so far exist. */
const monthToDate = (today: Day): DayRange => {
  const base = monthBase(today.toPlainYearMonth(), today);
  return { from: base.days.from, to: base.done > 0 ? base.through : today };
};

const ownRange = (name: RangeName, today: Day): DayRange => {
  const through = dataThrough(today);
  switch (name) {
    case 'monthToDate':
      return monthToDate(today);
    case 'lastMonth':
      return completeMonths(through, 1);
    case 'threeMonths':
      return completeMonths(through, 3);
    case 'sixMonths':
      return monthsUntil(through, 6);
    case 'twelveMonths':
      return monthsUntil(through, 12);
    case 'thirteenMonths':
      return monthsUntil(through, 13);
    case 'last28Days':
      return lastDays(through, 28).current;
    case 'lastWeek':
      return lastWeek(today);
    case 'yesterday':
      return { from: through, to: through };
    case 'lastThreeDays':
      return rollingThree(through).current;
    case 'threeDaysLastWeek':
      return rollingThree(through).previous;
  }
};

export const monthOf = (text: string): Temporal.PlainYearMonth => Temporal.PlainYearMonth.from(text.slice(0, 7));

/** A whole month, or its complete days. */
const rangeOfMonth = (month: Temporal.PlainYearMonth, today: Day): DayRange => {
  const running = Temporal.PlainYearMonth.compare(month, today.toPlainYearMonth()) === 0;
  return running ? monthToDate(today) : monthDays(month);
};

export const widgetRange = (
  { startDate, endDate, month }: Pick<WidgetBody, 'startDate' | 'endDate' | 'month'>,
  own: RangeName,
  today: Day,
): DayRange => {
  if (startDate !== undefined && endDate !== undefined) return { from: dayOf(startDate), to: dayOf(endDate) };
  if (month !== undefined) return rangeOfMonth(monthOf(month), today);
  return ownRange(own, today);
};

/** By the same rule as on the page, which names the compared days before the request. */
export const comparedRange = (range: DayRange, compare: Compare, today: Day): DayRange => {
  const { from, to } = comparedDays(
    { from: range.from.toString(), to: range.to.toString() },
    compare,
    today.toString(),
  );
  return { from: dayOf(from), to: dayOf(to) };
};

/**
 * For a late source, the days that exist and as many compared days: 25 days of sessions against 28 would look like a fall. Null where none
 * of the days exists.
 */
export const loadedRanges = (range: DayRange, compared: DayRange, through: Day): Comparison | null => {
  if (Temporal.PlainDate.compare(through, range.to) >= 0) return { current: range, previous: compared };
  if (Temporal.PlainDate.compare(through, range.from) < 0) return null;
  const current = { from: range.from, to: through };
  return { current, previous: { from: compared.from, to: compared.from.add({ days: countDays(current) - 1 }) } };
};
