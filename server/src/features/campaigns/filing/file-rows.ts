import { type Tx } from '../../../db/scope/tx.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkDefinition,
  type BulkRow,
  type FileRemark,
} from '../../../shared/bulk/define-bulk.ts';
import { getStatusContext } from '../../../shared/campaign-status/status.queries.ts';
import { type CampaignFileRow, listCampaignRows } from './campaign-rows.queries.ts';
import { merged } from './campaign-rows.rules.ts';
import { filedFields } from './file-fields.rules.ts';
import { type FileNames, nameOf } from './file-names.queries.ts';

const NO_MONTH = '1970-01-01';

/** The campaigns of a file's rows, limited to the file's channels; with this month's plan, where the file has columns for it. */
export const loadCampaigns =
  (isOf: (channel: string) => boolean, { hasPlan = false } = {}): BulkDefinition['load'] =>
  async (tx: Tx, { scope, ownerKey, now }: BulkContext, ids, { lock }) => {
    const month = hasPlan ? (await getStatusContext(tx, scope, ownerKey, now)).clock.month : NO_MONTH;
    const rows = await listCampaignRows(tx, { ownerKey, month, at: now, lock }, ids.map(Number));
    return new Map(
      rows
        .filter(({ channel }) => isOf(channel))
        .map((row): [string, BulkCurrent] => [
          String(row.campaignKey),
          { label: row.campaignName, version: row.rowVersion, values: row },
        ]),
    );
  };

/** A row with its values after the change, and a list for its remarks. */
export const openRow = (row: BulkRow) => {
  const current = (row.current?.values as CampaignFileRow | undefined) ?? null;
  const remarks: FileRemark[] = [];
  return {
    current,
    values: merged(current, row.after),
    remarks,
    wrong: (column: string, message: string): void => void remarks.push({ row: row.row, column, message }),
  };
};

/** Resolves the line item and custom channel by name, and the fields that need no lookup. */
export const resolveFields = (
  row: BulkRow,
  { current, values, wrong }: ReturnType<typeof openRow>,
  names: FileNames,
  channel: string,
  { isChannelRead = true } = {},
) => {
  const lineItem = String(values['lineItem'] ?? '');
  const goal = 'lineItem' in row.after ? names.goals.get(nameOf(lineItem)) : undefined;
  if (goal === 'several') wrong('lineItem', `Line Item ${lineItem} exists for several clients.`);
  if ('lineItem' in row.after && goal === undefined) wrong('lineItem', `Line Item ${lineItem} is not known.`);
  const channelName = values['customChannel'];
  const custom = channelName == null ? null : names.customChannels.get(nameOf(channel, String(channelName)));
  if ('customChannel' in row.after && custom === undefined && isChannelRead)
    wrong('customChannel', `Custom Channel ${String(channelName)} is not known.`);
  const source = typeof goal === 'object' ? goal : current;
  return {
    clientKey: source?.clientKey ?? 0,
    filed: {
      ...filedFields(values),
      row: row.row,
      campaignKey: current?.campaignKey ?? null,
      channel,
      clientGoalKey: (typeof goal === 'object' ? goal.goalKey : current?.clientGoalKey) ?? 0,
      vendorKey: current?.vendorKey ?? null,
      semClientAccountKey: current?.semClientAccountKey ?? null,
      channelCustomKey: ('customChannel' in row.after ? custom : current?.channelCustomKey) ?? null,
      campaignCode: String(values['campaignCode'] ?? ''),
      activate: false,
    },
  };
};
