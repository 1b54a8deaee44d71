import { type Kpi } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { type Tx } from '../../db/scope/tx.ts';
import { type GoalMonthRow, KPI_FACTS, listGoalMonths } from '../../metrics/forecast/history.queries.ts';
import { byKpi } from '../../metrics/forecast/line.rules.ts';
import { COUNTED_KPIS, type CountedKpi, STAGE_KPIS } from '../../metrics/forecast/line.rules.ts';
import { loadPeriod } from '../../metrics/periods/period-facts.ts';
import { type Known, monthAfter } from './figures.rules.ts';
import { type StoredForecast } from './forecast.queries.ts';
import { type GoalTarget, listTargets } from './known.queries.ts';

type Sums = Record<CountedKpi, number>;

const addUp = (rows: readonly Sums[]): Sums =>
  byKpi(COUNTED_KPIS, (kpi) => rows.reduce((total, row) => total + row[kpi], 0));

/** Several line items have a target where each of them has one; a cost target is the cost of all together. */
const targetOf = (goalKeys: readonly number[], rows: readonly GoalTarget[]): Partial<Record<Kpi, number | null>> => {
  const total = (part: 'spend' | 'inquiries'): number | null => {
    const values = rows.map((row) => row[part]).filter((value) => value !== null);
    return values.length === goalKeys.length ? values.reduce((sum, value) => sum + value, 0) : null;
  };
  const [spend, inquiries] = [total('spend'), total('inquiries')];
  const only = goalKeys.length === 1 ? rows[0] : undefined;
  const cost = spend !== null && inquiries !== null && inquiries > 0 ? spend / inquiries : null;
  return { spend, inquiries, cpl: only?.cpl ?? cost, cpe: only?.cpe ?? null };
};

type Asked = Pick<StoredForecast, 'goalKeys' | 'startMonth' | 'months'>;

/** Results of complete months since `from`, and the targets, for several forecasts in two statements. */
export const loadKnown = async (
  tx: Tx,
  ownerKey: number,
  forecasts: readonly Asked[],
  { from, currentMonth }: { from: string; currentMonth: string },
): Promise<Known[]> => {
  if (forecasts.length === 0) return [];
  const goalKeys = [...new Set(forecasts.flatMap((forecast) => forecast.goalKeys))];
  const last = forecasts
    .map(({ startMonth, months }) => monthAfter(startMonth, months - 1))
    .reduce((a, b) => (a > b ? a : b));
  const months = await listGoalMonths(tx, ownerKey, { from, before: currentMonth, goalKeys });
  const targets = await listTargets(tx, ownerKey, goalKeys, { from, to: last });
  const monthsOf = Map.groupBy(months, ({ goalKey }) => goalKey);
  const targetsOf = Map.groupBy(targets, ({ goalKey }) => goalKey);
  return forecasts.map((forecast): Known => {
    const own = (rows: Map<number, GoalMonthRow[]>) => forecast.goalKeys.flatMap((key) => rows.get(key) ?? []);
    const byMonth = Map.groupBy(own(monthsOf), ({ month }) => month);
    const aims = Map.groupBy(
      forecast.goalKeys.flatMap((key) => targetsOf.get(key) ?? []),
      ({ month }) => month,
    );
    return {
      actual: new Map([...byMonth].map(([month, rows]) => [month, addUp(rows)])),
      target: new Map([...aims].map(([month, rows]) => [month, targetOf(forecast.goalKeys, rows)])),
    };
  });
};

/** Results of the running month through the last complete day; null where none is complete. */
export const loadSoFar = async (
  tx: Tx,
  { ownerKey, goalKeys, now }: { ownerKey: number; goalKeys: readonly number[]; now: Date },
  currentMonth: string,
): Promise<Sums | null> => {
  if (goalKeys.length === 0) return null;
  const { goals } = await loadPeriod(tx, {
    ownerKey,
    now,
    group: 'ag',
    month: Temporal.PlainDate.from(currentMonth).toPlainYearMonth(),
    facts: STAGE_KPIS.map((stage) => KPI_FACTS[stage]),
    only: { goalKeys },
  });
  const wanted = new Set(goalKeys);
  const begun = goals.filter(({ goalKey, partial }) => wanted.has(goalKey) && !partial);
  if (begun.length === 0) return null;
  return addUp(
    begun.map(({ mtd }) => byKpi(COUNTED_KPIS, (kpi) => (kpi === 'spend' ? mtd.spend : mtd[KPI_FACTS[kpi]]) ?? 0)),
  );
};
