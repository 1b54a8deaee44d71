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
  matureNote,
  METRIC_KEYS,
  type MetricKey,
  METRICS,
  metricValue,
  outcomeFactOf,
  partsOf,
  PLAN_FIELDS,
  PLAN_METRICS,
  planNumbers,
  planRanges,
  rangeNumbers,
  type RowBasis,
  type UserGroup,
} from '@paceline/contract';
import { pacingNumbers } from '../../../metrics/days/pacing.rules.ts';
import { type CampaignPeriod, type GoalPeriod } from '../../../metrics/periods/period-numbers.ts';
import { type HistoricalSums } from '../../../metrics/stored-days/cohort-lists.ts';
import { type MatureGroup, matureNumbers } from '../../../metrics/periods/window-facts.ts';
import { campaignStatus, type StatusPause } from '../../../shared/campaign-status/campaign-status.rules.ts';
import { type StatusClock } from '../../../shared/campaign-status/status-clock.rules.ts';
import { type GoalNames, type Names } from './summary-names.queries.ts';
import { type CampaignRecord, type GoalRecord } from './summary.queries.ts';

type Numbers = Record<string, number | null>;

const metricsOf = (columns: readonly Column[], group: UserGroup): MetricKey[] =>
  columnsFor(columns, group)
    .map(({ key }) => key)
    .filter(isMetricKey);

const PAIRED: ReadonlySet<string> = new Set(['pairedSpend', 'pairedLeads']);

/** The metrics of a table that come from the month's facts so far, not from the plan or the calendar. */
const mtdKeys = (columns: readonly Column[], group: UserGroup): MetricKey[] =>
  metricsOf(columns, group).filter((key) => {
    const { basis, window } = METRICS[key];
    return (
      basis !== 'period' &&
      window.days === 'mtd' &&
      partsOf(key).every((part) => factOf(part, group) !== null || PAIRED.has(part))
    );
  });

const keysByTable = new Map<readonly Column[], Map<UserGroup, MetricKey[]>>();
const keysOf = (columns: readonly Column[], group: UserGroup): MetricKey[] => {
  const byGroup = keysByTable.get(columns) ?? new Map<UserGroup, MetricKey[]>();
  keysByTable.set(columns, byGroup);
  const keys = byGroup.get(group) ?? mtdKeys(columns, group);
  byGroup.set(group, keys);
  return keys;
};

/** The facts that the month-to-date columns of a table are calculated from. */
export const mtdFacts = (group: UserGroup) => factsOf([...keysOf(CAMPAIGN_COLUMNS, group), 'mtdPPCCtr'], group);

/** Rows are many and wide: each is filled in place, always in the same order of keys. */
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
/** All numbers of a campaign's row, blank: a copy of it has room for all of them at once. */
const blankNumbers = (group: UserGroup): Numbers => {
  const blankRow = blanks.get(group);
  if (blankRow) return blankRow;
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
  pairedSpend: mtd.pairedSpend ?? 0,
  pairedLeads: mtd.pairedLeads ?? 0,
});

const NO_PAUSES: StatusPause[] = [];

const statusOf = ({ shown, now, names, counts }: CampaignSides, goal: GoalNames, clock: StatusClock) => {
  const { campaignKey, partnerKey } = shown;
  const isPpl = shown.basis.isPpl;
  return campaignStatus(
    {
      campaign: {
        isPpl,
        deletedAt: null,
        activatedAt: shown.activatedAt,
        startDate: shown.startDate,
        endDate: shown.endDate,
        missing: [],
      },
      pauses: names.pauses.get(campaignKey)?.map((pause) => ({ ...pause, cancelledAt: null })) ?? NO_PAUSES,
      partnerActive: partnerKey === null ? null : (names.partners.get(partnerKey)?.active ?? null),
      partnerClientStatus: names.partnerClients.get(`${partnerKey} ${goal.clientKey}`)?.status ?? null,
      ioRequired: false,
      ioAccepted: false,
      plan: now?.plan ?? null,
      counts: { month: now?.validInMonth ?? 0, ...counts },
      goal: { hardCap: goal.hardCap, spent: names.goalSpend.get(goal.goalKey) ?? 0, spendGoal: goal.budget },
      // The hour at which somebody looks at next month's plan says nothing about it.
      dayParting: now === shown ? shown.dayParting : null,
      platformStatus: isPpl ? null : (names.linked.get(campaignKey)?.status ?? null),
    },
    clock,
  );
};

/** The vendor of the leads: the partner, or the platform that is paid for them. */
const vendorOf = ({ partnerKey, accountKey, channel }: CampaignPeriod, names: Names): string =>
  (partnerKey === null ? undefined : names.partners.get(partnerKey)?.name) ??
  (accountKey === null ? undefined : names.platforms.get(accountKey)?.name) ??
  names.channels.get(channel)?.name ??
  '';

interface CampaignSides {
  /** The running month, if the campaign is in it. */
  now: CampaignPeriod | undefined;
  /** The month on display: its plan, days and price. */
  shown: CampaignPeriod;
  historical: HistoricalSums | undefined;
  counts: { week: number; day: number };
  names: Names;
}

export const toCampaignRow = (
  ownerKey: number,
  record: CampaignRecord,
  goal: GoalNames,
  sides: CampaignSides,
  group: UserGroup,
  clock: StatusClock,
): CampaignRow => {
  const { shown, historical, names } = sides;
  // The running month's figures so far, beside the plan of the month on display.
  const soFar = sides.now ?? shown;
  const { subStatus, statusReasons, nextChangeAt } = statusOf(sides, goal, clock);
  const { plan, basis } = shown;
  const channel = names.channels.get(shown.channel);
  const price = group === 'mp' ? shown.prices.media : shown.prices.client;
  const row: CampaignRow = {
    ...blankNumbers(group),
    ownerKey,
    ownerName: names.ownerName,
    campaignKey: record.campaignKey,
    vendor: vendorOf(shown, names),
    vendorKey: shown.partnerKey,
    name: record.name,
    campaignCode: record.code,
    subStatus,
    statusReasons: [...statusReasons],
    nextChangeAt: nextChangeAt?.toISOString() ?? null,
    channel: channel?.name ?? '',
    customChannelName:
      shown.customChannelKey === null ? null : (names.customChannels.get(shown.customChannelKey)?.name ?? null),
    goalKey: goal.goalKey,
    goalName: goal.goalName,
    brandName: goal.brandName,
    clientKey: goal.clientKey,
    clientName: goal.clientName,
    campusName: goal.campusName,
    productType: channel?.productType ?? '',
    campaignReoccuring: record.recurring,
    month: shown.base.days.from.toString(),
    through: soFar.base.through.toString(),
    leadsThrough: soFar.leadBase.through.toString(),
    partial: soFar.partial,
    capped: shown.capped,
    rowVersion: shown.rowVersion,
    requestedAllocation: record.requested,
    basis: {
      isPpl: basis.isPpl,
      stopsAtCap: basis.stopsAtCap,
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
      spendProjection: basis.spendProjection,
      leadProjection: basis.leadProjection,
      ...clicksBasis(soFar, group),
      historical: historicalBasis(historical),
    },
    clientBidPrice: shown.prices.client,
    aggregatorBidPrice: shown.prices.media,
    runRateInquiries: soFar.parts.leadRunRate,
    runRateClicks: soFar.clickRunRate,
    spentRunRate: soFar.parts.spentRunRate,
    ...planRanges(plan ?? EMPTY_PLAN, basis, { spend: shown.base.done, leads: shown.leadBase.done }),
  };
  const numbers = row as unknown as Numbers;
  for (const field of PLAN_FIELDS) numbers[field] = plan === null ? null : plan[field];
  putMtd(numbers, CAMPAIGN_COLUMNS, group, soFar.mtd, basis.isPpl ? price : null);
  const ofPlan = planNumbers(plan ?? EMPTY_PLAN, basis);
  for (const key of PLAN_METRICS) numbers[key] = ofPlan[key];
  putHistorical(numbers, historical);
  return row;
};

interface GoalSides {
  soFar: GoalPeriod;
  shown: GoalPeriod;
  historical: HistoricalSums | undefined;
  mature: MatureGroup | undefined;
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
    through: soFar.base.through.toString(),
    leadsThrough: soFar.leadBase.through.toString(),
    campaigns: soFar.campaigns.length,
    campaignsWithoutBudget: shown.campaigns.filter(({ parts }) => parts.budget === null).length,
    cappedCampaigns: shown.campaigns.filter(({ capped }) => capped).length,
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
    leadProjection: shown.parts.leadProjection,
    ...rangeNumbers(shown.parts, { spend: shown.base.done, leads: shown.leadBase.done }),
    ...pacing,
    runRateInquiries: soFar.parts.leadRunRate,
    runRateClicks: soFar.clickRunRate,
    spentRunRate: soFar.parts.spentRunRate,
    matureCpa: costs.matureCpa.value,
    matureCpe: costs.matureCpe.value,
    matureNotes: {
      matureCpa: { note: matureNote(costs.matureCpa), few: costs.matureCpa.shrunk },
      matureCpe: { note: matureNote(costs.matureCpe), few: costs.matureCpe.shrunk },
    },
  };
  putMtd(row as unknown as Numbers, GOAL_COLUMNS, group, soFar.mtd, null);
  putHistorical(row as unknown as Numbers, historical);
  return row;
};
