import { type MetricFormat } from '../core/values/formats.ts';
import { type Labels } from '../core/access/label-sets.ts';
import { type MetricKey, METRICS, metricLabel } from '../core/metrics/metrics.ts';
import { CAMPAIGN_BUDGET_LABELS } from '../core/metrics/pacing/pacing-rows.ts';
import { USER_GROUPS, type UserGroup } from '../core/access/user-groups.ts';

const PARENT_COLUMNS = [
  'Campaign',
  'Line item',
  'Cost and allocation',
  'Adjusted in the month',
  'Month to date',
  'Month-to-date rates',
  'Run rates and pacing',
  'Pay per click',
  'Historical',
  'Actions',
] as const;
type ParentColumn = (typeof PARENT_COLUMNS)[number];

type ColumnKind = MetricFormat['kind'] | 'text' | 'key' | 'flag' | 'status' | 'action';

/** A column as used by table, chooser, export and import. */
export interface Column {
  key: string;
  parent: ParentColumn;
  kind: ColumnKind;
  sortable: boolean;
  /** Always in the table, so the chooser does not offer it. */
  excludeFromMenu: boolean;
  groups: readonly UserGroup[];
  /** Own label; numbers take theirs from the metric registry. */
  label?: string;
}

const NOT_ORDERABLE: ReadonlySet<string> = new Set([
  'actionSources',
  'actionAttributes',
  'actionGoal',
  'campaignReoccuring',
  'incrementalCapacity',
  'userDefinedMonthlyAllocation',
  'userDefinedMonthlySoftAllocation',
  'userDefinedWeeklySoftAllocation',
  'userDefinedDailyAllocation',
]);

const own = (
  parent: ParentColumn,
  key: string,
  label: string,
  more: Partial<Omit<Column, 'key' | 'parent' | 'label' | 'sortable'>> = {},
): Column => ({
  key,
  parent,
  label,
  kind: 'text',
  sortable: !NOT_ORDERABLE.has(key),
  excludeFromMenu: false,
  groups: USER_GROUPS,
  ...more,
});

const metric = (parent: ParentColumn, key: MetricKey): Column => ({
  key,
  parent,
  kind: METRICS[key].kind,
  sortable: !NOT_ORDERABLE.has(key),
  excludeFromMenu: false,
  groups: METRICS[key].groups,
});
const metrics = (parent: ParentColumn, ...keys: MetricKey[]): Column[] => keys.map((key) => metric(parent, key));

const MONTH_TO_DATE: Column[] = [
  ...metrics('Month to date', 'mtdInquiries', 'mtdClicks', 'mtdContacts', 'mtdInterviews', 'mtdVisits'),
  ...metrics('Month to date', 'mtdAppointments', 'mtdApplications', 'mtdEnrollments', 'mtdStarts', 'mtdSpent'),
  ...metrics('Month-to-date rates', 'mtdContactRate', 'mtdInterviewRate', 'mtdAppointmentRate'),
  ...metrics('Month-to-date rates', 'mtdVisitRate', 'mtdApplicationRate', 'mtdEnrollmentRate'),
];

const RUN_RATES: Column[] = [
  ...metrics(
    'Run rates and pacing',
    'spendProjectionLow',
    'spendProjectionHigh',
    'leadProjectionLow',
    'leadProjectionHigh',
  ),
  ...metrics('Run rates and pacing', 'runRateInquiries', 'leadProjection', 'runRateClicks', 'spentRunRate'),
  ...metrics(
    'Run rates and pacing',
    'spendProjection',
    'projectionToBudget',
    'budget',
    'diffToBudget',
    'budgetRemaining',
    'budgetPlusMinus',
  ),
];

const PAY_PER_CLICK: Column[] = [
  ...metrics('Pay per click', 'mtdPPCImpressions', 'mtdPPCConversions', 'mtdPPCCtr'),
  ...metrics('Pay per click', 'mtdPPCConversionRate', 'mtdPPCCostPerConversion'),
];

const HISTORICAL: Column[] = [
  ...metrics('Historical', 'historicalCostPerInquiry', 'historicalCostPerApplication', 'historicalCostPerStart'),
  ...metrics('Historical', 'historicalCostPerEnrollment', 'historicalContactRate', 'historicalAppointmentRate'),
  ...metrics('Historical', 'historicalVisitRate', 'historicalAppRate', 'historicalEnrollRate', 'historicalStartRate'),
];

/** Campaign tables have the line item columns too, measured against the campaign's own budget. */
const ofCampaignBudget = (column: Column): Column => {
  const label = CAMPAIGN_BUDGET_LABELS[column.key];
  return label === undefined ? column : { ...column, label };
};

export const CAMPAIGN_COLUMNS: readonly Column[] = [
  own('Campaign', 'vendor', 'Media Partner'),
  own('Campaign', 'name', 'Campaign', { excludeFromMenu: true }),
  own('Campaign', 'campaignCode', 'Campaign Code'),
  own('Campaign', 'campaignKey', 'Campaign Key', { kind: 'key' }),
  own('Campaign', 'subStatus', 'Status', { kind: 'status' }),
  own('Campaign', 'channel', 'Channel'),
  own('Campaign', 'customChannelName', 'Custom Channel'),
  own('Campaign', 'goalName', 'Line Item'),
  own('Campaign', 'clientName', 'Client'),
  own('Campaign', 'campusName', 'Campus'),
  own('Campaign', 'productType', 'Product Type'),

  ...metrics('Cost and allocation', 'costPerInquiry', 'monthlyCapacity', 'incrementalCapacity', 'monthlyAllocation'),
  ...metrics('Cost and allocation', 'clientMonthlyAllocation', 'monthlySoftAllocation', 'weeklySoftAllocation'),
  ...metrics('Cost and allocation', 'dailyAllocation', 'weeklyAllocation'),
  own('Cost and allocation', 'campaignReoccuring', 'Rollover', { kind: 'flag' }),
  ...metrics('Cost and allocation', 'clientBidPrice', 'aggregatorBidPrice', 'dailyBOMAllocation'),
  ...metrics('Cost and allocation', 'weeklyBOMAllocation'),
  own('Cost and allocation', 'requestedAllocation', 'Requested Allocation', { kind: 'count', groups: ['ag', 'mp'] }),

  ...metrics('Adjusted in the month', 'userDefinedMonthlyAllocation', 'userDefinedMonthlySoftAllocation'),
  ...metrics('Adjusted in the month', 'userDefinedWeeklySoftAllocation', 'userDefinedDailyAllocation'),

  metric('Month to date', 'mtdAllocation'),
  ...MONTH_TO_DATE,
  ...RUN_RATES.map(ofCampaignBudget),
  ...metrics('Run rates and pacing', 'deliveryPercent', 'fillPercent'),
  ...PAY_PER_CLICK,
  ...HISTORICAL,

  own('Actions', 'actionSources', 'Sources', { kind: 'action' }),
  own('Actions', 'actionAttributes', 'Attributes', { kind: 'action' }),
];

const NOT_PARTNERS: readonly UserGroup[] = ['ag', 'cl'];
const closedToPartners = (column: Column): Column => ({
  ...column,
  groups: column.groups.filter((group) => NOT_PARTNERS.includes(group)),
});

export const GOAL_COLUMNS: readonly Column[] = [
  own('Line item', 'goalName', 'Line Item', { excludeFromMenu: true }),
  own('Line item', 'goalKey', 'Line Item Key', { kind: 'key' }),
  own('Line item', 'brandName', 'Brand'),
  own('Line item', 'clientName', 'Client'),
  own('Line item', 'campusName', 'Campus'),
  own('Line item', 'channel', 'Channel'),
  own('Line item', 'pacingStatus', 'Pacing', { kind: 'status' }),

  ...metrics('Cost and allocation', 'monthlyDollarCap', 'revisedSpendGoal', 'inquiryGoal', 'revisedInquiriesGoal'),
  ...metrics('Cost and allocation', 'cplGoal', 'costPerInquiry'),
  ...MONTH_TO_DATE,
  ...RUN_RATES,
  ...metrics('Run rates and pacing', 'dailySpendRemaining', 'delta', 'goalInPercentage', 'goalAttainedPercent'),
  ...metrics('Run rates and pacing', 'matureCpa', 'matureCpe', 'pacingIndex'),
  ...PAY_PER_CLICK,
  ...HISTORICAL,
  own('Actions', 'actionGoal', 'Actions', { kind: 'action', groups: ['ag'] }),
].map(closedToPartners);

/** Why campaigns of the current month need attention, and the money at stake: beside the columns of the agency and of clients. */
export const WHY_COLUMN = own('Campaign', 'attention', 'Why', { groups: NOT_PARTNERS });
export const AT_STAKE_COLUMN = own('Run rates and pacing', 'offBudget', 'At Stake', {
  kind: 'dollar',
  groups: NOT_PARTNERS,
});
export const ATTENTION_COLUMNS: readonly Column[] = [WHY_COLUMN, AT_STAKE_COLUMN];

/** The columns of a table that a group may see, in table order. */
export const columnsFor = (columns: readonly Column[], group: UserGroup): Column[] =>
  columns.filter(({ groups }) => groups.includes(group));

export const columnLabel = ({ key, label }: Column, set: Labels, group: UserGroup): string =>
  label ?? metricLabel(key as MetricKey, set, group);

/** Number format of the column; null for a column without numbers. */
export const columnFormat = ({ key, kind }: Column): MetricFormat | null => {
  if (kind !== 'dollar' && kind !== 'count' && kind !== 'percent' && kind !== 'number') return null;
  const { decimals, blankWhenZero } = METRICS[key as MetricKey] ?? {};
  return { kind, ...(decimals !== undefined && { decimals }), ...(blankWhenZero !== undefined && { blankWhenZero }) };
};
