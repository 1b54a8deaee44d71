import { type MetricKey, type MetricViewer, maySeeMetric } from '../core/metrics/metrics.ts';

/** What a bill is put together by. Whatever is not chosen is added up. */
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
  /** The group that a row must be cut by to have it. */
  by: BillableGroup;
}
/** What a row says of itself, in the order of the table. */
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
export const BILLABLE_NAME_KEYS = Object.keys(BILLABLE_NAMES) as BillableName[];

/** The figures of a bill, in the order of the table. */
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

/** Leads that are valid and not delivered yet: of a closed month nothing is expected any more. */
const EXPECTED_FIGURES: readonly BillableFigure[] = ['expectedLeads', 'expectedAmount', 'mediaExpectedAmount'];

/**
 * Which of them somebody may see, of a month that is closed or not. Clicks and platforms are not a media partner's: it is paid for leads.
 */
export const billableFiguresFor = (viewer: MetricViewer, isFrozen: boolean): BillableFigure[] =>
  BILLABLE_FIGURES.filter(
    (key) =>
      maySeeMetric(key, viewer) &&
      !(key === 'clicks' && viewer.group === 'mp') &&
      !(isFrozen && EXPECTED_FIGURES.includes(key)),
  );

/** What a screen starts with; the rest is in the column chooser and in the file. */
export const BILLABLE_FIRST_FIGURES: readonly BillableFigure[] = [
  'billableLeads',
  'unitPrice',
  'amount',
  'expectedLeads',
  'expectedAmount',
  'platformClientCost',
  'priorMonthAdjustments',
  'totalDue',
  'margin',
  'marginPercent',
];
