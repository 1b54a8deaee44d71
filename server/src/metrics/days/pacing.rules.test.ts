import { formatMetricValue, METRICS, type MetricKey, pacingMark, roundHalfUp } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { eligibility, eligibleDays, projectionDays } from './eligible-days.ts';
import {
  DEFAULT_WEEKDAY_WEIGHTS,
  effectiveTarget,
  expectedSoFar,
  pacingNumbers,
  pricePerLead,
  projection,
  type PacingParts,
  rollUpPacing,
  rollUpRunRates,
  runRate,
  shareDue,
  weightOf,
} from './pacing.rules.ts';
import { dataThrough, dayOf, daysOf, monthBase, todayIn } from '../periods/periods.ts';

const ZONE = 'America/New_York';
const always = eligibility({
  schedule: { startDate: null, endDate: null, pauses: [], openWeekdays: null },
  history: { closed: [], dayParting: [] },
  zone: ZONE,
  today: dayOf('2025-06-12'),
});

interface Situation {
  now?: string;
  month?: string;
  budget?: number | null;
  spent?: number;
  inquiries?: number;
  inWindow?: number;
  leadsInWindow?: number;
}
/** The full calculation from an instant and a zone to the row. */
const paced = ({
  now = '2025-06-12T15:00:00Z',
  month = '2025-06',
  budget = 60_000,
  spent = 24_310,
  inquiries = 487,
  inWindow = 30_870,
  leadsInWindow = 620,
}: Situation = {}) => {
  const today = todayIn(new Date(now), ZONE);
  const base = monthBase(Temporal.PlainYearMonth.from(month), today);
  const days = eligibleDays(base, today, always);
  const window = projectionDays(base.days, base.done > 0 ? base.through : dataThrough(today), always);
  // The same plan as in the previous month.
  const ahead = { window, planChange: 1, daysLeft: days.daysLeft, weights: DEFAULT_WEEKDAY_WEIGHTS };
  const cameIn = (soFar: number, inAll: number) => ({ soFar, inMonth: soFar, before: inAll - soFar });
  const spentRunRate = runRate(spent, days);
  const leadRunRate = runRate(inquiries, days);
  const due = shareDue('EVEN', { days: daysOf(base.days), done: base.done });
  const parts: PacingParts = {
    spend: spent,
    validLeads: inquiries,
    pairedSpend: spent,
    pairedLeads: inquiries,
    budget,
    expectedSpend: expectedSoFar(budget, due),
    spentRunRate,
    spendProjection: projection({ ...ahead, ...cameIn(spent, inWindow), runRate: spentRunRate }),
    inquiryGoal: 1_200,
    expectedInquiries: expectedSoFar(1_200, due),
    leadRunRate,
    leadProjection: projection({ ...ahead, ...cameIn(inquiries, leadsInWindow), runRate: leadRunRate }),
  };
  return { base, parts, row: { ...parts, ...pacingNumbers(parts, days.fromToday) } };
};
const money = (value: number | null) => (value === null ? null : roundHalfUp(value, 2));

describe('the worked example', () => {
  const { row } = paced();

  test('to the cent', () => {
    expect(money(row.spentRunRate)).toBe(66_300);
    expect(money(row.eCPL)).toBe(49.92);
    expect(money(row.budgetRemaining)).toBe(35_690);
    expect(money(row.dailySpendRemaining)).toBe(1_878.42);
    expect(money(row.delta)).toBe(2_310);
    expect(money(row.spendProjection)).toBe(65_675.8);
    expect(money(row.budgetPlusMinus)).toBe(5_675.8);
    expect(money(row.leadProjection)).toBe(1_317.8);
    expect(money(row.leadRunRate)).toBe(1_328.18);
  });

  test('as displayed', () => {
    const shown = (key: MetricKey & keyof typeof row) => formatMetricValue(METRICS[key], row[key]);
    expect(shown('diffToBudget')).toBe('110.5%');
    // The projection is 109.5 %, so the mark is not "over".
    expect(shown('projectionToBudget')).toBe('109.5%');
    expect(pacingMark({ projectionToBudget: row.projectionToBudget, capped: false }, 10)).toBe('on');
    expect(shown('percentBudgetRemaining')).toBe('59.5%');
    expect(shown('leadRunRate')).toBe('1,328');
    expect(shown('goalInPercentage')).toBe('110.7%');
    expect(shown('goalAttainedPercent')).toBe('40.6%');
    expect(shown('pacingIndex')).toBe('110.5%');
    expect(shown('spendProjection')).toBe('$65,675.80');
  });

  test('weights of 12-30 June sum to 18.76, those of the fourteen days before to 14', () => {
    const weight = (from: string, to: string) =>
      weightOf(daysOf({ from: dayOf(from), to: dayOf(to) }), DEFAULT_WEEKDAY_WEIGHTS);
    expect([weight('2025-06-12', '2025-06-30'), weight('2025-05-29', '2025-06-11')]).toEqual([18.76, 14]);
  });
});

describe('more cases', () => {
  test('(a) 1 June: figures per day are null, the projection still works', () => {
    const { row, base } = paced({ now: '2025-06-01T15:00:00Z', spent: 0, inquiries: 0 });
    expect(base.done).toBe(0);
    expect(row).toMatchObject({ spentRunRate: null, diffToBudget: null, leadRunRate: null, goalInPercentage: null });
    expect(row.dailySpendRemaining).toBe(2_000);
    expect(money(row.spendProjection)).toBe(money((30_870 / 14) * 30.03));
  });

  test('(b) 30 June: one remaining day', () => {
    const { row, base } = paced({ now: '2025-06-30T15:00:00Z', spent: 58_000 });
    expect(base.left).toBe(1);
    expect(money(row.spentRunRate)).toBe(60_000);
    expect(row.dailySpendRemaining).toBe(2_000);
    // The window is the month's 29 days: their weight is the month's minus the last Monday's.
    expect(money(row.spendProjection)).toBe(money(58_000 + (30_870 / (30.03 - 1.16)) * 1.16));
  });

  test('(c) May, viewed in June: the run rate is the spend, and no daily amount remains', () => {
    const { row, base } = paced({ month: '2025-05' });
    expect(base.left).toBe(0);
    expect(row.spentRunRate).toBe(24_310);
    expect(row.leadRunRate).toBe(487);
    expect(row.spendProjection).toBe(24_310);
    expect(row.dailySpendRemaining).toBeNull();
  });

  test('(d) and (e): run rates use eligible days', () => {
    expect(runRate(400, { done: 4, left: 11 })).toBe(1_500);
    expect(runRate(500, { done: 5, left: 19 })).toBe(2_400);
    expect(runRate(500, { done: 0, left: 19 })).toBeNull();
    expect(runRate(500, { done: 0, left: 0 })).toBeNull();
  });

  test('(f) no budget: percentages and the remaining amount are null', () => {
    expect(paced({ budget: null }).row).toMatchObject({
      diffToBudget: null,
      budgetRemaining: null,
      percentBudgetRemaining: null,
      dailySpendRemaining: null,
      delta: null,
      budgetPlusMinus: null,
      pacingIndex: null,
    });
    expect(paced({ budget: 0 }).row).toMatchObject({
      diffToBudget: null,
      percentBudgetRemaining: null,
      pacingIndex: null,
      dailySpendRemaining: 0,
    });
  });

  test('(g) spend without inquiries has no cost per lead', () => {
    expect(paced({ inquiries: 0 }).row.eCPL).toBeNull();
  });

  test('(h) overspent: remaining amount negative, daily remaining 0', () => {
    const { row } = paced({ spent: 61_000 });
    expect(row.budgetRemaining).toBe(-1_000);
    expect(money(row.percentBudgetRemaining)).toBe(-1.67);
    expect(row.dailySpendRemaining).toBe(0);
  });
});

describe('the projection', () => {
  const days = daysOf({ from: dayOf('2025-06-05'), to: dayOf('2025-06-11') });
  const input = {
    soFar: 1_000,
    runRate: 2_000,
    window: { ofMonth: days, before: [] as typeof days },
    inMonth: 700,
    before: 0,
    planChange: null as number | null,
    daysLeft: days,
    weights: DEFAULT_WEEKDAY_WEIGHTS,
  };

  test('is the amount so far plus the window’s pace on the remaining days', () => {
    expect(projection(input)).toBe(1_700);
    expect(projection({ ...input, daysLeft: [] })).toBe(1_000);
    // A Monday brings more than a Sunday.
    const left = (day: string) => projection({ ...input, daysLeft: [dayOf(day)] }) ?? 0;
    expect([left('2025-06-16'), left('2025-06-15')].map(money)).toEqual([1_116, 1_087]);
  });

  test('with fewer than three days equals the run rate', () => {
    const window = (ofMonth: number, before = 0) => ({
      ofMonth: days.slice(0, ofMonth),
      before: days.slice(0, before),
    });
    expect(projection({ ...input, window: window(2) })).toBe(2_000);
    expect(projection({ ...input, window: window(3) })).not.toBe(2_000);
    expect(projection({ ...input, window: window(1, 2) })).not.toBe(2_000);
    expect(projection({ ...input, window: window(0), runRate: null })).toBeNull();
  });

  test('scales days before the month to its plan, with less weight the more the plans differ', () => {
    const weekBefore = daysOf({ from: dayOf('2025-05-29'), to: dayOf('2025-06-04') });
    const turned = { ...input, window: { ofMonth: days, before: weekBefore }, inMonth: 700, before: 1_400 };
    // Both weeks are equal: 2,100 in two weeks.
    expect(projection({ ...turned, planChange: 1 })).toBe(2_050);
    expect(projection({ ...turned, planChange: null })).toBe(2_050);
    // Half the plan: the earlier week counts as 700, so either way a week has 700.
    expect(projection({ ...turned, planChange: 0.5 })).toBe(1_700);
    // Twice the plan: the earlier week counts as 2,800, with a sixteenth of the weight.
    expect(money(projection({ ...turned, planChange: 2 }))).toBe(money(1_000 + (700 + 2_800 / 16) / (1 + 1 / 16)));
    // On the 1st there is no other data: the earlier days, scaled to the new plan.
    const onFirst = { ...turned, soFar: 0, window: { ofMonth: [], before: weekBefore }, inMonth: 0 };
    expect(projection({ ...onFirst, planChange: 2 })).toBe(2_800);
  });
});

describe('the window of a projection', () => {
  const june = { from: dayOf('2025-06-01'), to: dayOf('2025-06-30') };
  const span = (through: string, isEligible: (day: ReturnType<typeof dayOf>) => boolean = () => true) => {
    const { before, ofMonth } = projectionDays(june, dayOf(through), isEligible);
    const days = [...before, ...ofMonth];
    return [days.at(0)?.toString(), days.at(-1)?.toString(), days.length];
  };

  test('has the last fourteen days until the month has more', () => {
    expect(span('2025-05-31')).toEqual(['2025-05-18', '2025-05-31', 14]);
    expect(span('2025-06-11')).toEqual(['2025-05-29', '2025-06-11', 14]);
    expect(span('2025-06-14')).toEqual(['2025-06-01', '2025-06-14', 14]);
    expect(span('2025-06-15')).toEqual(['2025-06-01', '2025-06-15', 15]);
    expect(span('2025-06-30')).toEqual(['2025-06-01', '2025-06-30', 30]);
  });

  test('has days on which the campaign ran, up to five weeks back', () => {
    const isWorkday = ({ dayOfWeek }: { dayOfWeek: number }): boolean => dayOfWeek <= 5;
    expect(span('2025-06-11', isWorkday)).toEqual(['2025-05-23', '2025-06-11', 14]);
    const isMonday = ({ dayOfWeek }: { dayOfWeek: number }): boolean => dayOfWeek === 1;
    expect(span('2025-06-11', isMonday)).toEqual(['2025-05-12', '2025-06-09', 5]);
  });
});

describe('roll-ups', () => {
  test('a row without a run rate adds its amount so far; without any run rate there is none', () => {
    expect(
      rollUpRunRates([
        { value: 100.1, soFar: 40 },
        { value: null, soFar: 7.2 },
        { value: null, soFar: null },
      ]),
    ).toBe(107.3);
    expect(rollUpRunRates([{ value: null, soFar: 7 }])).toBeNull();
    expect(rollUpRunRates([])).toBeNull();
  });

  test('the same campaign twice doubles sums and keeps ratios', () => {
    const { parts, row } = paced();
    const both = rollUpPacing([parts, parts]);
    const numbers = pacingNumbers(both, 19);
    expect(money(both.spentRunRate)).toBe(132_600);
    expect(money(numbers.delta)).toBe(4_620);
    expect(numbers.diffToBudget).toBeCloseTo(row.diffToBudget ?? 0, 9);
    expect(money(numbers.dailySpendRemaining)).toBe(3_756.84);
  });
});

describe('targets', () => {
  const june = { days: daysOf({ from: dayOf('2025-06-01'), to: dayOf('2025-06-30') }), done: 11 };

  test('a revision replaces the month’s, even with 0', () => {
    expect(effectiveTarget(100, null)).toBe(100);
    expect(effectiveTarget(100, 0)).toBe(0);
  });

  test('the seasonal curve weights weekdays', () => {
    const seasonal = shareDue('SEASONAL', june);
    expect(seasonal.of).toBe(30.03);
    expect(seasonal.due).toBe(11.27);
    expect(expectedSoFar(60_000, shareDue('EVEN', june))).toBe(22_000);
    expect(expectedSoFar(null, seasonal)).toBeNull();
  });

  test('the price of a lead is the desktop price, or the average of the devices so far', () => {
    expect(pricePerLead({ desktopPrice: 48, priced: [] })).toBe(48);
    const priced = [
      { price: 48, leads: 1 },
      { price: 40, leads: 3 },
    ];
    expect(pricePerLead({ desktopPrice: 48, priced })).toBe(42);
  });
});
