import { type UserGroup } from '../core/access/user-groups.ts';
import { type MetricKey, type MetricViewer, maySeeMetric } from '../core/metrics/metrics.ts';

/** Groupings of a bill. Rows are summed over the groupings not chosen. */
export const BILLABLE_GROUPS = {
  partner: 'Partner',
  client: 'Client',
  campaign: 'Campaign',
  source: 'Source',
} as const;
export type BillableGroup = keyof typeof BILLABLE_GROUPS;
export const BILLABLE_GROUP_CODES = Object.keys(BILLABLE_GROUPS) as [BillableGroup, ...BillableGroup[]];

interface NameColumn {
  label: string;
  /** The grouping that this column requires. */
  by: BillableGroup;
}
/** First column of a bill over several owners. */
export const BILLABLE_OWNER = { key: 'ownerName', label: 'School group' } as const;

/** Descriptive columns of a row, in table order. */
export const BILLABLE_NAMES = {
  partnerName: { label: 'Partner', by: 'partner' },
  partnerCode: { label: 'Partner code', by: 'partner' },
  clientName: { label: 'Client', by: 'client' },
  campus: { label: 'Campus', by: 'campaign' },
  lineItem: { label: 'Line item', by: 'campaign' },
  campaignName: { label: 'Campaign', by: 'campaign' },
  campaignCode: { label: 'Campaign code', by: 'campaign' },
  productType: { label: 'Product type', by: 'campaign' },
  sourceName: { label: 'Source', by: 'source' },
  ioNumber: { label: 'IO number', by: 'campaign' },
} as const satisfies Record<string, NameColumn>;
export type BillableName = keyof typeof BILLABLE_NAMES;
const BILLABLE_NAME_KEYS = Object.keys(BILLABLE_NAMES) as BillableName[];

/** Descriptive columns of these groupings. Orders are between the agency and its media partners. */
export const billableNamesFor = (groups: readonly BillableGroup[], viewer: UserGroup): BillableName[] =>
  BILLABLE_NAME_KEYS.filter(
    (key) => groups.includes(BILLABLE_NAMES[key].by) && !(key === 'ioNumber' && viewer === 'cl'),
  );

/** Figures of a bill, in table order. */
export const BILLABLE_FIGURES = [
  'grossLeads',
  'invalidLeads',
  'duplicates',
  'scrubbed',
  'overCap',
  'rejected',
  'validLeads',
  'returned',
  'billableLeads',
  'overDeliveredUnpaid',
  'unitPrice',
  'amount',
  'expectedLeads',
  'expectedAmount',
  'impressions',
  'clicks',
  'platformCost',
  'platformFee',
  'platformClientCost',
  'priorMonthAdjustments',
  'totalDue',
  'mediaUnitPrice',
  'mediaAmount',
  'mediaExpectedAmount',
  'mediaPriorMonthAdjustments',
  'mediaTotalDue',
  'margin',
  'marginPercent',
] as const satisfies readonly MetricKey[];
export type BillableFigure = (typeof BILLABLE_FIGURES)[number];

/** Valid but undelivered leads: a closed month expects no more deliveries. */
const EXPECTED_FIGURES: readonly BillableFigure[] = ['expectedLeads', 'expectedAmount', 'mediaExpectedAmount'];

/**
 * The figures a viewer may see, for an open or a closed month. Media partners are paid for leads, so clicks and platforms are hidden from
 * them.
 */
export const billableFiguresFor = (viewer: MetricViewer, isFrozen: boolean): BillableFigure[] =>
  BILLABLE_FIGURES.filter(
    (key) =>
      maySeeMetric(key, viewer) &&
      !(key === 'clicks' && viewer.group === 'mp') &&
      !(isFrozen && EXPECTED_FIGURES.includes(key)),
  );

/** Columns visible by default; the others are in the column chooser and in the file. */
export const BILLABLE_FIRST_FIGURES: readonly BillableFigure[] = [
  'billableLeads',
  'unitPrice',
  'amount',
  'platformClientCost',
  'priorMonthAdjustments',
  'totalDue',
  'margin',
  'marginPercent',
];
