import { type CampaignTableSet, type GoalColumnSet, type OwnerVariant } from '../core/access/owner-variants.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type Labels } from '../core/access/label-sets.ts';
import { isMetricKey, isOfLabels, type MetricKey } from '../core/metrics/metrics.ts';
import { CAMPAIGN_COLUMNS, type Column, columnsFor, GOAL_COLUMNS } from './columns.ts';
import { type AllocationMonth } from './editing.ts';

/** Default layout of a table. */
export interface TableLayout {
  columns: readonly Column[];
  /** Columns visible by default. */
  visible: readonly string[];
  /** Leading columns, in working order; all others follow in table order. */
  first: readonly string[];
  /** Columns of an export of the whole table; a file has room for more than a screen. */
  inFile: readonly string[];
}

const words = (list: string): string[] => list.trim().split(/\s+/);

const ACTIONS = ['actionSources', 'actionAttributes'];

/** The agency's campaign tables: for the current month what can still be steered, for the next what is agreed. */
const AGENCY: Record<AllocationMonth, string[]> = {
  // The columns a buyer edits and decides by; they fit on a laptop screen. The rest is in the column chooser.
  current:
    words(`name campaignCode subStatus userDefinedMonthlyAllocation weeklySoftAllocation mtdInquiries mtdAllocation
    deliveryPercent diffToBudget spendProjection projectionToBudget`),
  next: words(`vendor name campaignCode subStatus channel goalName campaignReoccuring costPerInquiry monthlyCapacity monthlyAllocation
    clientMonthlyAllocation monthlySoftAllocation clientBidPrice aggregatorBidPrice budget mtdInquiries mtdSpent
    runRateInquiries spentRunRate historicalCostPerInquiry historicalCostPerApplication historicalCostPerEnrollment
    historicalEnrollRate requestedAllocation`),
};
const AGENCY_FILE =
  words(`vendor name campaignCode subStatus channel goalName costPerInquiry monthlyCapacity incrementalCapacity
  monthlyAllocation clientMonthlyAllocation weeklySoftAllocation userDefinedMonthlyAllocation
  userDefinedMonthlySoftAllocation userDefinedWeeklySoftAllocation userDefinedDailyAllocation mtdAllocation mtdInquiries
  deliveryPercent mtdSpent runRateInquiries spentRunRate spendProjection projectionToBudget diffToBudget mtdApplications
  mtdEnrollments historicalCostPerApplication historicalCostPerEnrollment requestedAllocation`);
const CLIENT: Record<AllocationMonth, string[]> = {
  current:
    words(`vendor name campaignCode subStatus channel goalName campusName costPerInquiry monthlyAllocation mtdAllocation
    mtdInquiries deliveryPercent mtdSpent runRateInquiries spentRunRate mtdContacts mtdApplications mtdEnrollments
    historicalCostPerApplication historicalCostPerEnrollment`),
  next: words(`vendor name campaignCode subStatus channel goalName campusName costPerInquiry monthlyCapacity monthlyAllocation
    monthlySoftAllocation clientBidPrice mtdInquiries mtdSpent runRateInquiries spentRunRate
    historicalCostPerApplication historicalCostPerEnrollment`),
};
const PARTNER: Record<AllocationMonth, string[]> = {
  current: words(`clientName name campaignCode subStatus campusName costPerInquiry monthlyCapacity incrementalCapacity
    requestedAllocation monthlyAllocation userDefinedMonthlyAllocation dailyAllocation userDefinedDailyAllocation
    mtdAllocation mtdInquiries deliveryPercent fillPercent mtdSpent runRateInquiries`),
  next: words(`clientName name campaignCode subStatus campusName campaignReoccuring aggregatorBidPrice monthlyCapacity
    requestedAllocation monthlyAllocation monthlySoftAllocation mtdInquiries runRateInquiries`),
};
const OF_GROUP: Record<UserGroup, Record<AllocationMonth, string[]>> = { ag: AGENCY, cl: CLIENT, mp: PARTNER };

/** Fewer columns, and of those that are edited in the month the ones that decide it: adjusted in this month, agreed for the next. */
const COMPACT: Record<AllocationMonth, string[]> = {
  current: words(`vendor name campaignCode subStatus goalName costPerInquiry monthlyCapacity monthlyAllocation
    userDefinedMonthlyAllocation clientBidPrice mtdAllocation mtdInquiries mtdSpent runRateInquiries spentRunRate`),
  next: words(`vendor name campaignCode subStatus goalName costPerInquiry monthlyCapacity monthlyAllocation clientMonthlyAllocation
    monthlySoftAllocation clientBidPrice aggregatorBidPrice mtdInquiries mtdSpent`),
};

/** The next month's columns for owners that plan by price. */
const COSTS_NEXT =
  words(`vendor channel name campaignCode subStatus costPerInquiry monthlyCapacity monthlyAllocation clientBidPrice
  mtdSpent spentRunRate mtdInquiries mtdStarts runRateInquiries`);

const isBuyers = (group: UserGroup, month: AllocationMonth): boolean => group === 'ag' && month === 'current';

const campaignVisible = (group: UserGroup, month: AllocationMonth, set: CampaignTableSet): string[] => {
  if (group !== 'mp' && set === 'compact') return COMPACT[month];
  if (group !== 'mp' && set === 'costs' && month === 'next') return COSTS_NEXT;
  return OF_GROUP[group][month];
};

/** Owners without applications have estimates (`mtdInterviews`) in their place. */
const outcomesOf = (keys: readonly string[], isThere: (key: string) => boolean): string[] => [
  ...new Set(keys.map((key) => (key === 'mtdApplications' && !isThere(key) ? 'mtdInterviews' : key))),
];

/** The owner's columns, and those visible by default. */
const layoutFor = (
  all: readonly Column[],
  shown: readonly string[],
  labels: Labels,
  more: { first?: readonly string[]; inFile?: readonly string[] } = {},
): TableLayout => {
  const columns = all.filter(({ key }) => !isMetricKey(key) || isOfLabels(key, labels));
  const columnKeys = new Set(columns.map(({ key }) => key));
  const there = (keys: readonly string[]) =>
    outcomesOf(keys, (key) => columnKeys.has(key)).filter((key) => columnKeys.has(key));
  return { columns, visible: there(shown), first: more.first ?? [], inFile: there(more.inFile ?? shown) };
};

export const campaignLayout = (
  group: UserGroup,
  month: AllocationMonth,
  { campaignTable, labels }: OwnerVariant,
): TableLayout => {
  const visible = campaignVisible(group, month, campaignTable);
  const columns = columnsFor(CAMPAIGN_COLUMNS, group);
  if (isBuyers(group, month)) return layoutFor(columns, visible, labels, { first: visible, inFile: AGENCY_FILE });
  return layoutFor(columns, [...visible, ...ACTIONS], labels);
};

const FUNNEL_COLUMNS: Record<GoalColumnSet, MetricKey[]> = {
  applicationsStarts: ['mtdApplications', 'mtdStarts'],
  applicationsEnrollments: ['mtdApplications', 'mtdEnrollments'],
  applications: ['mtdApplications'],
  interviewsVisits: ['mtdInterviews', 'mtdVisits'],
  funnel: ['mtdContacts', 'mtdInterviews', 'mtdVisits', 'mtdStarts', 'mtdEnrollments'],
};

/** The outcomes that an owner's line items are judged by. */
export const outcomeColumns = ({ goalColumns, labels }: OwnerVariant): MetricKey[] =>
  outcomesOf(FUNNEL_COLUMNS[goalColumns], (key) => isMetricKey(key) && isOfLabels(key, labels)).filter(isMetricKey);

const GOAL_VISIBLE: Record<AllocationMonth, string[]> = {
  current:
    words(`goalName pacingStatus monthlyDollarCap revisedSpendGoal mtdSpent spentRunRate spendProjection projectionToBudget diffToBudget
    budgetPlusMinus dailySpendRemaining inquiryGoal revisedInquiriesGoal mtdInquiries runRateInquiries goalInPercentage
    costPerInquiry`),
  next: words(`goalName campusName monthlyDollarCap revisedSpendGoal inquiryGoal revisedInquiriesGoal budget mtdSpent
    spentRunRate mtdInquiries runRateInquiries historicalCostPerInquiry`),
};

export const goalLayout = (group: UserGroup, month: AllocationMonth, variant: OwnerVariant): TableLayout => {
  const columns = columnsFor(GOAL_COLUMNS, group).filter(({ key }) => key !== 'cplGoal' || variant.cplGoal);
  const visible = [
    ...GOAL_VISIBLE[month],
    ...FUNNEL_COLUMNS[variant.goalColumns],
    ...(variant.cplGoal ? ['cplGoal'] : []),
    'actionGoal',
  ];
  return layoutFor(columns, visible, variant.labels);
};
