import {
  dailyBomAllocationOf,
  effectivePlan,
  type MonthPlan,
  mtdAllocationOf,
  weeklyBomAllocationOf,
} from './allocation.ts';
import { type Parts } from '../formula/facts.ts';
import { metricValue } from '../metrics.ts';
import { rangeNumbers } from './projection-range.ts';

type Value = number | null;

/** The stored plan fields of a campaign's month, by their name on the wire. */
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

/** A month without a plan: no caps. */
export const EMPTY_PLAN = Object.fromEntries(PLAN_FIELDS.map((field) => [field, null])) as unknown as MonthPlan;

/** Inputs beside the plan: the calendar, the actuals, and the price of the next lead. */
export interface PlanBasis {
  isPpl: boolean;
  /** Leads above the month's cap are rejected or held, so no result exceeds it. */
  stopsAtCap: boolean;
  /** Eligible days through the last complete one, of the month, and of the month as planned on the 1st. */
  daysDone: number;
  daysInAll: number;
  daysPlanned: number;
  /** Share of the month's target due by now: `due` out of `of`. */
  share: { due: number; of: number };
  /** The viewer's price for the next lead, if known. */
  price: Value;
  monthlyBudget: Value;
  spend: Value;
  validLeads: Value;
  /** Run rates and projections before the cap is applied. */
  spentRunRate: Value;
  leadRunRate: Value;
  spendProjection: Value;
  leadProjection: Value;
}

export const PLAN_METRICS = [
  'mtdAllocation',
  'dailyBOMAllocation',
  'weeklyBOMAllocation',
  'deliveryPercent',
  'fillPercent',
  'budget',
  'spendProjection',
  'leadProjection',
  'projectionToBudget',
  'diffToBudget',
  'budgetRemaining',
  'budgetPlusMinus',
] as const;
export type PlanMetric = (typeof PLAN_METRICS)[number];

const times = (a: Value, b: Value): Value => (a === null || b === null ? null : a * b);

/** Lead campaigns have a cap and a price; all others a budget in dollars. */
const budgetOf = (monthly: Value, { isPpl, price, monthlyBudget }: PlanBasis): Value =>
  isPpl ? times(monthly, price) : monthlyBudget;

/** Upper limits of the month in leads and dollars: its cap, but at least the actuals. */
const mostOf = (
  monthly: Value,
  { stopsAtCap, price, spend, validLeads }: PlanBasis,
): { leads: Value; spend: Value } => {
  const cap = stopsAtCap ? monthly : null;
  const dollars = times(cap, price);
  return {
    leads: cap === null ? null : Math.max(validLeads ?? 0, cap),
    spend: dollars === null ? null : Math.max(spend ?? 0, dollars),
  };
};

const LIMITED = {
  spentRunRate: 'spend',
  spendProjection: 'spend',
  leadRunRate: 'leads',
  leadProjection: 'leads',
} as const;
const LIMITED_KEYS = Object.keys(LIMITED) as (keyof typeof LIMITED)[];

const isAbove = (value: Value, most: Value): boolean => value !== null && most !== null && value > most;

/** A lead refused by the cap neither counts nor costs. */
const limited = (value: Value, most: Value): Value => (isAbove(value, most) ? most : value);

/** Whether the month's hard cap limits a run rate or projection: such a row is capped instead of over or under. */
export const isCapped = (plan: MonthPlan, basis: PlanBasis): boolean => {
  const most = mostOf(effectivePlan(plan).monthly, basis);
  return LIMITED_KEYS.some((key) => isAbove(basis[key], most[LIMITED[key]]));
};

/** Parts of a campaign's month that depend on its plan, stored or being edited. */
export const planParts = (plan: MonthPlan, basis: PlanBasis) => {
  const { monthly } = effectivePlan(plan);
  const budget = budgetOf(monthly, basis);
  const { due, of } = basis.share;
  const most = mostOf(monthly, basis);
  return {
    spend: basis.spend,
    validLeads: basis.validLeads,
    spentRunRate: limited(basis.spentRunRate, most.spend),
    leadRunRate: limited(basis.leadRunRate, most.leads),
    budget,
    expectedSpend: budget === null || of === 0 ? null : (budget * due) / of,
    spendProjection: limited(basis.spendProjection, most.spend),
    leadProjection: limited(basis.leadProjection, most.leads),
    effectiveMonthlyAllocation: monthly,
    mtdAllocation: mtdAllocationOf(monthly, basis.daysDone, basis.daysInAll),
  } satisfies Parts;
};

/** Numbers of one row that depend on its plan. */
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
    leadProjection: of('leadProjection'),
    projectionToBudget: of('projectionToBudget'),
    diffToBudget: of('diffToBudget'),
    budgetRemaining: of('budgetRemaining'),
    budgetPlusMinus: of('budgetPlusMinus'),
  };
};

/** Run rates of one row limited by its plan's cap, by their names in the table. */
export const planRunRates = (plan: MonthPlan, basis: PlanBasis): Record<'spentRunRate' | 'runRateInquiries', Value> => {
  const { spentRunRate, leadRunRate } = planParts(plan, basis);
  return { spentRunRate, runRateInquiries: leadRunRate };
};

/** Ranges of one row's projections, limited by the cap. */
export const planRanges = (
  plan: MonthPlan,
  basis: PlanBasis,
  daysDone: { spend: number; leads: number },
): ReturnType<typeof rangeNumbers> => {
  const ranges = rangeNumbers(planParts(plan, basis), daysDone);
  const most = mostOf(effectivePlan(plan).monthly, basis);
  return {
    ...ranges,
    spendProjectionHigh: limited(ranges.spendProjectionHigh, most.spend),
    leadProjectionHigh: limited(ranges.leadProjectionHigh, most.leads),
  };
};
