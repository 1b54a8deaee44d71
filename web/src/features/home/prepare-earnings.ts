import {
  type CallResponse,
  type EarnedMonth,
  firstOfMonth,
  lastOfMonth,
  type partnerEarnings,
  sumOf,
} from '@paceline/contract';
import { writtenMonth } from '../../lib/text/days-text.ts';
import { formatDay, formatDollars, formatInstant, formatShortDay, formatWholeDollars } from '../../lib/text/format.ts';
import { axesOf, knownLine, placeTooltip, plannedLine } from '../../ui/chart/fan.ts';
import type { ChartOption } from '../../ui/chart/echarts.ts';
import type { ChartColours } from '../../ui/chart/palette.ts';

export type Earnings = CallResponse<typeof partnerEarnings>;

/** A day of the month: what was earned on it in this month and in the last one; null for a day that has not come or does not exist. */
interface EarningsDay {
  number: number;
  current: number | null;
  last: number | null;
}

const dayNumber = (day: string): number => Number(day.slice(8));
const dayIn = (month: string, number: number): string => `${month.slice(0, 8)}${String(number).padStart(2, '0')}`;

const lastMonthOf = ({ month }: Pick<Earnings, 'month'>): string => firstOfMonth(month, -1);

/** This month and the last, by the number of the day. */
export const earningsDays = ({ month, today, days }: Earnings): EarningsDay[] => {
  const last = lastMonthOf({ month });
  const earned = new Map(days.map((one) => [one.day, one.earned]));
  // An owner further east may have begun a day more.
  const reached = Math.max(
    dayNumber(today),
    ...days.filter(({ day }) => day >= month).map(({ day }) => dayNumber(day)),
  );
  const lengths = { current: dayNumber(lastOfMonth(month)), last: dayNumber(lastOfMonth(last)) };
  return Array.from({ length: Math.max(lengths.current, lengths.last) }, (_, index) => {
    const number = index + 1;
    return {
      number,
      current: number > reached ? null : (earned.get(dayIn(month, number)) ?? 0),
      last: number > lengths.last ? null : (earned.get(dayIn(last, number)) ?? 0),
    };
  });
};

/** Earnings of a month: what is due, and what is expected for leads that wait to be delivered. */
const earnedIn = ({ due, expected }: Pick<EarnedMonth, 'due' | 'expected'>): number => due + (expected ?? 0);

const totalOf = ({ owners }: Earnings, index: number): number =>
  sumOf(owners.flatMap(({ months }) => (months[index] === undefined ? [] : [earnedIn(months[index])]))) ?? 0;

interface EarningsTotals {
  current: number;
  last: number;
  /** Of the last month, through the same day. */
  lastSoFar: number;
  /** Percent; null without earnings to compare with. */
  change: number | null;
}

export const earningsTotals = (earnings: Earnings): EarningsTotals => {
  const lastSoFar = sumOf(earningsDays(earnings).map(({ current, last }) => (current === null ? null : last))) ?? 0;
  const current = totalOf(earnings, 0);
  return {
    current,
    last: totalOf(earnings, 1),
    lastSoFar,
    change: lastSoFar > 0 ? ((current - lastSoFar) / lastSoFar) * 100 : null,
  };
};

export const hasEarned = ({ owners, days }: Earnings): boolean =>
  days.some(({ earned }) => earned !== 0) || owners.some(({ months }) => months.some(isWorthARow));

/** The two months by name: "November", "October". */
export const monthNames = ({ month }: Pick<Earnings, 'month'>): { current: string; last: string } => ({
  current: writtenMonth(month).split(' ')[0] ?? '',
  last: writtenMonth(lastMonthOf({ month })).split(' ')[0] ?? '',
});

/** The chart in a sentence, for screen readers. */
export const earningsLabel = (earnings: Earnings): string => {
  const { current, lastSoFar } = earningsTotals(earnings);
  const names = monthNames(earnings);
  return `Earnings by day: ${formatWholeDollars(current)} in ${names.current} by ${formatShortDay(earnings.today)}, ${formatWholeDollars(lastSoFar)} in ${names.last} by the same day`;
};

/** This month in blue against the last in grey. */
export const earningsChart =
  (earnings: Earnings) =>
  (colours: ChartColours): ChartOption => {
    const days = earningsDays(earnings);
    const names = monthNames(earnings);
    const lineOf = (month: string, number: number, value: number | null): string[] =>
      value === null ? [] : [`${formatShortDay(dayIn(month, number))}: ${formatDollars(value)}`];
    return {
      grid: { left: 8, right: 12, top: 34, bottom: 6, containLabel: true },
      legend: {
        top: 0,
        left: 0,
        data: [names.current, names.last],
        textStyle: { color: colours.text },
        itemStyle: { opacity: 0 },
        selectedMode: false,
      },
      tooltip: placeTooltip(days, ({ number, current, last }) => [
        ...lineOf(earnings.month, number, current),
        ...lineOf(lastMonthOf(earnings), number, last),
      ]),
      ...axesOf(
        colours,
        days.map(({ number }) => String(number)),
        formatWholeDollars,
      ),
      series: [
        knownLine(
          names.current,
          days.map(({ current }) => current),
          colours.series[0] ?? '',
        ),
        plannedLine(
          names.last,
          days.map(({ last }) => last),
          colours,
        ),
      ],
    };
  };

/** A month without leads and money says nothing. */
const isWorthARow = ({ due, expected, billableLeads }: EarnedMonth): boolean =>
  due !== 0 || (expected ?? 0) !== 0 || billableLeads !== 0;

interface DueRow extends EarnedMonth {
  ownerKey: number;
  /** When it is paid, or what it waits for. */
  when: string;
}
interface DueMonth {
  month: string;
  rows: DueRow[];
  due: number;
  expected: number | null;
}

/** When a month is paid, or what it waits for. */
export const whenText = ({ status, closesAt, closedAt, payBy, paidOn }: EarnedMonth, timeZone: string): string => {
  if (status === 'CLOSED') {
    if (paidOn !== null) return `Paid ${formatDay(paidOn)}`;
    if (payBy !== null) return `Payable by ${formatDay(payBy)}`;
    return closedAt === null ? 'Closing' : `Closed ${formatInstant(closedAt, timeZone)}`;
  }
  return status === 'REOPENED' ? 'Open until your agency closes it' : `Closes ${formatInstant(closesAt, timeZone)}`;
};

/** The months with something in them, the newest first, each with its school groups. */
export const dueMonths = ({ owners }: Earnings, zoneOf: (ownerKey: number) => string): DueMonth[] => {
  const rows = owners.flatMap(({ ownerKey, months }) =>
    months.filter(isWorthARow).map((month): DueRow => ({
      ...month,
      // What was paid of a closed month is no longer due.
      due: month.open ?? month.due,
      ownerKey,
      when: whenText(month, zoneOf(ownerKey)),
    })),
  );
  return [...Map.groupBy(rows, ({ month }) => month)]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, own]) => ({
      month,
      rows: own,
      due: sumOf(own.map(({ due }) => due)) ?? 0,
      expected: sumOf(own.map(({ expected }) => expected)),
    }));
};
