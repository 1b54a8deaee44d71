import {
  type AdditiveMetricKey,
  effectivePlan,
  type EffectivePlan,
  EMPTY_PLAN,
  factOf,
  type MonthPlan,
  numberOf,
  type Parts,
  type PlanBasis,
  PLAN_FIELDS,
  planParts,
  sumOf,
  type UserGroup,
} from '@paceline/contract';
import {
  effectiveTarget,
  expectedSoFar,
  type PacingCurve,
  type PacingParts,
  pricePerLead,
  rollUpPacing,
  rollUpRunRates,
  runRate,
  shareDue,
  spendProjection,
  type WeekdayWeights,
} from './pacing.rules.ts';
import { type CampaignCalendar } from './period-calendar.ts';
import { type CampaignRow, type GoalRow } from './period.queries.ts';
import { daysOf, type MonthBase } from './periods.ts';

type Value = number | null;

/** The numbers of a month that add up: what every derived number of a pacing or allocation row is made of. */
export type PeriodParts = PacingParts & Required<Pick<Parts, 'mtdAllocation' | 'effectiveMonthlyAllocation'>>;

interface Period {
  /** The month as the row's source sees it: how many days are done and left. */
  base: MonthBase;
  /** What month-to-date shows, by facts and as `spend`: through the last complete day, or what today has so far. */
  mtd: Parts;
  /** No day is complete: `mtd` is what today has so far, and `parts` count nothing of it. */
  partial: boolean;
  /** Through the last complete day. */
  parts: PeriodParts;
  clickRunRate: Value;
}

export interface CampaignPeriod extends Period, CampaignCalendar {
  campaignKey: number;
  goalKey: number;
  channel: string;
  customChannelKey: number | null;
  partnerKey: number | null;
  accountKey: number | null;
  /** Null where the month has no plan at all, which is not the same as a blank one. */
  plan: MonthPlan | null;
  effective: EffectivePlan | null;
  /** Desktop prices: in force, or of a month to come. The other side's is null for a partner and for a client. */
  prices: { client: Value; media: Value };
  /** What its numbers follow from besides the plan: the screen goes on from here while somebody types. */
  basis: PlanBasis;
}

export interface GoalPeriod extends Period {
  goalKey: number;
  clientKey: number;
  clientModelKey: number | null;
  /** As they were typed; the parts hold what holds. */
  targets: Record<'spendGoal' | 'revisedSpendGoal' | 'inquiryGoal' | 'revisedInquiryGoal' | 'cplGoal', Value>;
  campaigns: readonly CampaignPeriod[];
}

export interface NumbersContext {
  group: UserGroup;
  facts: readonly AdditiveMetricKey[];
  weights: WeekdayWeights;
}

/** The share of a month that is due, worked out once for each month and curve that is met. */
export const makeShares = (weights: WeekdayWeights) => {
  const known = new Map<MonthBase, Map<PacingCurve, ReturnType<typeof shareDue>>>();
  return (base: MonthBase, curve: PacingCurve): ReturnType<typeof shareDue> => {
    const ofBase = known.get(base) ?? new Map<PacingCurve, ReturnType<typeof shareDue>>();
    known.set(base, ofBase);
    const share = ofBase.get(curve) ?? shareDue(curve, { days: daysOf(base.days), done: base.done }, weights);
    ofBase.set(curve, share);
    return share;
  };
};

const planOf = (row: CampaignRow): MonthPlan | null =>
  row.planned ? (Object.fromEntries(PLAN_FIELDS.map((field) => [field, row[field]])) as unknown as MonthPlan) : null;

/** In a month to come the price that takes effect with it; else the one in force. */
const pricesOf = (row: CampaignRow, base: MonthBase, group: UserGroup): CampaignPeriod['prices'] => {
  const ahead = base.state === 'future';
  const client = numberOf(ahead ? (row.clientBidPrice ?? row.clientDesktop) : row.clientDesktop);
  const media = numberOf(ahead ? (row.aggregatorBidPrice ?? row.mediaDesktop) : row.mediaDesktop);
  return { client: group === 'mp' ? null : client, media: group === 'cl' ? null : media };
};

const mtdOf = (row: CampaignRow, { group, facts }: NumbersContext): Parts => {
  const mtd: Parts = {};
  for (const fact of facts) mtd[fact] = numberOf(row[fact]) ?? 0;
  mtd.spend = mtd[factOf('spend', group) ?? 'clientCost'] ?? 0;
  return mtd;
};

/** Of a month that runs, and of which no day is complete. */
const isPartial = (base: MonthBase): boolean => base.done === 0 && base.state === 'current';

const clicksOf = (mtd: Parts): number => (mtd.trackedClicks ?? 0) + (mtd.platformClicks ?? 0);

export interface CampaignInput {
  row: CampaignRow;
  base: MonthBase;
  calendar: CampaignCalendar;
  recentSpend: number;
  unpaidLeads: number;
  share: ReturnType<typeof shareDue>;
}

export const campaignPeriod = (input: CampaignInput, context: NumbersContext): CampaignPeriod => {
  const { row, base, calendar, share } = input;
  const { days } = calendar;
  const mtd = mtdOf(row, context);
  const through = base.done === 0 ? { spend: 0, validLeads: 0, clicks: 0, leadCost: 0 } : null;
  const spend = through?.spend ?? mtd.spend ?? 0;
  const validLeads = through?.validLeads ?? mtd.validLeads ?? 0;

  const plan = planOf(row);
  const effective = plan === null ? null : effectivePlan(plan);
  const prices = pricesOf(row, base, context.group);
  const paid = validLeads - input.unpaidLeads;
  const cost = through?.leadCost ?? numberOf(row.leadCost) ?? 0;
  const isPpl = row.channel === 'ppl';
  const priced = {
    desktopPrice: context.group === 'mp' ? prices.media : prices.client,
    priced: paid > 0 ? [{ price: cost / paid, leads: paid }] : [],
  };
  const spentRunRate = runRate(spend, days);
  const basis: PlanBasis = {
    isPpl,
    daysDone: days.done,
    daysInAll: days.inAll,
    daysPlanned: calendar.plannedDays,
    share,
    price: isPpl ? pricePerLead(priced) : null,
    monthlyBudget: numberOf(row.monthlyBudget),
    spend,
    validLeads,
    spentRunRate,
    leadRunRate: runRate(validLeads, days),
    projection: spendProjection({
      spent: spend,
      spentRunRate,
      recentDays: calendar.recentDays,
      recentSpend: input.recentSpend,
      daysLeft: days.daysLeft,
      weights: context.weights,
      capAmount: null,
    }),
  };
  return {
    campaignKey: row.campaignKey,
    goalKey: row.goalKey,
    channel: row.channel,
    customChannelKey: row.customChannelKey,
    partnerKey: row.partnerKey,
    accountKey: row.accountKey,
    ...calendar,
    base,
    mtd,
    partial: isPartial(base),
    plan,
    effective,
    prices,
    basis,
    clickRunRate: runRate(through?.clicks ?? clicksOf(mtd), days),
    parts: { ...planParts(plan ?? EMPTY_PLAN, basis), inquiryGoal: null, expectedInquiries: null },
  };
};

/** The parts of a channel, a partner, a model, a total: from those of its campaigns, or of its line items. */
export const rollUpPeriod = (rows: readonly Pick<Period, 'parts'>[]): PeriodParts => ({
  ...rollUpPacing(rows.map(({ parts }) => parts)),
  mtdAllocation: sumOf(rows.map(({ parts }) => parts.mtdAllocation)),
  effectiveMonthlyAllocation: sumOf(rows.map(({ parts }) => parts.effectiveMonthlyAllocation)),
});

export const rollUpMtd = (rows: readonly Pick<Period, 'mtd'>[], facts: readonly AdditiveMetricKey[]): Parts =>
  Object.fromEntries([...facts, 'spend' as const].map((key) => [key, sumOf(rows.map(({ mtd }) => mtd[key])) ?? 0]));

export const rollUpClicks = (rows: readonly Pick<Period, 'base' | 'mtd' | 'clickRunRate'>[]): Value =>
  rollUpRunRates(
    rows.map(({ base, mtd, clickRunRate }) => ({ value: clickRunRate, soFar: base.done === 0 ? 0 : clicksOf(mtd) })),
  );

/** A line item has a budget and a target of its own; everything else is the sum of its campaigns. */
export const goalPeriod = (
  row: GoalRow,
  campaigns: readonly CampaignPeriod[],
  base: MonthBase,
  share: ReturnType<typeof shareDue>,
  facts: readonly AdditiveMetricKey[],
): GoalPeriod => {
  const targets = {
    spendGoal: numberOf(row.spendGoal),
    revisedSpendGoal: numberOf(row.revisedSpendGoal),
    inquiryGoal: row.inquiryGoal,
    revisedInquiryGoal: row.revisedInquiryGoal,
    cplGoal: numberOf(row.cplGoal),
  };
  const budget = effectiveTarget(targets.spendGoal, targets.revisedSpendGoal);
  const inquiryGoal = effectiveTarget(targets.inquiryGoal, targets.revisedInquiryGoal);
  const sums = rollUpPeriod(campaigns);
  return {
    goalKey: row.goalKey,
    clientKey: row.clientKey,
    clientModelKey: row.clientModelKey,
    targets,
    campaigns,
    base,
    partial: isPartial(base),
    mtd: rollUpMtd(campaigns, facts),
    clickRunRate: rollUpClicks(campaigns),
    parts: {
      ...sums,
      spend: sums.spend ?? 0,
      validLeads: sums.validLeads ?? 0,
      budget,
      expectedSpend: expectedSoFar(budget, share),
      inquiryGoal,
      expectedInquiries: expectedSoFar(inquiryGoal, share),
    },
  };
};
