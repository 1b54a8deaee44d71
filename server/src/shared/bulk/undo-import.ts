import { type BulkImportResult } from '@paceline/contract';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../audit.ts';
import { rowErrors, takeImport } from './apply-import.ts';
import { assertMayUse, byFile, type BulkCaller, type BulkDeps, contextOf } from './bulk-caller.ts';
import { listStoredRows, type StoredRow, updateOutcomes, updateUndone } from './bulk.queries.ts';
import { asBulkValue, type BulkValue } from './cell-values.rules.ts';
import { type AnyBulk, type BulkCurrent, type BulkRow } from './define-bulk.ts';
import { readImport } from './read-import.ts';

const CHANGED_MESSAGE = 'Row was changed after this file was applied.';

/** Names that differ only in case are the same. */
const isAlike = (a: BulkValue, b: BulkValue): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;

/** Whether the record is still as the file left it: its version, and the written values; informational columns are ignored. */
const isUntouched = ({ columns }: AnyBulk, { after, versionAfter }: StoredRow, current: BulkCurrent | undefined) =>
  current !== undefined &&
  current.version === versionAfter &&
  columns.every(
    (column) =>
      after === null ||
      !(column.key in after) ||
      !(column.key in current.values) ||
      isAlike(asBulkValue(column, current.values[column.key]), after[column.key]!),
  );

/** The reversed change. */
const reversed = (
  { row, entityKey, label, state, cells, before, after }: StoredRow,
  current: BulkCurrent | undefined,
): BulkRow => ({
  row,
  id: entityKey,
  label,
  isNew: state === 'new',
  current: current ?? null,
  cells,
  before: after ?? {},
  after: before ?? {},
});

/** Undoes a file's changes if none of its records was changed since; otherwise reports which were, and changes nothing. */
export const undoImport = (
  { db, clock }: BulkDeps,
  caller: BulkCaller,
  definition: AnyBulk,
  { ownerKey, importKey }: { ownerKey: number; importKey: number },
): Promise<BulkImportResult> => {
  assertMayUse(definition, caller);
  return db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const head = await takeImport(tx, ownerKey, importKey);
    const { undoUntil } = await readImport(tx, definition, { ownerKey, importKey, now });
    if (undoUntil === null) throw new AppError('IMPORT_STATE');
    const context = contextOf(definition, caller, { ownerKey, params: head.params, now, undoing: true });
    await definition.assertAllowed?.(tx, context);

    const applied = await listStoredRows(tx, head, { outcome: 'applied' });
    const rows = applied.filter(
      ({ before, after }) => definition.hasWayBack?.({ before: before ?? {}, after: after ?? {} }) ?? true,
    );
    const ids = rows.map(({ entityKey }) => entityKey).filter((id) => id !== null);
    const records = await definition.load(tx, context, ids.toSorted(), { lock: true });
    const recordOf = ({ entityKey }: StoredRow) => records.get(entityKey ?? '');
    const touched = rows.filter((row) => !isUntouched(definition, row, recordOf(row)));
    if (touched.length > 0) {
      const errors = touched.map(({ row, label }) => ({
        row,
        label,
        errors: [{ column: null, message: CHANGED_MESSAGE }],
      }));
      throw new AppError('STALE_ROW', { errors: rowErrors(definition, head, errors) });
    }
    const changes = rows.map((row) => reversed(row, recordOf(row)));
    const newRows = changes.filter(({ isNew }) => isNew);
    const changed = changes.filter(({ isNew }) => !isNew);
    if (changed.length > 0) await definition.apply(tx, context, changed);
    if (newRows.length > 0) await definition.remove?.(tx, context, newRows);
    await updateOutcomes(
      tx,
      head,
      rows.map(({ row }) => ({ row, outcome: 'undone' })),
    );
    await updateUndone(tx, head, { userKey: context.userKey, at: now });
    await audit(tx, caller.scope, byFile(caller.origin), now, {
      action: 'undoBulkFile',
      ownerKey,
      entity: 'bulkImport',
      entityKey: importKey,
      after: { kind: definition.kind, rows: rows.length },
    });
    return readImport(tx, definition, { ownerKey, importKey, now });
  });
};
