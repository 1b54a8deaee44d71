import { type BulkCounts, type BulkImportResult, type BulkMode, LIMITS } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { type Upload } from '../../http/upload.ts';
import { readSheet } from '../../lib/sheet/read-sheet.ts';
import { shownName } from '../../lib/files/shown-name.ts';
import { applyImport } from './apply-import.ts';
import { assertMayUse, type BulkCaller, type BulkDeps, contextOf } from './bulk-caller.ts';
import { insertImport, insertRows, type NewRow } from './bulk.queries.ts';
import { type Closed, type EvaluatedRow } from './compare-row.ts';
import { type AnyBulk, type BulkContext, inWordsOf } from './define-bulk.ts';
import { closedColumns, evaluateRows } from './evaluate-rows.ts';
import { type ParsedFile, parseRows } from './parse-rows.ts';
import { readImport } from './read-import.ts';

interface Received {
  upload: Upload;
  ownerKey: number;
  /** Parameters of the kind; stored with the file. */
  params: unknown;
  /** `no` only checks the file. */
  apply?: BulkMode | 'no';
}

const countsOf = (rows: readonly EvaluatedRow[]): BulkCounts => {
  const counts = { new: 0, changed: 0, unchanged: 0, error: 0, total: rows.length };
  for (const { state } of rows) counts[state] += 1;
  return counts;
};

const ignoredOf = ({ columns }: AnyBulk, closed: Closed, rows: readonly EvaluatedRow[]) => {
  const cells = new Map<string, number>();
  for (const { column } of rows.flatMap(({ warnings }) => warnings)) {
    if (column !== null && closed.has(column)) cells.set(column, (cells.get(column) ?? 0) + 1);
  }
  return columns
    .filter(({ key }) => cells.has(key))
    .map(({ key, label }) => ({
      column: label,
      reason: `column ${label} ${closed.get(key)!}`,
      cells: cells.get(key)!,
    }));
};

const newRow = ({ row, state, id, label, cells, before, after, errors, warnings, current }: EvaluatedRow): NewRow => {
  const differs = Object.keys(after).length > 0;
  return {
    row,
    state,
    entity_key: id,
    label,
    cells,
    before: differs ? before : null,
    after: differs ? after : null,
    errors,
    warnings,
    version_before: current?.version ?? null,
  };
};

const storedFile = ({ storesFile, sealing }: AnyBulk, ownerKey: number, file: Buffer): Buffer | null => {
  if (storesFile === false) return null;
  return sealing === undefined ? file : sealing.seal(ownerKey, file);
};

interface GivenRows extends ParsedFile {
  ownerKey: number;
  params: unknown;
  /** Name in the list of imports. */
  name: string;
  file: Buffer | null;
}

/** Adds the effects to the rows' warnings; returns those of the whole file. */
const addEffects = async (
  tx: Tx,
  definition: AnyBulk,
  context: BulkContext<never>,
  rows: readonly EvaluatedRow[],
): Promise<string[]> => {
  const changing = rows.filter(({ state }) => state === 'new' || state === 'changed');
  if (definition.effects === undefined || changing.length === 0) return [];
  const effects = await definition.effects(tx, context, changing);
  const byNumber = new Map(changing.map((row) => [row.row, row]));
  for (const { row, ...remark } of effects.rows) byNumber.get(row)?.warnings.push({ ...remark, warning: true });
  return effects.file;
};

/** Evaluates and stores rows: of a file, or made by a screen from a selection. */
export const storeRows = (
  { db, clock }: BulkDeps,
  caller: BulkCaller,
  definition: AnyBulk,
  { rows: parsed, warnings, ownerKey, params, name, file }: GivenRows,
): Promise<BulkImportResult> => {
  assertMayUse(definition, caller);
  const { scope, session } = caller;
  const now = clock.now();
  const context = contextOf(definition, caller, { ownerKey, params, now });
  return db.withScope(scope, async (tx) => {
    const prepared = (await definition.prepare?.(tx, context, parsed)) ?? parsed;
    const rows = await evaluateRows(tx, definition, context, prepared, { lock: false });
    const touched = await addEffects(tx, definition, context, rows);
    const importKey = await insertImport(tx, {
      ownerKey,
      kind: definition.kind,
      fileName: name,
      file,
      namesPeople: definition.sealing !== undefined,
      params: context.params,
      userGroup: session.group,
      partnerKey: session.partnerKey,
      counts: countsOf(rows),
      warnings: [...warnings, ...touched],
      ignoredColumns: ignoredOf(definition, closedColumns(definition, context), rows),
      uploadedBy: session.userKey,
      uploadedAt: now,
    });
    await insertRows(tx, ownerKey, importKey, rows.map(newRow));
    return readImport(tx, definition, { ownerKey, importKey, now });
  });
};

/**
 * Receives a file: parses and evaluates its rows, stores the result, and applies it unless the sender asks for its preview only.
 */
export const receiveUpload = async (
  { db, clock }: BulkDeps,
  caller: BulkCaller,
  kind: AnyBulk,
  { upload, ownerKey, params, apply = 'no' }: Received,
): Promise<BulkImportResult> => {
  const definition = inWordsOf(kind, caller.session.group);
  assertMayUse(definition, caller);
  const { scope } = caller;
  const context = contextOf(definition, caller, { ownerKey, params, now: clock.now() });
  await db.readScope(scope, async (tx) => definition.assertAllowed?.(tx, context));
  const rowLimit = Math.min(definition.maxRows ?? LIMITS.bulkRows, LIMITS.sheetRows);
  const sheet = await readSheet(upload.bytes, upload.fileName, { limits: { rows: rowLimit } });
  const parsed = await parseRows(definition, sheet);

  const file = storedFile(definition, ownerKey, upload.bytes);
  const name = shownName(upload.fileName);
  const result = await storeRows({ db, clock }, caller, definition, { ...parsed, name, file, ownerKey, params });
  const nothingToDo = result.counts.unchanged === result.counts.total;
  if (apply === 'no' || nothingToDo) return result;
  return applyImport({ db, clock }, caller, definition, { ownerKey, importKey: result.importKey, mode: apply });
};
