import { type RangeName, type WidgetBody } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { completeMonths } from '../../../metrics/maturity.rules.ts';
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
  monthToDateOverMonth,
  rollingThree,
  yearBeforeRange,
} from '../../../metrics/periods.ts';

const monthsUntil = (today: Day, count: number): DayRange => ({
  from: today
    .toPlainYearMonth()
    .subtract({ months: count - 1 })
    .toPlainDate({ day: 1 }),
  to: today,
});

/** On the first day of a month nothing of it is complete: what today has so far is all there is. */
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

/** A whole month, or as much of it as is complete. */
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

/** The days before, as many; a month so far is compared with the first days of the month before. */
const daysBefore = (range: DayRange, today: Day): DayRange => {
  const base = monthBase(today.toPlainYearMonth(), today);
  const isMonthToDate = range.from.equals(base.days.from) && range.to.equals(base.through);
  const overMonth: Comparison | null = isMonthToDate ? monthToDateOverMonth(base) : null;
  if (overMonth !== null) return overMonth.previous;
  const wholeMonths = range.from.day === 1 && range.to.day === range.to.daysInMonth;
  const to = range.from.subtract({ days: 1 });
  if (!wholeMonths) return { from: range.from.subtract({ days: countDays(range) }), to };
  const months = range.from.toPlainYearMonth().until(range.to.toPlainYearMonth(), { largestUnit: 'months' }).months + 1;
  return { from: range.from.subtract({ months }), to };
};

export const comparedRange = (range: DayRange, compare: 'previous' | 'lastYear', today: Day): DayRange =>
  compare === 'lastYear' ? yearBeforeRange(range) : daysBefore(range, today);
