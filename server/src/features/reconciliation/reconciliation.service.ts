import {
  type BulkImportResult,
  type CallBody,
  type CallQuery,
  type CallResponse,
  LEAD_STATUSES,
  BILLED_STATUSES,
  RECONCILIATION_KIND_CODES,
  RECONCILIATION_KINDS,
  RECONCILIATION_STATES,
  type reconciliationComment,
  type reconciliationExport,
  type reconciliationGet,
  type reconciliationImport,
  type ReconciliationRow,
  type ReconciliationRun,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type Download } from '../../http/answers/download.ts';
import { type Upload } from '../../http/upload.ts';
import { AppError } from '../../lib/app-error.ts';
import { type OutgoingColumn, type OutgoingRow } from '../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../lib/sheet/write-sheet.ts';
import { audit } from '../../shared/audit.ts';
import { type BulkCaller, type BulkDeps } from '../../shared/bulk/bulk-caller.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import { reconciliationBulk } from './compare/reconciliation.bulk.ts';
import { assertMayReconcile, getPartyName } from './party.ts';
import { reconciliationRows } from './rows.list.ts';
import { findRun, listKinds, listRuns, type RunHead, type StoredRun } from './runs.queries.ts';

export interface ReconciliationDeps extends BulkDeps {
  secret: Buffer;
}

export const receiveList = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { query, upload }: { query: CallQuery<typeof reconciliationImport>; upload: Upload },
): Promise<BulkImportResult> => {
  await assertMayReconcile(deps, caller, ownerKey);
  const { apply, ...params } = query;
  return receiveUpload(deps, caller, reconciliationBulk(deps.secret), { upload, ownerKey, params, apply });
};

const toRun = ({ uploadedAt, replacedAt, ...run }: StoredRun): ReconciliationRun => ({
  ...run,
  uploadedAt: uploadedAt.toISOString(),
  replacedAt: replacedAt?.toISOString() ?? null,
});

export const readReconciliation = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { runKey, ...party }: CallBody<typeof reconciliationGet>,
): Promise<CallResponse<typeof reconciliationGet>> => {
  await assertMayReconcile(deps, caller, ownerKey);
  return deps.db.readScope(caller.scope, async (tx) => {
    const partyName = await getPartyName(tx, caller.scope, ownerKey, party);
    const history = (await listRuns(tx, caller.scope.group, ownerKey, party)).map(toRun);
    const run = runKey === undefined ? history.at(0) : history.find((one) => one.runKey === runKey);
    if (runKey !== undefined && run === undefined) throw new AppError('NOT_FOUND');
    const sums = run === undefined ? [] : await listKinds(tx, ownerKey, run.runKey);
    const total = sums.find(({ kind }) => kind === null);
    return {
      partyName,
      run: run ?? null,
      history,
      kinds: RECONCILIATION_KIND_CODES.map((kind) => {
        const { rows, open, difference } = sums.find((one) => one.kind === kind) ?? { rows: 0, open: 0, difference: 0 };
        return { kind, rows, open, difference };
      }),
      ourTotal: total?.ours ?? 0,
      theirTotal: total?.theirs ?? 0,
      difference: total?.difference ?? 0,
      accepted: total?.accepted ?? 0,
      agreed: total?.agreed ?? 0,
    };
  });
};

/** A run that the caller can see. */
export const getRun = async (tx: Tx, ownerKey: number, runKey: number, options = {}): Promise<RunHead> => {
  const run = await findRun(tx, ownerKey, runKey, options);
  if (run === undefined) throw new AppError('NOT_FOUND');
  return run;
};

/** A replaced file is read-only. */
export const assertCurrent = ({ replacedAt }: RunHead): void => {
  if (replacedAt !== null)
    throw new AppError('STALE_ROW', { message: 'A newer file has taken the place of this one. Decide about that.' });
};

export const commentOnRow = async (
  deps: ReconciliationDeps,
  caller: BulkCaller,
  ownerKey: number,
  { runKey, rowKey, comment }: CallBody<typeof reconciliationComment>,
): Promise<null> => {
  await assertMayReconcile(deps, caller, ownerKey);
  const { scope, origin } = caller;
  return deps.db.withScope(scope, async (tx) => {
    const now = deps.clock.now();
    const { rows } = await sql`
      insert into reconciliation_comment (owner_key, run_key, row_key, side, partner_key, user_group, comment, written_by, at)
      select r.owner_key, r.run_key, r.row_key, r.side, r.partner_key, ${scope.group}, ${comment}, ${scope.userKey}, ${now}
      from reconciliation_row r where r.owner_key = ${ownerKey} and r.run_key = ${runKey} and r.row_key = ${rowKey}
      returning comment_key
    `.execute(tx);
    if (rows.length === 0) throw new AppError('NOT_FOUND');
    await audit(tx, scope, origin, now, {
      action: 'reconciliationCommented',
      ownerKey,
      entity: 'reconciliationRow',
      entityKey: rowKey,
    });
    return null;
  });
};

const COLUMNS: readonly OutgoingColumn[] = [
  { key: 'kind', label: 'Difference', kind: 'text' },
  { key: 'leadId', label: 'Our Lead Id', kind: 'text' },
  { key: 'capturedDate', label: 'Inquiry Date', kind: 'date' },
  { key: 'campaignCode', label: 'Campaign Code', kind: 'text' },
  { key: 'ourStatus', label: 'Our Status', kind: 'text' },
  { key: 'ourAmount', label: 'Our Amount', kind: 'dollar' },
  { key: 'theirId', label: 'Their Id', kind: 'text' },
  { key: 'theirStatus', label: 'Their Status', kind: 'text' },
  { key: 'theirAmount', label: 'Their Amount', kind: 'dollar' },
  { key: 'difference', label: 'Theirs Less Ours', kind: 'dollar' },
  { key: 'reasonText', label: 'Why', kind: 'text', width: 44 },
  { key: 'state', label: 'State', kind: 'text' },
  { key: 'note', label: 'Note', kind: 'text' },
  { key: 'theirDate', label: 'Their Inquiry Date', kind: 'date' },
  { key: 'fileRow', label: 'Row Of The File', kind: 'count' },
];

const fileRows = async function* (rows: AsyncIterable<ReconciliationRow>): AsyncGenerator<OutgoingRow, void> {
  for await (const { kind, ourStatus, theirStatus, state, comments: _, ...row } of rows)
    yield {
      ...row,
      kind: RECONCILIATION_KINDS[kind],
      ourStatus: ourStatus && LEAD_STATUSES[ourStatus].label,
      theirStatus: theirStatus && BILLED_STATUSES[theirStatus],
      state: RECONCILIATION_STATES[state],
    };
};

/** The differences as a file; matches only on request. */
export const exportDifferences = async (
  deps: ReconciliationDeps,
  caller: BulkCaller & { signal: AbortSignal },
  ownerKey: number,
  { runKey, kind, format }: CallBody<typeof reconciliationExport>,
): Promise<Download> => {
  await assertMayReconcile(deps, caller, ownerKey);
  const { scope, signal } = caller;
  const now = deps.clock.now();
  const run = await deps.db.readScope(scope, (tx) => getRun(tx, ownerKey, runKey));
  const question = { scope, params: { owner: ownerKey }, sort: 'fileRow', now, isStart: true };
  const kinds = kind === undefined ? RECONCILIATION_KIND_CODES.filter((code) => code !== 'MATCHED') : [kind];
  const all = deps.db.streamWork(
    scope,
    async function* (tx) {
      for (const one of kinds) yield* reconciliationRows.all(tx, { ...question, filters: { runKey, kind: one } });
    },
    { signal },
  );
  const sheet = { sheetName: 'Reconciliation', columns: COLUMNS, rows: fileRows(all) };
  const name = `Reconciliation ${run.partyName} ${run.month.slice(0, 7)}`;
  return { fileName: `${name}.${format}`, ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)) };
};
