import { z } from 'zod';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import { type BulkRow, defineBulk, type FileRemark, isRead } from '../../../shared/bulk/define-bulk.ts';
import { applyCampaigns, checkDates } from '../filing/apply-campaigns.ts';
import { fieldColumn } from '../filing/file-fields.rules.ts';
import { loadCampaigns, openRow, resolveFields } from '../filing/file-rows.ts';
import { type FileNames, getFileNames } from '../filing/file-names.queries.ts';
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

const resolve = (row: BulkRow, names: FileNames): { filed: FiledCampaign; remarks: FileRemark[] } => {
  const opened = openRow(row);
  const { filed } = resolveFields(row, opened, names, opened.current!.channel);
  return { filed, remarks: opened.remarks };
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
  load: loadCampaigns(() => true),
  judgesWithErrors: true,
  check: async (tx, context, rows) => {
    const names = await getFileNames(tx, context.ownerKey);
    const existing = rows.filter(({ current }) => current !== null);
    const dated = existing.filter((row) => isRead(row, 'startDate', 'endDate'));
    return [...existing.flatMap((row) => resolve(row, names).remarks), ...(await checkDates(tx, context, dated))];
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
