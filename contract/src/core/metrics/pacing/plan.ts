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
  /** Leads above the month's cap are rejected or held: nothing runs past it. */
  stopsAtCap: boolean;
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
  /** Run rates and projections before the month's cap limits them. */
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

/** Leads have a cap and a price; everything else has a budget in dollars. */
const budgetOf = (monthly: Value, { isPpl, price, monthlyBudget }: PlanBasis): Value =>
  isPpl ? times(monthly, price) : monthlyBudget;

/** What the month can come to at most, in leads and in dollars: its cap, and no less than what has come already. */
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

/** A lead that the cap does not let in neither counts nor costs. */
const limited = (value: Value, most: Value): Value => (isAbove(value, most) ? most : value);

/** Whether the month's hard cap holds back a run rate or a projection: such a row is neither over nor under, but capped. */
export const isCapped = (plan: MonthPlan, basis: PlanBasis): boolean => {
  const most = mostOf(effectivePlan(plan).monthly, basis);
  return LIMITED_KEYS.some((key) => isAbove(basis[key], most[LIMITED[key]]));
};

/** The parts of a campaign's month that follow its plan: as it is stored, or as somebody is typing it. */
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
    leadProjection: of('leadProjection'),
    projectionToBudget: of('projectionToBudget'),
    diffToBudget: of('diffToBudget'),
    budgetRemaining: of('budgetRemaining'),
    budgetPlusMinus: of('budgetPlusMinus'),
  };
};

/** The run rates of one row under its plan's cap, by their names in the table. */
export const planRunRates = (plan: MonthPlan, basis: PlanBasis): Record<'spentRunRate' | 'runRateInquiries', Value> => {
  const { spentRunRate, leadRunRate } = planParts(plan, basis);
  return { spentRunRate, runRateInquiries: leadRunRate };
};

/** The ranges of one row's projections: the cap ends them, too. */
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
