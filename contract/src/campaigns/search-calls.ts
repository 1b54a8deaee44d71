import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { STATUS_GROUPS, type StatusGroup, SUB_STATUSES } from '../core/campaign-status.ts';
import { anyOf, keys, oneOf, search, text } from '../core/calls/list-filters.ts';
import { defineList, type ListColumn } from '../core/calls/list.ts';
import { listColumns } from '../core/records/record.ts';
import { CAMPAIGN_LIST_FIELDS, campaignRecord } from './record.ts';
import { campaignListRowSchema, clientCampaignListRowSchema, partnerCampaignListRowSchema } from './schema.ts';

const STATUS_GROUP_KEYS = Object.keys(STATUS_GROUPS) as [StatusGroup, ...StatusGroup[]];

const {
  name,
  campaignCode,
  monthlyBudget,
  clientDesktopBidPrice,
  aggDesktopBidPrice,
  campaignReoccuring: rollover,
  ...others
} = listColumns(campaignRecord, ...CAMPAIGN_LIST_FIELDS);

/** All columns of campaign lists; each channel's screen chooses from them. */
const COLUMNS = {
  name,
  subStatus: {
    label: 'Status',
    kind: 'text',
    note: 'Select a status to see the reasons, the next change and the actions.',
  },
  campaignCode,
  vendor: { label: 'Media partner', kind: 'text', groups: ['ag', 'cl'] },
  ownerKey: { label: 'School group', kind: 'text', groups: ['mp'] },
  today: { label: 'Today', kind: 'count' },
  todayCap: { label: 'Daily cap', kind: 'count' },
  month: { label: 'This month', kind: 'count' },
  monthCap: { label: 'Monthly cap', kind: 'count' },
  monthlyBudget,
  mtdSpent: {
    label: 'Spend MTD',
    kind: 'dollar',
    groups: ['ag', 'cl'],
    note: 'Month to date, through the last complete day of the account.',
  },
  pace: {
    label: 'Pace',
    kind: 'text',
    groups: ['ag', 'cl'],
    note: 'Spend projection ÷ budget of the month: over and under by the pacing band of the owner.',
  },
  through: {
    label: 'Last data',
    kind: 'date',
    groups: ['ag', 'cl'],
    note: 'The last complete day that the account has delivered.',
  },
  clientDesktopBidPrice,
  aggDesktopBidPrice,
  clientName: { label: 'Client', kind: 'text' },
  goalName: { label: 'Line item', kind: 'text' },
  campusName: { label: 'Campus', kind: 'text', hidden: true },
  customChannelName: { label: 'Custom channel', kind: 'text' },
  ...others,
  campaignReoccuring: { ...rollover, kind: 'flag' },
  nextChangeAt: { label: 'Next change', kind: 'instant', note: 'The next scheduled change of the status.' },
} as const satisfies Record<string, ListColumn>;

const filters = {
  /** Substring of the name, the codes, the media partner or the line item. */
  q: search(),
  /** Prefix of a campaign code. */
  code: text(),
  status: oneOf([...STATUS_GROUP_KEYS, ...SUB_STATUSES]),
  channel: anyOf(CAMPAIGN_CHANNELS),
  client: keys(),
  lineItem: keys(),
  campus: keys(),
  customChannel: keys(),
};

const common = {
  permission: 'campaigns:View',
  key: 'campaignKey',
  columns: COLUMNS,
  row: campaignListRowSchema,
  sort: {
    by: [
      'name',
      'campaignCode',
      'vendor',
      'month',
      'monthlyBudget',
      'clientName',
      'goalName',
      'customChannelName',
      'startDate',
      'endDate',
    ],
    first: 'name',
  },
  total: { upTo: 10_000 },
} as const;

export const campaignSearch = defineList({
  ...common,
  id: 'campaignSearch',
  summary: 'Campaigns of an owner, each with its status as it is now',
  path: '/{p}/{owner}/campaign/search',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  filters: { ...filters, partner: keys() },
  rowFor: { mp: partnerCampaignListRowSchema, cl: clientCampaignListRowSchema },
  export: { id: 'campaignExport', path: '/{p}/{owner}/campaign/export' },
});

export const partnerCampaignSearch = defineList({
  ...common,
  id: 'partnerCampaignSearch',
  summary: 'The campaigns of one media partner, at every owner that the caller works on',
  path: '/{p}/mp/{aggregatorKey}/campaign/search',
  owner: { session: 'A media partner’s campaigns, over all owners that the caller works on.' },
  groups: ['ag', 'mp'],
  filters: { ...filters, owner: keys() },
  rowFor: { mp: partnerCampaignListRowSchema },
  export: { id: 'partnerCampaignExport', path: '/{p}/mp/{aggregatorKey}/campaign/export' },
});
