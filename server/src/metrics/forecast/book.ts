import { projectionRange, type Stage } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { listCurves, listOnlineModels } from '../curves/curves.queries.ts';
import { DEFAULT_LAG_CURVES, type OwnerCurves, type Segment } from '../maturity/maturity.rules.ts';
import { loadOwnerDay, loadPeriod } from '../periods/period-facts.ts';
import { type GoalPeriod } from '../periods/period-numbers.ts';
import { type Day, dayOf, isBefore } from '../periods/periods.ts';
import { arrivalShares } from './arrivals.rules.ts';
import { BASIS_MONTHS } from './basis.rules.ts';
import {
  type GoalFacts,
  type GoalMonthRow,
  KPI_FACTS,
  listCapacities,
  listGoalAccounts,
  listGoalFacts,
  listGoalMonths,
} from './history.queries.ts';
import {
  byKpi,
  COUNTED_KPIS,
  type CountedKpi,
  type LineHistory,
  openRates,
  type OwnerHistory,
  type RateBook,
  STAGE_KPIS,
  type StageKpi,
} from './line.rules.ts';
import { HISTORY_MONTHS, type RunningMonth, sum } from './series.rules.ts';

const STAGE_OF = {
  contacts: 'contact',
  applications: 'application',
  enrollments: 'enrollment',
  starts: 'start',
} as const satisfies Record<StageKpi, Stage>;

/** All inputs of an owner's forecasts, read once. */
export interface ForecastBook {
  ownerKey: number;
  today: Day;
  /** First day of the current month. */
  currentMonth: string;
  history: OwnerHistory;
  rates: RateBook;
  goals: readonly GoalFacts[];
  /** History of one line item, or of several combined; without line items it is empty. */
  lineOf(lineItem: string, goalKeys: readonly number[], channel: string | null): LineHistory;
}

type Shares = Record<StageKpi, number[]>;

const sharesOf = (curves: OwnerCurves, segment: Segment): Shares =>
  byKpi(STAGE_KPIS, (stage) => arrivalShares(curves[segment][STAGE_OF[stage]]));

/** Number of complete months fully delivered by an account, limited to the history. */
const monthsThrough = (through: Day, first: Day, months: number): number => {
  const next = through.add({ days: 1 });
  const whole = (next.year - first.year) * 12 + next.month - first.month;
  return Math.min(months, Math.max(0, whole));
};

const runningOf = (periods: readonly GoalPeriod[]): LineHistory['running'] => {
  const [first] = periods;
  if (first === undefined) return null;
  const total = (of: (period: GoalPeriod) => number | null): number | null => {
    const values = periods.map(of).filter((value) => value !== null);
    return values.length === 0 ? null : sum(values);
  };
  const projected = {
    spend: total(({ parts }) => parts.spendProjection ?? null),
    leads: total(({ parts }) => parts.leadProjection ?? null),
  };
  if (projected.spend === null || projected.leads === null) return null;
  const done = (period: GoalPeriod): number => period.leadBase.done / period.leadBase.length;
  const ofProjection = (kpi: 'spend' | 'inquiries'): RunningMonth => {
    const measure = kpi === 'spend' ? 'spend' : 'leads';
    const base = kpi === 'spend' ? first.base : first.leadBase;
    const soFar = total(({ parts }) => (kpi === 'spend' ? parts.spend : parts.validLeads) ?? null);
    return {
      expected: projected[measure] ?? 0,
      done: base.done / base.length,
      range: projectionRange(measure, { soFar, projected: projected[measure], daysDone: base.done }),
    };
  };
  const stages = byKpi(STAGE_KPIS, (stage) => ({
    // Before the first day is over the month counts as empty.
    expected: sum(periods.map(({ mtd, partial }) => (partial ? 0 : (mtd[KPI_FACTS[stage]] ?? 0)))),
    done: done(first),
  }));
  return { spend: ofProjection('spend'), inquiries: ofProjection('inquiries'), ...stages };
};

/**
 * Reads an owner's months, curves, plans and the current month with a fixed number of statements, regardless of the number of line items.
 */
export const openForecastBook = async (tx: Tx, ownerKey: number, now: Date): Promise<ForecastBook> => {
  const at = await loadOwnerDay(tx, ownerKey, now);
  const current = at.today.with({ day: 1 });
  const currentMonth = current.toString();
  const rows = await listGoalMonths(tx, ownerKey, {
    from: current.subtract({ months: HISTORY_MONTHS }).toString(),
    before: currentMonth,
    goalKeys: null,
  });
  const oldest = rows.reduce((least, { month }) => (month < least ? month : least), currentMonth);
  const first = dayOf(oldest);
  const months = (current.year - first.year) * 12 + current.month - first.month;
  const placeOf = (month: string): number => {
    const day = dayOf(month);
    return (day.year - first.year) * 12 + day.month - first.month;
  };
  const goals = await listGoalFacts(tx, ownerKey, currentMonth);
  const online = new Set(await listOnlineModels(tx, [ownerKey]));
  const curves = (await listCurves(tx, [ownerKey])).get(ownerKey) ?? DEFAULT_LAG_CURVES;
  const shares = { career: sharesOf(curves, 'career'), online: sharesOf(curves, 'online') };
  const period = await loadPeriod(tx, {
    ownerKey,
    now,
    at,
    group: 'ag',
    month: current.toPlainYearMonth(),
    facts: STAGE_KPIS.map((stage) => KPI_FACTS[stage]),
  });
  const periods = new Map(period.goals.map((goal) => [goal.goalKey, goal]));
  const { late } = at.throughs;
  const lateMonths = new Map<number, number>();
  for (const { goalKey, accountKey, endDate } of await listGoalAccounts(tx, ownerKey, [...late.keys()])) {
    const through = late.get(accountKey);
    if (through === undefined || (endDate !== null && !isBefore(through, dayOf(endDate)))) continue;
    lateMonths.set(goalKey, Math.min(lateMonths.get(goalKey) ?? months, monthsThrough(through, first, months)));
  }
  const capacities = Map.groupBy(
    await listCapacities(tx, ownerKey, currentMonth, BASIS_MONTHS),
    ({ goalKey }) => goalKey,
  );
  const byGoal = Map.groupBy(rows, ({ goalKey }) => goalKey);
  const goalOf = new Map(goals.map((goal) => [goal.goalKey, goal]));

  const countsOf = (goalKeys: readonly number[]): Record<CountedKpi, number[]> => {
    const counts = byKpi(COUNTED_KPIS, () => Array.from({ length: months }, () => 0));
    const add = (row: GoalMonthRow): void => {
      const place = placeOf(row.month);
      for (const kpi of COUNTED_KPIS) counts[kpi][place] = (counts[kpi][place] ?? 0) + row[kpi];
    };
    for (const goalKey of goalKeys) byGoal.get(goalKey)?.forEach(add);
    return counts;
  };
  const segmentOf = (goalKey: number): Segment =>
    online.has(goalOf.get(goalKey)?.clientModelKey ?? -1) ? 'online' : 'career';
  /** Combined curves of several line items, weighted by their inquiries. */
  const mixed = (goalKeys: readonly number[]): Shares => {
    const inquiries = (segment: Segment): number =>
      sum(goalKeys.filter((key) => segmentOf(key) === segment).map((key) => sum(countsOf([key]).inquiries)));
    const [career, ofOnline] = [inquiries('career'), inquiries('online')];
    if (ofOnline === 0) return shares.career;
    if (career === 0) return shares.online;
    const share = career / (career + ofOnline);
    return byKpi(STAGE_KPIS, (stage) =>
      shares.career[stage].map((value, age) => share * value + (1 - share) * (shares.online[stage][age] ?? 0)),
    );
  };
  const capacityOf = (goalKeys: readonly number[]): (number | null)[] =>
    Array.from({ length: BASIS_MONTHS }, (_, ahead) => {
      const said = goalKeys.map((key) => capacities.get(key)?.find((row) => row.ahead === ahead)?.capacity ?? null);
      return said.length > 0 && said.every((value) => value !== null) ? sum(said) : null;
    });
  const lineOf = (lineItem: string, goalKeys: readonly number[], channel: string | null): LineHistory => ({
    lineItem,
    channel,
    counts: countsOf(goalKeys),
    shares: goalKeys.length === 1 ? shares[segmentOf(goalKeys[0] ?? 0)] : mixed(goalKeys),
    spendMonths: Math.min(months, ...goalKeys.map((key) => lateMonths.get(key) ?? months)),
    running: runningOf(goalKeys.flatMap((key) => periods.get(key) ?? [])),
    capacity: capacityOf(goalKeys),
  });
  const lines = goals
    .filter(({ goalKey }) => byGoal.has(goalKey))
    .map(({ goalKey, channel }) => lineOf(String(goalKey), [goalKey], channel));
  const history: OwnerHistory = { firstOfYear: first.month - 1, months, lines };
  return { ownerKey, today: at.today, currentMonth, history, rates: openRates(history), goals, lineOf };
};
