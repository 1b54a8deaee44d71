import { type CallBody, type bulkCampaignTemplateExport } from '@paceline/contract';
import { type Download } from '../../../http/answers/download.ts';
import { type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import { outgoingColumn } from '../../../shared/bulk/outgoing-column.ts';
import { getStatusContext } from '../../../shared/campaign-status/status.queries.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { listCampaignKeys, listCampaignRows } from '../filing/campaign-rows.queries.ts';
import { PLATFORM_COLUMNS } from './platform.bulk.ts';
import { listUnlinkedRows } from '../filing/platform-names.queries.ts';
import { PPL_COLUMNS } from './ppl.bulk.ts';

const HELP = [
  'A row without a Campaign Key makes a new campaign; one with a key changes that campaign.',
  'A blank cell leaves what is there. The word NULL empties it.',
  'Dates are written YYYY-MM-DD, amounts without a symbol, lists with ; between their parts.',
];

type Choice = CallBody<typeof bulkCampaignTemplateExport>;

const workbook = (
  prefix: string,
  day: string,
  columns: readonly BulkColumn[],
  rows: readonly OutgoingRow[],
): Download => {
  const { content, contentType } = writeSheet({
    sheetName: 'Campaigns',
    columns: columns.map((column) => outgoingColumn(column, ['campaignKey'])),
    rows,
    note: HELP,
  });
  return { fileName: `${prefix}${day}.xlsx`, contentType, content };
};

const readRows = (deps: CampaignDeps, { scope }: Pick<Caller, 'scope'>, choice: Choice, onPlatforms: boolean) =>
  deps.db.readScope(scope, async (tx) => {
    const { ownerKey } = choice;
    const now = deps.clock.now();
    const { clock } = await getStatusContext(tx, scope, ownerKey, now);
    const keys = await listCampaignKeys(
      tx,
      {
        ownerKey,
        clientKey: choice.clientKey ?? null,
        clientModelName: choice.clientModelName || null,
        platformKey: choice.tradingPlatformKey ?? null,
      },
      { onPlatforms },
    );
    const rows = await listCampaignRows(tx, { ownerKey, month: clock.month, at: now, lock: false }, keys);
    const platformKey = onPlatforms ? choice.tradingPlatformKey : null;
    const unlinked =
      platformKey == null
        ? []
        : await listUnlinkedRows(tx, { ownerKey, clientKey: choice.clientKey ?? null, platformKey });
    return {
      today: clock.today,
      rows: rows as unknown as OutgoingRow[],
      unlinked: unlinked as unknown as OutgoingRow[],
    };
  });

/** The campaigns of a client, to be changed and uploaded again; with a platform, those that can be linked to it. */
export const campaignTemplate = async (
  deps: CampaignDeps,
  caller: Pick<Caller, 'scope'>,
  choice: Choice,
): Promise<Download> => {
  const onPlatform = choice.tradingPlatformKey != null;
  const { today, rows, unlinked } = await readRows(deps, caller, choice, onPlatform);
  return onPlatform
    ? workbook('PPC-BulkCampaign-data-', today, PLATFORM_COLUMNS, unlinked)
    : workbook('BulkCampaign-data-', today, PPL_COLUMNS, rows);
};

export const platformCampaigns = async (
  deps: CampaignDeps,
  caller: Pick<Caller, 'scope'>,
  choice: Choice,
): Promise<Download> => {
  const { today, rows } = await readRows(deps, caller, choice, true);
  return workbook('PPC-BulkCampaign-data-', today, PLATFORM_COLUMNS, rows);
};
