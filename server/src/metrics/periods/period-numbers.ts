import {
  type AdditiveMetricKey,
  coveredAnew,
  effectivePlan,
  type EffectivePlan,
  EMPTY_PLAN,
  factOf,
  isCapped,
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
  projection,
  rollUpPacing,
  rollUpRunRates,
  runRate,
  shareDue,
  type WeekdayWeights,
} from '../days/pacing.rules.ts';
import { type CampaignCalendar } from './period-calendar.ts';
import { type CampaignRow, type GoalRow, type WindowSums } from './period.queries.ts';
import { daysOf, type MonthBase } from './periods.ts';

type Value = number | null;

/** Additive numbers of a month, from which every derived number of a pacing or allocation row is calculated. */
export type PeriodParts = PacingParts & Required<Pick<Parts, 'mtdAllocation' | 'effectiveMonthlyAllocation'>>;

interface Period {
  /** Days done and left, as of the source of its spend. */
  base: MonthBase;
  /** Days done and left for leads, clicks and milestones: further along if an ad account is late. */
  leadBase: MonthBase;
  /**
   * Month-to-date facts and `spend`, each through the last complete day of its own source, or today's so far; and the pair for unit costs,
   * through the last day that both sources have.
   */
  mtd: Parts;
  /** No day is complete: `mtd` is today's so far, and `parts` include none of it. */
  partial: boolean;
  /** Through the last complete day. */
  parts: PeriodParts;
  clickRunRate: Value;
}

/** Stored fields of a campaign that determine its status. */
type StoredParts = Pick<
  CampaignRow,
  'startDate' | 'endDate' | 'activatedAt' | 'dayParting' | 'rowVersion' | 'validInMonth'
>;

export interface CampaignPeriod extends Period, CampaignCalendar, StoredParts {
  campaignKey: number;
  goalKey: number;
  channel: string;
  customChannelKey: number | null;
  partnerKey: number | null;
  accountKey: number | null;
  /** Null if the month has no plan, as opposed to a plan with blank fields. */
  plan: MonthPlan | null;
  effective: EffectivePlan | null;
  /** Desktop prices: current, or of a future month. The other side's is null for a partner and for a client. */
  prices: { client: Value; media: Value };
  /** A run rate or projection is limited by its hard cap. */
  capped: boolean;
  /** Inputs of its numbers besides the plan: the screen recalculates from them during editing. */
  basis: PlanBasis;
}

export interface GoalPeriod extends Period {
  goalKey: number;
  clientKey: number;
  clientModelKey: number | null;
  /** Distribution of its budget over the month. */
  pacingCurve: PacingCurve;
  /** Targets as entered; the parts contain the effective ones. */
  targets: Record<'spendGoal' | 'revisedSpendGoal' | 'inquiryGoal' | 'revisedInquiryGoal' | 'cplGoal', Value>;
  campaigns: readonly CampaignPeriod[];
}

export interface NumbersContext {
  group: UserGroup;
  facts: readonly AdditiveMetricKey[];
  weights: WeekdayWeights;
}

/** Due shares of a month, cached by month and curve. */
export const makeShares = (weights: WeekdayWeights) => {
  const cache = new Map<MonthBase, Map<PacingCurve, ReturnType<typeof shareDue>>>();
  return (base: MonthBase, curve: PacingCurve): ReturnType<typeof shareDue> => {
    const ofBase = cache.get(base) ?? new Map<PacingCurve, ReturnType<typeof shareDue>>();
    cache.set(base, ofBase);
    const share = ofBase.get(curve) ?? shareDue(curve, { days: daysOf(base.days), done: base.done }, weights);
    ofBase.set(curve, share);
    return share;
  };
};

const planOf = (row: CampaignRow): MonthPlan | null => {
  if (!row.planned) return null;
  // A table has a hundred thousand of these: copying an object with all fields is faster than adding them one by one.
  const plan = { ...EMPTY_PLAN };
  for (const field of PLAN_FIELDS) plan[field] = row[field];
  return plan;
};

/** For a future month the price that takes effect with it; else the current one. */
const pricesOf = (row: CampaignRow, base: MonthBase, group: UserGroup): CampaignPeriod['prices'] => {
  const ahead = base.state === 'future';
  const client = numberOf(ahead ? (row.clientBidPrice ?? row.clientDesktop) : row.clientDesktop);
  const media = numberOf(ahead ? (row.aggregatorBidPrice ?? row.mediaDesktop) : row.mediaDesktop);
  return { client: group === 'mp' ? null : client, media: group === 'cl' ? null : media };
};

const less = (value: Value | undefined, other: Value | undefined): number =>
  other ? (sumOf([value, -other]) ?? 0) : (value ?? 0);

/** The pair covers the days that both leads and account have, since the two are compared. */
const mtdOf = (row: CampaignRow, late: Parts | undefined, { group, facts }: NumbersContext): Parts => {
  const mtd: Parts = {};
  const spend = factOf('spend', group) ?? 'clientCost';
  for (const fact of facts) mtd[fact] = numberOf(row[fact]) ?? 0;
  mtd.pairedSpend = less(mtd[spend], late?.[spend]);
  mtd.pairedLeads = less(mtd.validLeads, late?.validLeads);
  mtd.spend = mtd[spend] ?? 0;
  return mtd;
};

/** A current month without a complete day. */
const isPartial = (base: MonthBase): boolean => base.done === 0 && base.state === 'current';

const clicksOf = (mtd: Parts): number => (mtd.trackedClicks ?? 0) + (mtd.platformClicks ?? 0);

interface Side {
  base: MonthBase;
  days: CampaignCalendar['days'];
}

/** Clicks on our own links follow the days of leads, platform clicks the days of the account. */
const clickRunRate = (mtd: Parts, account: Side, ours: Side): Value => {
  if (account.days === ours.days) return runRate(ours.base.done === 0 ? 0 : clicksOf(mtd), ours.days);
  const sides = [
    { soFar: mtd.trackedClicks ?? 0, ...ours },
    { soFar: mtd.platformClicks ?? 0, ...account },
  ];
  return rollUpRunRates(
    sides.map(({ soFar, base, days }) => ({ value: runRate(base.done === 0 ? 0 : soFar, days), soFar })),
  );
};

interface CampaignInput {
  row: CampaignRow;
  base: MonthBase;
  calendar: CampaignCalendar;
  leadBase: MonthBase;
  leadCalendar: CampaignCalendar;
  /** Our own facts of the days that its account has not delivered. */
  late: Parts | undefined;
  inWindow: WindowSums;
  /** Plan change of its line item. */
  planChange: Record<'spend' | 'leads', Value>;
  unpaidLeads: number;
  share: ReturnType<typeof shareDue>;
}

export const campaignPeriod = (input: CampaignInput, context: NumbersContext): CampaignPeriod => {
  const { row, base, calendar, leadBase, leadCalendar, share } = input;
  const { days } = calendar;
  const leadDays = leadCalendar.days;
  const mtd = mtdOf(row, input.late, context);
  // Before the first complete day there is only today's so far, and no basis for a projection.
  const isBegun = leadBase.done > 0;
  const spend = base.done > 0 ? (mtd.spend ?? 0) : 0;
  const validLeads = isBegun ? (mtd.validLeads ?? 0) : 0;

  const plan = planOf(row);
  const effective = plan === null ? null : effectivePlan(plan);
  const prices = pricesOf(row, leadBase, context.group);
  const paid = validLeads - input.unpaidLeads;
  const cost = isBegun ? (numberOf(row.leadCost) ?? 0) : 0;
  const isPpl = row.channel === 'ppl';
  const priced = {
    desktopPrice: context.group === 'mp' ? prices.media : prices.client,
    priced: paid > 0 ? [{ price: cost / paid, leads: paid }] : [],
  };
  const spentRunRate = runRate(spend, days);
  const leadRunRate = runRate(validLeads, leadDays);
  const { inMonth, before } = input.inWindow;
  const { weights } = context;
  const basis: PlanBasis = {
    isPpl,
    stopsAtCap: isPpl && row.overDelivery !== 'ACCEPT_UNPAID',
    daysDone: leadDays.done,
    daysInAll: leadDays.inAll,
    daysPlanned: calendar.plannedDays,
    share,
    price: isPpl ? pricePerLead(priced) : null,
    monthlyBudget: numberOf(row.monthlyBudget),
    spend,
    validLeads,
    spentRunRate,
    leadRunRate,
    spendProjection: projection({
      soFar: spend,
      runRate: spentRunRate,
      window: calendar.window,
      inMonth: inMonth.spend,
      before: before.spend,
      planChange: input.planChange.spend,
      daysLeft: days.daysLeft,
      weights,
    }),
    leadProjection: projection({
      soFar: validLeads,
      runRate: leadRunRate,
      window: leadCalendar.window,
      inMonth: inMonth.validLeads,
      before: before.validLeads,
      planChange: input.planChange.leads,
      daysLeft: leadDays.daysLeft,
      weights,
    }),
  };
  return {
    campaignKey: row.campaignKey,
    goalKey: row.goalKey,
    channel: row.channel,
    customChannelKey: row.customChannelKey,
    partnerKey: row.partnerKey,
    accountKey: row.accountKey,
    startDate: row.startDate,
    endDate: row.endDate,
    activatedAt: row.activatedAt,
    dayParting: row.dayParting,
    rowVersion: row.rowVersion,
    validInMonth: row.validInMonth,
    days,
    window: calendar.window,
    plannedDays: calendar.plannedDays,
    base,
    leadBase,
    mtd,
    partial: isPartial(leadBase),
    plan,
    effective,
    prices,
    capped: isCapped(plan ?? EMPTY_PLAN, basis),
    basis,
    clickRunRate: clickRunRate(mtd, { base, days }, { base: leadBase, days: leadDays }),
    parts: {
      ...planParts(plan ?? EMPTY_PLAN, basis),
      inquiryGoal: null,
      expectedInquiries: null,
      pairedSpend: isBegun ? (mtd.pairedSpend ?? 0) : 0,
      pairedLeads: isBegun ? (mtd.pairedLeads ?? 0) : 0,
    },
  };
};

/** Parts of a channel, a partner, a model or a total, from those of its campaigns or line items. */
export const rollUpPeriod = (rows: readonly Pick<Period, 'parts'>[]): PeriodParts => ({
  ...rollUpPacing(rows.map(({ parts }) => parts)),
  mtdAllocation: sumOf(rows.map(({ parts }) => parts.mtdAllocation)),
  effectiveMonthlyAllocation: sumOf(rows.map(({ parts }) => parts.effectiveMonthlyAllocation)),
});

const OF_BOTH = ['spend', 'pairedSpend', 'pairedLeads'] as const;

export const rollUpMtd = (rows: readonly Pick<Period, 'mtd'>[], facts: readonly AdditiveMetricKey[]): Parts =>
  Object.fromEntries([...facts, ...OF_BOTH].map((key) => [key, sumOf(rows.map(({ mtd }) => mtd[key])) ?? 0]));

export const rollUpClicks = (rows: readonly Pick<Period, 'leadBase' | 'mtd' | 'clickRunRate'>[]): Value =>
  rollUpRunRates(
    rows.map((row) => ({ value: row.clickRunRate, soFar: row.leadBase.done === 0 ? 0 : clicksOf(row.mtd) })),
  );

/** A line item has its own budget and target; everything else is the sum of its campaigns. */
export const goalPeriod = (
  row: GoalRow,
  campaigns: readonly CampaignPeriod[],
  { base, leadBase }: Pick<Period, 'base' | 'leadBase'>,
  shares: Record<'spend' | 'leads', ReturnType<typeof shareDue>>,
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
  const parts: PeriodParts = {
    ...sums,
    spend: sums.spend ?? 0,
    validLeads: sums.validLeads ?? 0,
    budget,
    expectedSpend: expectedSoFar(budget, shares.spend),
    inquiryGoal,
    expectedInquiries: expectedSoFar(inquiryGoal, shares.leads),
  };
  return {
    goalKey: row.goalKey,
    clientKey: row.clientKey,
    clientModelKey: row.clientModelKey,
    pacingCurve: row.pacingCurve,
    targets,
    campaigns,
    base,
    leadBase,
    partial: isPartial(leadBase),
    mtd: rollUpMtd(campaigns, facts),
    clickRunRate: rollUpClicks(campaigns),
    // Allocations are its campaigns'; its own budget and target are compared with all it has.
    parts: { ...parts, ...coveredAnew(parts, ['budget', 'inquiryGoal']) },
  };
};
