import {
  CAMPAIGN_COLUMNS,
  type CampaignRow,
  type Column,
  columnsFor,
  EMPTY_PLAN,
  factOf,
  factsOf,
  GOAL_COLUMNS,
  type GoalRow,
  HISTORICAL_STAGES,
  isMetricKey,
  METRIC_KEYS,
  type MetricKey,
  METRICS,
  metricValue,
  outcomeFactOf,
  partsOf,
  PLAN_FIELDS,
  PLAN_METRICS,
  planNumbers,
  type RowBasis,
  type UserGroup,
} from '@paceline/contract';
import { pacingNumbers } from '../../../metrics/pacing.rules.ts';
import { type CampaignPeriod, type GoalPeriod } from '../../../metrics/period-numbers.ts';
import { type HistoricalSums, matureNumbers, type MatureSums } from '../../../metrics/window-facts.ts';
import { campaignStatus } from '../../../shared/campaign-status/campaign-status.rules.ts';
import { type StatusClock } from '../../../shared/campaign-status/status-clock.rules.ts';
import { type CampaignRecord, type GoalRecord } from './summary.queries.ts';

type Numbers = Record<string, number | null>;

const metricsOf = (columns: readonly Column[], group: UserGroup): MetricKey[] =>
  columnsFor(columns, group)
    .map(({ key }) => key)
    .filter(isMetricKey);

/** The numbers of a table that are made of the month's facts so far, and of nothing that the plan or the calendar adds. */
const mtdKeys = (columns: readonly Column[], group: UserGroup): MetricKey[] =>
  metricsOf(columns, group).filter((key) => {
    const { basis, window } = METRICS[key];
    return basis !== 'period' && window.days === 'mtd' && partsOf(key).every((part) => factOf(part, group) !== null);
  });

const keysByTable = new Map<readonly Column[], Map<UserGroup, MetricKey[]>>();
const keysOf = (columns: readonly Column[], group: UserGroup): MetricKey[] => {
  const byGroup = keysByTable.get(columns) ?? new Map<UserGroup, MetricKey[]>();
  keysByTable.set(columns, byGroup);
  const keys = byGroup.get(group) ?? mtdKeys(columns, group);
  byGroup.set(group, keys);
  return keys;
};

/** The facts that the month-to-date columns of a table are made of. */
export const mtdFacts = (group: UserGroup) => factsOf([...keysOf(CAMPAIGN_COLUMNS, group), 'mtdPPCCtr'], group);

/** Rows are many and wide: each is filled in place, one number after the other and always in the same order. */
const putMtd = (
  row: Numbers,
  columns: readonly Column[],
  group: UserGroup,
  mtd: CampaignPeriod['mtd'],
  price: number | null,
): void => {
  const context = { price };
  for (const key of keysOf(columns, group)) row[key] = metricValue(key, mtd, context);
};

const HISTORICAL_KEYS = METRIC_KEYS.flatMap((key) => {
  const { window } = METRICS[key];
  return window.days === 'historical' ? [[key, window.stage] as const] : [];
});

const putHistorical = (row: Numbers, sums: HistoricalSums | undefined): void => {
  for (const [key, stage] of HISTORICAL_KEYS) row[key] = sums === undefined ? null : metricValue(key, sums[stage]);
};

const blanks = new Map<UserGroup, Numbers>();
/** Every number that a campaign's row is going to have: a copy of it has room for all of them at once. */
const blankNumbers = (group: UserGroup): Numbers => {
  const known = blanks.get(group);
  if (known) return known;
  const historical = HISTORICAL_KEYS.map(([key]) => key);
  const keys = [...PLAN_FIELDS, ...keysOf(CAMPAIGN_COLUMNS, group), ...PLAN_METRICS, ...historical];
  const blank = Object.fromEntries(keys.map((key) => [key, null]));
  blanks.set(group, blank);
  return blank;
};

const historicalBasis = (sums: HistoricalSums | undefined): RowBasis['historical'] => {
  const of = (stage: (typeof HISTORICAL_STAGES)[number]): [number | null, number, number] => {
    const parts = sums?.[stage];
    const outcomes = stage === 'inquiry' ? 0 : (parts?.[outcomeFactOf(stage)] ?? 0);
    return [parts?.spend ?? 0, parts?.validLeads ?? 0, outcomes];
  };
  return {
    inquiry: of('inquiry'),
    contact: of('contact'),
    appointment: of('appointment'),
    visit: of('visit'),
    application: of('application'),
    enrollment: of('enrollment'),
    start: of('start'),
  };
};

const clicksBasis = ({ mtd }: Pick<CampaignPeriod, 'mtd'>, group: UserGroup) => ({
  trackedClicks: mtd.trackedClicks ?? 0,
  platformClicks: mtd.platformClicks ?? 0,
  platformSpend: group === 'mp' ? null : (mtd.platformSpend ?? 0),
});

const statusOf = (record: CampaignRecord, clock: StatusClock) =>
  campaignStatus(
    {
      campaign: {
        isPpl: record.isPpl,
        deletedAt: null,
        activatedAt: record.activatedAt,
        startDate: record.startDate,
        endDate: record.endDate,
        missing: [],
      },
      pauses: record.pauses?.map((pause) => ({ ...pause, cancelledAt: null })) ?? [],
      partnerActive: record.partnerActive,
      partnerClientStatus: record.partnerClientStatus,
      ioRequired: false,
      ioAccepted: false,
      plan: record.planNow,
      counts: { month: record.countMonth, week: record.countWeek, day: record.countDay },
      goal: { hardCap: record.hardCap, spent: record.goalSpent, spendGoal: record.goalBudget },
      dayParting: record.dayParting,
      platformStatus: record.platformStatus,
    },
    clock,
  );

export interface CampaignSides {
  /** What the running month has brought so far. */
  soFar: CampaignPeriod;
  /** The month that is shown: its plan, its days, its price. */
  shown: CampaignPeriod;
  historical: HistoricalSums | undefined;
}

export const toCampaignRow = (
  record: CampaignRecord,
  { soFar, shown, historical }: CampaignSides,
  group: UserGroup,
  clock: StatusClock,
): CampaignRow => {
  const { subStatus, statusReasons, nextChangeAt } = statusOf(record, clock);
  const { plan, basis } = shown;
  const price = group === 'mp' ? shown.prices.media : shown.prices.client;
  const row: CampaignRow = {
    ...blankNumbers(group),
    ownerKey: record.ownerKey,
    ownerName: record.ownerName,
    campaignKey: record.campaignKey,
    vendor: record.vendor,
    vendorKey: record.vendorKey,
    name: record.name,
    campaignCode: record.campaignCode,
    subStatus,
    statusReasons: [...statusReasons],
    nextChangeAt: nextChangeAt?.toISOString() ?? null,
    channel: record.channel,
    customChannelName: record.customChannelName,
    goalKey: record.goalKey,
    goalName: record.goalName,
    brandName: record.brandName,
    clientKey: record.clientKey,
    clientName: record.clientName,
    campusName: record.campusName,
    productType: record.productType,
    campaignReoccuring: record.campaignReoccuring,
    month: shown.base.days.from.toString(),
    through: soFar.base.through.toString(),
    partial: soFar.partial,
    rowVersion: record.rowVersion,
    requestedAllocation: record.requestedAllocation,
    basis: {
      isPpl: basis.isPpl,
      daysDone: basis.daysDone,
      daysInAll: basis.daysInAll,
      daysPlanned: basis.daysPlanned,
      share: basis.share,
      price: basis.price,
      monthlyBudget: basis.monthlyBudget,
      spend: basis.spend,
      validLeads: basis.validLeads,
      spentRunRate: basis.spentRunRate,
      leadRunRate: basis.leadRunRate,
      projection: basis.projection,
      ...clicksBasis(soFar, group),
      historical: historicalBasis(historical),
    },
    clientBidPrice: shown.prices.client,
    aggregatorBidPrice: shown.prices.media,
    runRateInquiries: soFar.parts.leadRunRate,
    runRateClicks: soFar.clickRunRate,
    spentRunRate: soFar.parts.spentRunRate,
  };
  const numbers = row as unknown as Numbers;
  for (const field of PLAN_FIELDS) numbers[field] = plan === null ? null : plan[field];
  putMtd(numbers, CAMPAIGN_COLUMNS, group, soFar.mtd, record.isPpl ? price : null);
  const ofPlan = planNumbers(plan ?? EMPTY_PLAN, basis);
  for (const key of PLAN_METRICS) numbers[key] = ofPlan[key];
  putHistorical(numbers, historical);
  return row;
};

export interface GoalSides {
  soFar: GoalPeriod;
  shown: GoalPeriod;
  historical: HistoricalSums | undefined;
  mature: MatureSums | undefined;
  spendByDay: number[];
  inquiriesByDay: number[];
}

export const toGoalRow = (ownerKey: number, record: GoalRecord, sides: GoalSides, group: UserGroup): GoalRow => {
  const { soFar, shown, historical, mature, spendByDay, inquiriesByDay } = sides;
  const { delta, inquiryDelta, ...pacing } = pacingNumbers(shown.parts, shown.base.fromToday);
  const costs = matureNumbers(mature);
  const row: GoalRow = {
    ownerKey,
    ...record,
    campaigns: soFar.campaigns.length,
    campaignsWithoutBudget: shown.campaigns.filter(({ parts }) => parts.budget === null).length,
    spendByDay,
    inquiriesByDay,
    inquiryDelta,
    delta,
    basis: { ...clicksBasis(soFar, group), historical: historicalBasis(historical) },
    monthlyDollarCap: shown.targets.spendGoal,
    revisedSpendGoal: shown.targets.revisedSpendGoal,
    inquiryGoal: shown.targets.inquiryGoal,
    revisedInquiriesGoal: shown.targets.revisedInquiryGoal,
    cplGoal: shown.targets.cplGoal,
    budget: shown.parts.budget,
    spendProjection: shown.parts.spendProjection,
    ...pacing,
    runRateInquiries: soFar.parts.leadRunRate,
    runRateClicks: soFar.clickRunRate,
    spentRunRate: soFar.parts.spentRunRate,
    matureCpa: costs.matureCpa.value,
    matureCpe: costs.matureCpe.value,
  };
  putMtd(row as unknown as Numbers, GOAL_COLUMNS, group, soFar.mtd, null);
  putHistorical(row as unknown as Numbers, historical);
  return row;
};
