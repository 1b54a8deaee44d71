import { z } from 'zod';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type FileRemark,
  isRead,
} from '../../../shared/bulk/define-bulk.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { applyCampaigns, checkDates } from '../filing/apply-campaigns.ts';
import { type CampaignFileRow, listCampaignRows } from '../filing/campaign-rows.queries.ts';
import { merged } from '../filing/campaign-rows.rules.ts';
import { fieldColumn, filedFields } from '../filing/file-fields.rules.ts';
import { type FileNames, getFileNames, nameOf } from '../filing/file-names.queries.ts';
import { type FiledCampaign } from '../filing/write-campaigns.queries.ts';

const COLUMNS: readonly BulkColumn[] = [
  { key: 'campaignKey', label: 'Campaign Key', type: 'key', required: true },
  fieldColumn('channelCustomKey'),
  fieldColumn('clientGoalKey', { clearable: false }),
  fieldColumn('campaignReoccuring', { clearable: false }),
  fieldColumn('startDate', { clearable: false }),
  fieldColumn('endDate'),
  { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
];

const load = async (
  tx: Tx,
  { ownerKey, now }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const rows = await listCampaignRows(tx, { ownerKey, month: '1970-01-01', at: now, lock }, ids.map(Number));
  return new Map(
    rows.map((row): [string, BulkCurrent] => [
      String(row.campaignKey),
      { label: row.campaignName, version: row.rowVersion, values: row },
    ]),
  );
};

const resolve = (row: BulkRow, names: FileNames): { filed: FiledCampaign; remarks: FileRemark[] } => {
  const current = row.current!.values as unknown as CampaignFileRow;
  const values = merged(row.current!.values, row.after);
  const remarks: FileRemark[] = [];
  const wrong = (column: string, message: string): void => void remarks.push({ row: row.row, column, message });
  const goal = 'lineItem' in row.after ? names.goals.get(nameOf(String(values['lineItem']))) : undefined;
  if (goal === 'several') wrong('lineItem', `Line Item ${String(values['lineItem'])} exists for several clients.`);
  if ('lineItem' in row.after && goal === undefined)
    wrong('lineItem', `Line Item ${String(values['lineItem'])} is not known.`);
  const channelName = values['customChannel'];
  const custom = channelName == null ? null : names.customChannels.get(nameOf(current.channel, String(channelName)));
  if ('customChannel' in row.after && custom === undefined)
    wrong('customChannel', `Custom Channel ${String(channelName)} is not known.`);
  return {
    remarks,
    filed: {
      ...filedFields(values),
      row: row.row,
      campaignKey: current.campaignKey,
      channel: current.channel,
      clientGoalKey: typeof goal === 'object' ? goal.goalKey : current.clientGoalKey,
      vendorKey: current.vendorKey,
      semClientAccountKey: current.semClientAccountKey,
      channelCustomKey: ('customChannel' in row.after ? custom : current.channelCustomKey) ?? null,
      campaignCode: String(values['campaignCode']),
      activate: false,
    },
  };
};

export const overviewCampaignsBulk = defineBulk({
  kind: 'overviewCampaigns',
  title: 'Campaign overview',
  groups: ['ag'],
  permission: 'campaigns:Bulk',
  params: z.object({}),
  columns: COLUMNS,
  keyColumns: ['campaignKey'],
  versionColumn: 'rowVersion',
  load,
  judgesWithErrors: true,
  check: async (tx, context, rows) => {
    const names = await getFileNames(tx, context.ownerKey);
    const known = rows.filter(({ current }) => current !== null);
    const dated = known.filter((row) => isRead(row, 'startDate', 'endDate'));
    return [...known.flatMap((row) => resolve(row, names).remarks), ...(await checkDates(tx, context, dated))];
  },
  apply: async (tx, context, changes) => {
    const names = await getFileNames(tx, context.ownerKey);
    await applyCampaigns(
      tx,
      context,
      changes.map((row) => ({
        row,
        filed: resolve(row, names).filed,
        targeting: { programs: null, states: null },
        prices: null,
        planOf: () => null,
      })),
    );
  },
});
