import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { burnUp, plannedByDay, type SpreadCampaign, toComeByDay } from './burn-up.ts';
import { rollUpPeriod } from '../periods/period-numbers.ts';
import { type WeekdayWeights } from './pacing.rules.ts';
import { type Day, dayOf, daysOf, monthBase } from '../periods/periods.ts';

const EQUAL: WeekdayWeights = [1, 1, 1, 1, 1, 1, 1];
/** Sundays have no weight. */
const WEEKDAYS: WeekdayWeights = [1.2, 1.2, 1.2, 1.2, 1.2, 1, 0];
const JUNE = Temporal.PlainYearMonth.from('2026-06');
const at = (today: string, through?: string) =>
  monthBase(JUNE, dayOf(today), ...(through === undefined ? [] : [dayOf(through)]));
const base = at('2026-06-11');
const NONE = rollUpPeriod([]);

const campaign = (
  spend: number,
  projection: number | null,
  { of = base, freely = projection, days }: { of?: typeof base; freely?: number | null; days?: readonly Day[] } = {},
): SpreadCampaign => {
  const daysLeft = days ?? daysOf(of.days).slice(of.done);
  return {
    base: of,
    days: {
      done: of.done,
      left: daysLeft.length,
      inAll: of.done + daysLeft.length,
      all: daysLeft,
      daysLeft,
      fromToday: 0,
    },
    parts: { ...NONE, spend, spendProjection: projection },
    basis: { spendProjection: freely },
  };
};
const goal = (budget: number | null, pacingCurve: 'EVEN' | 'SEASONAL') => ({
  parts: { ...NONE, budget },
  pacingCurve,
});

test('a plan grows by each line item’s curve to the sum of the budgets', () => {
  const plan = plannedByDay([goal(3_000, 'EVEN'), goal(3_040, 'SEASONAL'), goal(null, 'EVEN')], base, WEEKDAYS);
  expect(plan).toHaveLength(30);
  expect(plan[0]).toBeCloseTo(220, 6);
  // The 7th is the first Sunday: only the even curve increases.
  expect(plan[6]! - plan[5]!).toBeCloseTo(100, 6);
  expect(plan.at(-1)).toBeCloseTo(6_040, 6);
  expect(plannedByDay([goal(null, 'EVEN')], base, EQUAL)).toEqual(Array.from({ length: 30 }, () => null));
});

test('the remaining amount is spread over the campaign’s remaining days', () => {
  const weekend = [dayOf('2026-06-20'), dayOf('2026-06-21')];
  const [onDays, onWeekdays] = [EQUAL, WEEKDAYS].map((weights) =>
    toComeByDay([campaign(100, 300, { days: weekend })], 30, weights),
  );
  expect([18, 19, 20, 29].map((day) => onDays![day])).toEqual([0, 100, 200, 200]);
  expect([18, 19, 20, 29].map((day) => onWeekdays![day])).toEqual([0, 200, 200, 200]);
  // A campaign without projection adds nothing; one without remaining days adds everything on the last day.
  expect(toComeByDay([campaign(100, null)], 30, EQUAL).at(-1)).toBe(0);
  expect(toComeByDay([campaign(100, 120, { days: [] })], 30, EQUAL).slice(-2)).toEqual([0, 20]);
});

test('a capped campaign continues at its pace until it reaches its cap', () => {
  const come = toComeByDay([campaign(1_000, 1_400, { freely: 3_000 })], 30, EQUAL);
  expect(come.slice(9, 16)).toEqual([0, 100, 200, 300, 400, 400, 400]);
  expect(come.at(-1)).toBe(400);
});

const spendOf = (days: number, each: number) =>
  new Map(Array.from({ length: days }, (_, index) => [`2026-06-${String(index + 1).padStart(2, '0')}`, each]));
const total = (spend: number, projection: number | null) => ({
  spend,
  projection,
  low: projection === null ? null : projection - 100,
  high: projection === null ? null : projection + 300,
});

test('spend ends at the month to date and the projection continues from there, with a widening range', () => {
  const days = burnUp({
    base,
    today: dayOf('2026-06-11'),
    weights: EQUAL,
    campaigns: [campaign(1_000, 3_000)],
    goals: [goal(3_300, 'EVEN')],
    total: total(1_000, 3_000),
    spendOf: spendOf(10, 100),
  });
  expect(days[8]).toMatchObject({ date: '2026-06-09', spent: 900, projected: null });
  expect(days[9]).toEqual({
    date: '2026-06-10',
    spent: 1_000,
    late: false,
    planned: 1_100,
    projected: 1_000,
    low: 1_000,
    high: 1_000,
  });
  expect(days[19]).toEqual({
    date: '2026-06-20',
    spent: null,
    late: false,
    planned: 2_200,
    projected: 2_000,
    low: 1_950,
    high: 2_150,
  });
  expect(days[29]).toMatchObject({ spent: null, planned: 3_300, projected: 3_000, low: 2_900, high: 3_300 });
});

test('a month without a projection has a plan only, and a finished one no projection', () => {
  const question = { today: dayOf('2026-07-05'), weights: EQUAL, goals: [goal(300, 'EVEN')] };
  const over = at('2026-07-05');
  const ended = burnUp({
    ...question,
    base: over,
    campaigns: [campaign(300, 300, { of: over })],
    total: total(300, 300),
    spendOf: spendOf(30, 10),
  });
  expect(ended.at(-1)).toEqual({
    date: '2026-06-30',
    spent: 300,
    late: false,
    planned: 300,
    projected: null,
    low: null,
    high: null,
  });
  const none = burnUp({ ...question, base, campaigns: [], total: total(0, null), spendOf: new Map() });
  expect(none.at(-1)).toMatchObject({ spent: null, planned: 300, projected: null });
  expect(none[9]).toMatchObject({ spent: 0 });
});

test('spend that a late account has not delivered is projected on top of the others’', () => {
  const late = at('2026-06-11', '2026-06-08');
  const days = burnUp({
    base,
    today: dayOf('2026-06-11'),
    weights: EQUAL,
    campaigns: [campaign(600, 1_800), campaign(400, 1_500, { of: late })],
    goals: [goal(3_300, 'EVEN')],
    total: total(1_000, 3_300),
    spendOf: new Map([...spendOf(8, 110), ['2026-06-09', 60], ['2026-06-10', 60]]),
  });
  expect(days[6]?.projected).toBeNull();
  expect(days[7]).toMatchObject({ spent: 880, late: false, projected: 880 });
  expect(days[9]).toMatchObject({ spent: 1_000, late: true, projected: 1_100 });
  expect(days[29]).toMatchObject({ spent: null, late: false, projected: 3_300 });
});
