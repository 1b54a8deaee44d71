import { formatMetricValue, METRICS, type MetricKey, pacingMark, roundHalfUp } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { eligibility, eligibleDays, recentEligibleDays } from './eligible-days.ts';
import {
  DEFAULT_WEEKDAY_WEIGHTS,
  effectiveTarget,
  expectedSoFar,
  pacingNumbers,
  pricePerLead,
  type PacingParts,
  rollUpPacing,
  rollUpRunRates,
  runRate,
  shareDue,
  spendProjection,
  sumBudgets,
  weightOf,
} from './pacing.rules.ts';
import { dataThrough, dayOf, daysOf, monthBase, todayIn } from './periods.ts';

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
  lastWeekSpend?: number;
}
/** The whole way from an instant and a zone to the row. */
const paced = ({
  now = '2025-06-12T15:00:00Z',
  month = '2025-06',
  budget = 60_000,
  spent = 24_310,
  inquiries = 487,
  lastWeekSpend = 16_450,
}: Situation = {}) => {
  const today = todayIn(new Date(now), ZONE);
  const base = monthBase(Temporal.PlainYearMonth.from(month), today);
  const days = eligibleDays(base, today, always);
  const recentDays = recentEligibleDays(base.done > 0 ? base.through : dataThrough(today), always);
  const spentRunRate = runRate(spent, days);
  const due = shareDue('EVEN', { days: daysOf(base.days), done: base.done });
  const parts: PacingParts = {
    spend: spent,
    validLeads: inquiries,
    budget,
    expectedSpend: expectedSoFar(budget, due),
    spentRunRate,
    spendProjection: spendProjection({
      spent,
      spentRunRate,
      recentDays,
      recentSpend: lastWeekSpend,
      daysLeft: days.daysLeft,
      weights: DEFAULT_WEEKDAY_WEIGHTS,
      capAmount: null,
    }),
    inquiryGoal: 1_200,
    expectedInquiries: expectedSoFar(1_200, due),
    leadRunRate: runRate(inquiries, days),
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
    expect(money(row.spendProjection)).toBe(68_396);
    expect(money(row.budgetPlusMinus)).toBe(8_396);
    expect(money(row.leadRunRate)).toBe(1_328.18);
  });

  test('as it is read', () => {
    const shown = (key: MetricKey & keyof typeof row) => formatMetricValue(METRICS[key], row[key]);
    expect(shown('diffToBudget')).toBe('110.5%');
    expect(pacingMark(row.diffToBudget)).toBe('over');
    expect(shown('percentBudgetRemaining')).toBe('59.5%');
    expect(shown('leadRunRate')).toBe('1,328');
    expect(shown('goalInPercentage')).toBe('110.7%');
    expect(shown('goalAttainedPercent')).toBe('40.6%');
    expect(shown('pacingIndex')).toBe('110.5%');
    expect(shown('spendProjection')).toBe('$68,396.00');
  });

  test('weights of 12-30 June sum to 18.76', () => {
    const days = daysOf({ from: dayOf('2025-06-12'), to: dayOf('2025-06-30') });
    expect(weightOf(days, DEFAULT_WEEKDAY_WEIGHTS)).toBe(18.76);
  });
});

describe('more cases', () => {
  test('(a) 1 June: what is divided by days is null, the projection still works', () => {
    const { row, base } = paced({ now: '2025-06-01T15:00:00Z', spent: 0, inquiries: 0 });
    expect(base.done).toBe(0);
    expect(row).toMatchObject({ spentRunRate: null, diffToBudget: null, leadRunRate: null, goalInPercentage: null });
    expect(row.dailySpendRemaining).toBe(2_000);
    expect(money(row.spendProjection)).toBe(money((16_450 / 7) * 30.03));
  });

  test('(b) 30 June: one day left', () => {
    const { row, base } = paced({ now: '2025-06-30T15:00:00Z', spent: 58_000 });
    expect(base.left).toBe(1);
    expect(money(row.spentRunRate)).toBe(60_000);
    expect(row.dailySpendRemaining).toBe(2_000);
    expect(money(row.spendProjection)).toBe(money(58_000 + (16_450 / 7) * 1.16));
  });

  test('(c) May, seen in June: the run rate is what was spent, nothing remains by day', () => {
    const { row, base } = paced({ month: '2025-05' });
    expect(base.left).toBe(0);
    expect(row.spentRunRate).toBe(24_310);
    expect(row.leadRunRate).toBe(487);
    expect(row.spendProjection).toBe(24_310);
    expect(row.dailySpendRemaining).toBeNull();
  });

  test('(d) and (e): run rates go by eligible days', () => {
    expect(runRate(400, { done: 4, left: 11 })).toBe(1_500);
    expect(runRate(500, { done: 5, left: 19 })).toBe(2_400);
    expect(runRate(500, { done: 0, left: 19 })).toBeNull();
    expect(runRate(500, { done: 0, left: 0 })).toBeNull();
  });

  test('(f) no budget: every percent of it is null, and so is what remains of it', () => {
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

  test('(h) overspent: the rest is negative, the daily rest 0', () => {
    const { row } = paced({ spent: 61_000 });
    expect(row.budgetRemaining).toBe(-1_000);
    expect(money(row.percentBudgetRemaining)).toBe(-1.67);
    expect(row.dailySpendRemaining).toBe(0);
  });
});

describe('the projection', () => {
  const days = daysOf({ from: dayOf('2025-06-05'), to: dayOf('2025-06-11') });
  const input = {
    spent: 1_000,
    spentRunRate: 2_000,
    recentDays: days,
    recentSpend: 700,
    daysLeft: days,
    weights: DEFAULT_WEEKDAY_WEIGHTS,
    capAmount: null,
  };

  test('stops at the cap, but never below what is spent', () => {
    expect(spendProjection(input)).toBe(1_700);
    expect(spendProjection({ ...input, capAmount: 1_500 })).toBe(1_500);
    expect(spendProjection({ ...input, capAmount: 400 })).toBe(1_000);
    expect(spendProjection({ ...input, capAmount: 9_999 })).toBe(1_700);
  });

  test('with fewer than three days is the run rate', () => {
    expect(spendProjection({ ...input, recentDays: days.slice(0, 2) })).toBe(2_000);
    expect(spendProjection({ ...input, recentDays: [], spentRunRate: null })).toBeNull();
  });
});

describe('roll-ups', () => {
  test('a row without a run rate adds what it has; all without have none', () => {
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

  test('twice the same campaign is twice its sums and once its ratios', () => {
    const { parts, row } = paced();
    const both = rollUpPacing([parts, parts]);
    const numbers = pacingNumbers(both, 19);
    expect(money(both.spentRunRate)).toBe(132_600);
    expect(money(numbers.delta)).toBe(4_620);
    expect(numbers.diffToBudget).toBeCloseTo(row.diffToBudget ?? 0, 9);
    expect(money(numbers.dailySpendRemaining)).toBe(3_756.84);
  });

  test('budgets leave out and count those that have none', () => {
    expect(sumBudgets([100.1, null, 200.2])).toEqual({ budget: 300.3, without: 1 });
    expect(sumBudgets([null])).toEqual({ budget: null, without: 1 });
  });
});

describe('targets', () => {
  const june = { days: daysOf({ from: dayOf('2025-06-01'), to: dayOf('2025-06-30') }), done: 11 };

  test('a revision replaces the month’s, also with 0', () => {
    expect(effectiveTarget(100, null)).toBe(100);
    expect(effectiveTarget(100, 0)).toBe(0);
  });

  test('the seasonal curve weighs weekdays', () => {
    const seasonal = shareDue('SEASONAL', june);
    expect(seasonal.of).toBe(30.03);
    expect(seasonal.due).toBe(11.27);
    expect(expectedSoFar(60_000, shareDue('EVEN', june))).toBe(22_000);
    expect(expectedSoFar(null, seasonal)).toBeNull();
  });

  test('the price of a lead is the desktop’s, or what the devices so far paid on average', () => {
    expect(pricePerLead({ desktopPrice: 48, priced: [] })).toBe(48);
    const priced = [
      { price: 48, leads: 1 },
      { price: 40, leads: 3 },
    ];
    expect(pricePerLead({ desktopPrice: 48, priced })).toBe(42);
  });
});
