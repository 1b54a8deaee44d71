import {
  dailyBomAllocationOf,
  effectivePlan,
  type MonthPlan,
  mtdAllocationOf,
  weeklyBomAllocationOf,
} from './metric-allocation.ts';
import { type Parts } from './metric-facts.ts';
import { metricValue } from './metrics.ts';

type Value = number | null;

/** What is stored of a campaign's month, by its name on the wire. */
export const PLAN_FIELDS = [
  'monthlyCapacity',
  'incrementalCapacity',
  'monthlyAllocation',
  'monthlySoftAllocation',
  'weeklySoftAllocation',
  'weeklyAllocation',
  'dailyAllocation',
  'clientMonthlyAllocation',
  'userDefinedMonthlyAllocation',
  'userDefinedMonthlySoftAllocation',
  'userDefinedWeeklySoftAllocation',
  'userDefinedDailyAllocation',
] as const satisfies readonly (keyof MonthPlan)[];
export type PlanField = (typeof PLAN_FIELDS)[number];

/** A month for which nothing is planned: no cap anywhere. */
export const EMPTY_PLAN = Object.fromEntries(PLAN_FIELDS.map((field) => [field, null])) as unknown as MonthPlan;

/** What is known of a campaign's month besides its plan: the calendar, what came in so far, and what the next lead costs. */
export interface PlanBasis {
  isPpl: boolean;
  /** Eligible days through the last complete one, of the month, and of the month as planned on the 1st. */
  daysDone: number;
  daysInAll: number;
  daysPlanned: number;
  /** Which share of the month's target is due by now: so much of so much. */
  share: { due: number; of: number };
  /** What the viewer pays or gets for the next lead, as far as one can tell. */
  price: Value;
  monthlyBudget: Value;
  spend: Value;
  validLeads: Value;
  spentRunRate: Value;
  leadRunRate: Value;
  /** The projection before the month's cap limits it. */
  projection: Value;
}

export const PLAN_METRICS = [
  'mtdAllocation',
  'dailyBOMAllocation',
  'weeklyBOMAllocation',
  'deliveryPercent',
  'fillPercent',
  'budget',
  'spendProjection',
  'diffToBudget',
  'budgetRemaining',
  'budgetPlusMinus',
] as const;
export type PlanMetric = (typeof PLAN_METRICS)[number];

const times = (a: Value, b: Value): Value => (a === null || b === null ? null : a * b);

/** Leads have a cap and a price; everything else has a budget in dollars. */
const budgetOf = (monthly: Value, { isPpl, price, monthlyBudget }: PlanBasis): Value =>
  isPpl ? times(monthly, price) : monthlyBudget;

/** A lead that the cap does not let in costs nothing; what is spent already stays spent. */
const cappedProjection = (monthly: Value, { isPpl, price, spend, projection }: PlanBasis): Value => {
  const most = isPpl ? times(monthly, price) : null;
  return projection === null || most === null ? projection : Math.min(projection, Math.max(spend ?? 0, most));
};

/** The parts of a campaign's month that follow its plan: as it is stored, or as somebody is typing it. */
export const planParts = (plan: MonthPlan, basis: PlanBasis) => {
  const { monthly } = effectivePlan(plan);
  const budget = budgetOf(monthly, basis);
  const { due, of } = basis.share;
  return {
    spend: basis.spend,
    validLeads: basis.validLeads,
    spentRunRate: basis.spentRunRate,
    leadRunRate: basis.leadRunRate,
    budget,
    expectedSpend: budget === null || of === 0 ? null : (budget * due) / of,
    spendProjection: cappedProjection(monthly, basis),
    effectiveMonthlyAllocation: monthly,
    mtdAllocation: mtdAllocationOf(monthly, basis.daysDone, basis.daysInAll),
  } satisfies Parts;
};

/** The numbers of one row that follow its plan. */
export const planNumbers = (plan: MonthPlan, basis: PlanBasis): Record<PlanMetric, Value> => {
  const parts = planParts(plan, basis);
  const of = (key: PlanMetric): Value => metricValue(key, parts);
  return {
    mtdAllocation: parts.mtdAllocation,
    dailyBOMAllocation: dailyBomAllocationOf(plan.monthlyAllocation, basis.daysPlanned),
    weeklyBOMAllocation: weeklyBomAllocationOf(plan.monthlyAllocation, basis.daysPlanned),
    deliveryPercent: of('deliveryPercent'),
    fillPercent: of('fillPercent'),
    budget: of('budget'),
    spendProjection: of('spendProjection'),
    diffToBudget: of('diffToBudget'),
    budgetRemaining: of('budgetRemaining'),
    budgetPlusMinus: of('budgetPlusMinus'),
  };
};
