import {
  type AllocationMonth,
  type CampaignRow,
  effectivePlan,
  EMPTY_PLAN,
  type FieldError,
  type MonthPlan,
  PLAN_FIELDS,
  planOfRow,
  type ProposalSettings,
} from '@paceline/contract';
import { type MatureRate, type MatureRates } from '../../../metrics/maturity/mature-rate.rules.ts';
import { type Bounds, boundsOf, contradiction, isStopped, leftAlone } from './model/bounds.rules.ts';
import { type DeliveredMonth, measureShares, piecesOf, usualDelivery } from './model/delivery-curve.rules.ts';
import { type MovableCampaign } from './model/program.rules.ts';

/** The data of an owner's month that a proposal is made from. */
export interface OwnerMonth {
  month: AllocationMonth;
  monthStart: string;
  rows: readonly CampaignRow[];
  /** The running month: each campaign's plan and its number of valid leads. */
  current: ReadonlyMap<number, { plan: MonthPlan | null; validInMonth: number }>;
  /** By line item, in dollars. */
  budgets: ReadonlyMap<number, number | null>;
  /** Complete months of each campaign, latest first. */
  delivered: ReadonlyMap<number, readonly DeliveredMonth[]>;
  measured: ReturnType<typeof measureShares>;
  rates: MatureRates;
}

export interface Candidate {
  row: CampaignRow;
  plan: MonthPlan;
  /** The future month has no allocation yet: the rolled-over one is written together with the change. */
  isRolledOver: boolean;
  bounds: Bounds;
  campaign: MovableCampaign;
  spendSoFar: number;
  /** Expected inquiries in the month if the allocation is no limit. */
  usual: number;
  isStopped: boolean;
  rate: MatureRate | null;
}

/** The month's plan; for a future month without a saved allocation, the plan that a campaign starts with by rollover. */
const planFor = ({ month, current }: OwnerMonth, row: CampaignRow): { plan: MonthPlan; isRolledOver: boolean } => {
  const plan = planOfRow(row);
  const running = current.get(row.campaignKey)?.plan;
  if (month === 'current' || plan.monthlyAllocation !== null || !row.campaignReoccuring || !running)
    return { plan, isRolledOver: false };
  const { capacity, monthly, monthlySoft, weekly, weeklySoft, daily } = effectivePlan(running);
  const rolled: MonthPlan = {
    ...EMPTY_PLAN,
    monthlyCapacity: capacity,
    monthlyAllocation: monthly,
    monthlySoftAllocation: monthlySoft,
    weeklyAllocation: weekly,
    weeklySoftAllocation: weeklySoft,
    dailyAllocation: daily,
    clientMonthlyAllocation: running.clientMonthlyAllocation,
  };
  for (const field of PLAN_FIELDS) rolled[field] = plan[field] ?? rolled[field];
  return { plan: rolled, isRolledOver: true };
};

/** In the running month the projection; in a future one the average of the last months. */
const usualOf = (ownerMonth: OwnerMonth, row: CampaignRow, before: number, soFar: number): number => {
  const past = usualDelivery(ownerMonth.delivered.get(row.campaignKey) ?? []) ?? before * ownerMonth.measured.shares[0];
  const heading = ownerMonth.month === 'current' ? row.basis.leadProjection : null;
  return Math.max(soFar, heading ?? past);
};

const candidateOf = (
  ownerMonth: OwnerMonth,
  settings: ProposalSettings,
  row: CampaignRow,
): Candidate | { row: CampaignRow; reason: string } => {
  const { plan, isRolledOver } = planFor(ownerMonth, row);
  const before = effectivePlan(plan).monthly;
  const reason = leftAlone(row, before);
  if (reason !== null || before === null) return { row, reason: reason ?? 'no allocation' };
  const { campaignKey, goalKey, basis } = row;
  const delivered = ownerMonth.month === 'current' ? (ownerMonth.current.get(campaignKey)?.validInMonth ?? 0) : 0;
  const price = basis.price ?? 0;
  const months = ownerMonth.delivered.get(campaignKey) ?? [];
  const best = Math.max(0, ...months.map((month) => month.delivered));
  const limit = settings.limits.find((one) => one.campaignKey === campaignKey);
  const bounds = boundsOf({ row, month: ownerMonth.month, plan, before, delivered, best, limit });
  const usual = usualOf(ownerMonth, row, before, delivered);
  const rate = ownerMonth.rates.of(campaignKey);
  const stopped = isStopped(row, ownerMonth.month);
  // Units delivered beyond the allocation, or to a campaign that takes no more leads, are all that will come.
  const pieces =
    stopped || before < delivered
      ? []
      : piecesOf(delivered, Math.max(bounds.most, before), usual, ownerMonth.measured.shares);
  return {
    row,
    plan,
    isRolledOver,
    bounds,
    spendSoFar: ownerMonth.month === 'current' ? (basis.spend ?? 0) + price * (delivered - (basis.validLeads ?? 0)) : 0,
    usual,
    isStopped: stopped,
    rate,
    campaign: {
      campaignKey,
      goalKey,
      before,
      least: bounds.least,
      most: bounds.most,
      delivered,
      pieces,
      price,
      rate: rate?.rate ?? 0,
    },
  };
};

export interface Candidates {
  movable: Candidate[];
  leftAlone: { reason: string; campaigns: number }[];
}

export const candidatesOf = (ownerMonth: OwnerMonth, settings: ProposalSettings): Candidates => {
  const only = settings.goalKeys ? new Set(settings.goalKeys) : null;
  const all = ownerMonth.rows
    .filter(({ goalKey }) => only === null || only.has(goalKey))
    .map((row) => candidateOf(ownerMonth, settings, row));
  const reasons = all.flatMap((one) => ('reason' in one ? [one.reason] : []));
  return {
    movable: all.flatMap((one) => ('reason' in one ? [] : [one])),
    leftAlone: [...Map.groupBy(reasons, (reason) => reason)].map(([reason, own]) => ({
      reason,
      campaigns: own.length,
    })),
  };
};

/** Errors in the settings: line items and campaigns unknown to the month, limits given twice, and an objective without figures. */
export const wrongSettings = (ownerMonth: OwnerMonth, settings: ProposalSettings): FieldError[] => {
  const goals = new Set(ownerMonth.rows.map(({ goalKey }) => goalKey));
  const campaigns = new Map(ownerMonth.rows.map((row) => [row.campaignKey, row]));
  const seen = new Set<number>();
  const errors: FieldError[] = (settings.goalKeys ?? []).flatMap((goalKey, index) =>
    goals.has(goalKey)
      ? []
      : [{ field: `goalKeys.${index}`, code: 'unknown', message: 'has no campaign in this month.' }],
  );
  for (const [index, { campaignKey }] of settings.limits.entries()) {
    const field = `limits.${index}.campaignKey`;
    const row = campaigns.get(campaignKey);
    const reason = row ? leftAlone(row, effectivePlan(planFor(ownerMonth, row).plan).monthly) : null;
    if (!row) errors.push({ field, code: 'unknown', message: 'is not a campaign of this month.' });
    else if (reason !== null) errors.push({ field, code: 'notMovable', message: `${row.name}: ${reason}.` });
    else if (seen.has(campaignKey)) errors.push({ field, code: 'duplicate', message: `${row.name} is there twice.` });
    seen.add(campaignKey);
  }
  if (ownerMonth.rates.overall === null && settings.objective !== 'inquiries')
    errors.push({
      field: 'objective',
      code: 'noHistory',
      message: 'No enrollment has matured yet: choose the most inquiries.',
    });
  return errors;
};

/** Floors above ceilings, each named. */
export const tooTight = (settings: ProposalSettings, movable: readonly Candidate[]): FieldError[] =>
  movable.flatMap(({ row, bounds }) => {
    const words = contradiction(bounds);
    if (words === null) return [];
    const index = settings.limits.findIndex(({ campaignKey }) => campaignKey === row.campaignKey);
    const part = bounds.leastBy === 'yourFloor' ? 'floor' : 'cap';
    return [{ field: `limits.${index}.${part}`, code: 'cannotKeep', message: `${row.name}: ${words}` }];
  });
