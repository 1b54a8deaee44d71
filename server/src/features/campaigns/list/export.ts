import {
  CAMPAIGN_LIST_FIELDS,
  CAMPAIGN_STATUSES,
  type CampaignListRow,
  campaignRecord,
  fileHeading,
  type RecordField,
} from '@paceline/contract';
import { type FileColumn, type ListFile } from '../../../shared/lists/list-routes.ts';

type Name = (typeof CAMPAIGN_LIST_FIELDS)[number];
const KINDS: Partial<Record<RecordField['kind'], FileColumn['kind']>> = { day: 'date', amount: 'dollar', flag: 'flag' };

const column = (key: Name): FileColumn => {
  const { kind, sees, ...field }: RecordField = campaignRecord.fields[key];
  return { key, label: fileHeading({ kind, ...field }), kind: KINDS[kind] ?? 'text', ...(sees && { groups: sees }) };
};

const PLACED: readonly FileColumn[] = [
  { key: 'campaignKey', label: 'Campaign Key', kind: 'key' },
  { key: 'vendor', label: 'Media Partner', kind: 'text' },
  column('name'),
  column('campaignCode'),
  column('clientCampaignCode'),
  { key: 'status', label: 'Status', kind: 'text' },
  { key: 'reasons', label: 'Status Reasons', kind: 'text' },
  { key: 'channel', label: 'Channel', kind: 'text' },
  { key: 'customChannelName', label: 'Custom Channel', kind: 'text' },
  { key: 'clientName', label: 'Client', kind: 'text' },
  { key: 'goalName', label: 'Line Item', kind: 'text' },
  { key: 'campusName', label: 'Campus', kind: 'text' },
  column('startDate'),
  column('endDate'),
  column('campaignReoccuring'),
  column('clientDesktopBidPrice'),
  column('aggDesktopBidPrice'),
  column('monthlyBudget'),
  { key: 'monthCount', label: 'Leads This Month', kind: 'count' },
  { key: 'monthCap', label: 'Monthly Allocation', kind: 'count' },
];
const FURTHER = CAMPAIGN_LIST_FIELDS.filter((name) => !PLACED.some(({ key }) => key === name)).map(column);

/** A workbook with the prices of the caller's group and no others. */
export const CAMPAIGNS_FILE: ListFile<CampaignListRow> = {
  name: 'campaigns',
  columns: [...PLACED, ...FURTHER, { key: 'rowVersion', label: 'Row Version', kind: 'key' }],
  cells: {
    status: ({ subStatus }) => CAMPAIGN_STATUSES[subStatus].label,
    reasons: ({ statusReasons }) => statusReasons.map(({ message }) => message).join(' '),
    monthCount: ({ month }) => month.count,
    monthCap: ({ month }) => month.cap,
  },
};
