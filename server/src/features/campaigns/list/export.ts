import { CAMPAIGN_STATUSES, type CampaignListRow } from '@paceline/contract';
import { type FileColumn, type ListFile } from '../../../shared/lists/list-routes.ts';

const COLUMNS: readonly FileColumn[] = [
  { key: 'campaignKey', label: 'Campaign Key', kind: 'key' },
  { key: 'vendor', label: 'Media Partner', kind: 'text' },
  { key: 'name', label: 'Campaign Name', kind: 'text' },
  { key: 'campaignCode', label: 'Campaign Code', kind: 'text' },
  { key: 'clientCampaignCode', label: 'Client Campaign Code', kind: 'text' },
  { key: 'status', label: 'Status', kind: 'text' },
  { key: 'reasons', label: 'Status Reasons', kind: 'text' },
  { key: 'channel', label: 'Channel', kind: 'text' },
  { key: 'customChannelName', label: 'Custom Channel', kind: 'text' },
  { key: 'clientName', label: 'Client', kind: 'text' },
  { key: 'goalName', label: 'Line Item', kind: 'text' },
  { key: 'campusName', label: 'Campus', kind: 'text' },
  { key: 'startDate', label: 'Start Date', kind: 'date' },
  { key: 'endDate', label: 'End Date', kind: 'date' },
  { key: 'campaignReoccuring', label: 'Rollover', kind: 'flag' },
  { key: 'clientDesktopBidPrice', label: 'Client Price Desktop', kind: 'dollar', groups: ['ag', 'cl'] },
  { key: 'aggDesktopBidPrice', label: 'Media Price Desktop', kind: 'dollar', groups: ['ag', 'mp'] },
  { key: 'monthlyBudget', label: 'Monthly Budget', kind: 'dollar', groups: ['ag', 'cl'] },
  { key: 'monthCount', label: 'Leads This Month', kind: 'count' },
  { key: 'monthCap', label: 'Monthly Allocation', kind: 'count' },
  { key: 'rowVersion', label: 'Row Version', kind: 'key' },
];

/** A workbook with the prices of the group that asks and no others. */
export const CAMPAIGNS_FILE: ListFile<CampaignListRow> = {
  name: 'campaigns',
  columns: COLUMNS,
  cells: {
    status: ({ subStatus }) => CAMPAIGN_STATUSES[subStatus].label,
    reasons: ({ statusReasons }) => statusReasons.map(({ message }) => message).join(' '),
    monthCount: ({ month }) => month.count,
    monthCap: ({ month }) => month.cap,
  },
};
