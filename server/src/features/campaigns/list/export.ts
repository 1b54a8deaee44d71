import { CAMPAIGN_STATUSES, type CampaignListRow, type UserGroup } from '@paceline/contract';
import { type Download } from '../../../http/download.ts';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';

const COLUMNS: readonly (OutgoingColumn & { hiddenFrom?: readonly UserGroup[] })[] = [
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
  { key: 'clientDesktopBidPrice', label: 'Client Price Desktop', kind: 'dollar', hiddenFrom: ['mp'] },
  { key: 'aggDesktopBidPrice', label: 'Media Price Desktop', kind: 'dollar', hiddenFrom: ['cl'] },
  { key: 'monthlyBudget', label: 'Monthly Budget', kind: 'dollar', hiddenFrom: ['mp'] },
  { key: 'monthCount', label: 'Leads This Month', kind: 'count' },
  { key: 'monthCap', label: 'Monthly Allocation', kind: 'count' },
  { key: 'rowVersion', label: 'Row Version', kind: 'key' },
];

/** The chosen campaigns as a workbook, with the prices of the group that asks and no others. */
export const campaignsWorkbook = (rows: readonly CampaignListRow[], group: UserGroup, day: string): Download => {
  const columns = COLUMNS.filter(({ hiddenFrom }) => !hiddenFrom?.includes(group)).map(
    ({ key, label, kind }): OutgoingColumn => ({ key, label, kind }),
  );
  const { content, contentType } = writeSheet({
    sheetName: 'Campaigns',
    columns,
    rows: rows.map(({ statusReasons, month, today: _, ...row }) => ({
      ...row,
      status: CAMPAIGN_STATUSES[row.subStatus].label,
      reasons: statusReasons.map(({ message }) => message).join(' '),
      monthCount: month.count,
      monthCap: month.cap,
    })),
  });
  return { fileName: `campaigns-${day}.xlsx`, contentType, content };
};
