import {
  type BulkImport,
  type BulkImportResult,
  type BulkMode,
  type BulkRowState,
  type CallQuery,
  type bulkImportGet,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { type Download } from '../../http/answers/download.ts';
import { AppError } from '../../lib/app-error.ts';
import { XLSX_TYPE } from '../../lib/sheet/write-sheet.ts';
import { audit } from '../../shared/audit.ts';
import { applyImport } from '../../shared/bulk/apply-import.ts';
import { assertMayUse, type BulkCaller, type BulkDeps } from '../../shared/bulk/bulk-caller.ts';
import { findImport, type ImportHead } from '../../shared/bulk/bulk.queries.ts';
import { type AnyBulk, inWordsOf } from '../../shared/bulk/define-bulk.ts';
import { readFailedRows, writeFailedFile } from '../../shared/bulk/failed-file.ts';
import { listImportRecords } from '../../shared/bulk/import-list.queries.ts';
import { readImport, toBulkImport } from '../../shared/bulk/read-import.ts';
import { undoImport } from '../../shared/bulk/undo-import.ts';
import { findFile, type StoredFile } from './bulk.queries.ts';

export interface BulkServiceDeps extends BulkDeps {
  /** Every kind of bulk file that the product knows. */
  kinds: readonly AnyBulk[];
}

/** A file, and the owner it is requested for. */
interface ImportId {
  ownerKey: number;
  importKey: number;
}

const kindOf = ({ kinds }: BulkServiceDeps, { session }: BulkCaller, kind: string): AnyBulk => {
  const definition = kinds.find((one) => one.kind === kind);
  if (definition === undefined) throw new AppError('NOT_FOUND');
  return inWordsOf(definition, session.group);
};

/** The right that a file needs follows from its kind, so it is checked here; a refusal is recorded like any other. */
const assertOnRecord = async ({ db, clock }: BulkDeps, caller: BulkCaller, definition: AnyBulk): Promise<void> => {
  try {
    assertMayUse(definition, caller);
  } catch (error) {
    const { scope, origin } = caller;
    const action = (error as AppError).code;
    await db.withScope(scope, (tx) =>
      audit(tx, scope, origin, clock.now(), { action, outcome: 'denied', entity: 'bulk', entityKey: definition.kind }),
    );
    throw error;
  }
};

const getHead = async (tx: Tx, { ownerKey, importKey }: ImportId): Promise<ImportHead> => {
  const head = await findImport(tx, ownerKey, importKey);
  if (head === undefined) throw new AppError('NOT_FOUND');
  return head;
};

/** The kind of a file that the caller can see and may use. */
const definitionOf = async (deps: BulkServiceDeps, caller: BulkCaller, id: ImportId): Promise<AnyBulk> => {
  const { kind } = await deps.db.readScope(caller.scope, (tx) => getHead(tx, id));
  const definition = kindOf(deps, caller, kind);
  await assertOnRecord(deps, caller, definition);
  return definition;
};

export const listFiles = async (
  deps: BulkServiceDeps,
  caller: BulkCaller,
  ownerKey: number,
  kind: string,
): Promise<BulkImport[]> => {
  const definition = kindOf(deps, caller, kind);
  await assertOnRecord(deps, caller, definition);
  const records = await deps.db.readScope(caller.scope, (tx) => listImportRecords(tx, ownerKey, { kind }));
  const now = deps.clock.now();
  return records.map((record) => toBulkImport(definition, record, now));
};

export const readFile = async (
  deps: BulkServiceDeps,
  caller: BulkCaller,
  id: ImportId,
  { state, page }: CallQuery<typeof bulkImportGet>,
): Promise<BulkImportResult> => {
  const definition = await definitionOf(deps, caller, id);
  const chosen: { state: BulkRowState | 'all'; page: number } = { state, page };
  return deps.db.readScope(caller.scope, (tx) =>
    readImport(tx, definition, { ...id, ...chosen, now: deps.clock.now() }),
  );
};

export const applyFile = async (
  deps: BulkServiceDeps,
  caller: BulkCaller,
  id: ImportId,
  mode: BulkMode,
): Promise<BulkImportResult> => {
  const definition = await definitionOf(deps, caller, id);
  return applyImport(deps, caller, definition, { ...id, mode });
};

export const undoFile = async (deps: BulkServiceDeps, caller: BulkCaller, id: ImportId): Promise<BulkImportResult> => {
  const definition = await definitionOf(deps, caller, id);
  return undoImport(deps, caller, definition, id);
};

/** The file as uploaded. One with personal data is open to its sender and to the agency’s users who may see personal data, which is recorded. */
const openFile = async (
  { db, clock }: BulkDeps,
  { session, scope, origin }: BulkCaller,
  { sealing }: AnyBulk,
  { ownerKey, importKey }: ImportId,
): Promise<StoredFile> => {
  const file = await db.readScope(scope, (tx) => findFile(tx, ownerKey, importKey));
  if (file === undefined) throw new AppError('NOT_FOUND', { message: 'The file is no longer stored.' });
  if (sealing === undefined) return file;
  const mayOpen =
    file.uploadedBy === session.userKey || (scope.group === 'ag' && session.permissions.has('leadanalyzer:ViewPII'));
  await db.withScope(scope, (tx) =>
    audit(tx, scope, origin, clock.now(), {
      action: mayOpen ? 'bulkFileOpened' : 'FORBIDDEN',
      outcome: mayOpen ? 'done' : 'denied',
      ownerKey,
      entity: 'bulkImport',
      entityKey: importKey,
    }),
  );
  if (!mayOpen)
    throw new AppError('FORBIDDEN', {
      message: 'The file names people: only its sender and users of the agency who may see people can open it.',
    });
  return { ...file, file: sealing.open(ownerKey, file.file) };
};

export const downloadFile = async (deps: BulkServiceDeps, caller: BulkCaller, id: ImportId): Promise<Download> => {
  const definition = await definitionOf(deps, caller, id);
  const { fileName, file } = await openFile(deps, caller, definition, id);
  const contentType = /\.csv$/i.test(fileName) ? 'text/csv; charset=utf-8' : XLSX_TYPE;
  return { fileName, contentType, content: file };
};

export const downloadFailed = async (deps: BulkServiceDeps, caller: BulkCaller, id: ImportId): Promise<Download> => {
  const definition = await definitionOf(deps, caller, id);
  const stored = await openFile(deps, caller, definition, id);
  const failed = await deps.db.readScope(caller.scope, async (tx) => readFailedRows(tx, await getHead(tx, id), stored));
  const fileName = failed.fileName.replace(/\.(xlsx|csv)$/i, ' - failed rows.xlsx');
  return { fileName, ...(await writeFailedFile(failed)) };
};
