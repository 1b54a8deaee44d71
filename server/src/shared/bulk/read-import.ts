import {
  type BulkCellChange,
  type BulkImport,
  type BulkImportResult,
  type BulkRemark,
  type BulkRowAnswer,
  type BulkRowState,
  LIMITS,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { showValue } from './cell-values.rules.ts';
import { type AnyBulk, type RowRemark } from './define-bulk.ts';
import { type ImportRecord, listImportRecords, listRowRecords, type RowRecord } from './import-list.queries.ts';

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Whether a checked file was not applied in time: its preview is too old. */
export const isExpired = ({ state, uploadedAt }: Pick<ImportRecord, 'state' | 'uploadedAt'>, now: Date): boolean =>
  state === 'EXPIRED' || (state === 'VALIDATED' && later(uploadedAt, LIMITS.bulkApplyMs) <= now);

const undoUntil = (definition: AnyBulk, record: ImportRecord, now: Date): Date | null => {
  const { state, appliedAt, appliedRows, counts, canUndo } = record;
  if (state !== 'APPLIED' || appliedAt === null || appliedRows === 0 || definition.undoable === false) return null;
  if (!canUndo) return null;
  if (counts.new > 0 && definition.remove === undefined) return null;
  const until = later(appliedAt, LIMITS.bulkUndoMs);
  return until > now ? until : null;
};

const rowsIn = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

/** What the file has done, for senders who read only the answer of their call. */
const summaryOf = ({ state, counts, appliedRows, failedRows }: ImportRecord): string => {
  const errors = counts.error === 0 ? '' : ` ${rowsIn(counts.error)} with errors.`;
  if (state === 'UNDONE') return 'Undone: nothing of it is in force.';
  if (state === 'APPLIED') {
    const failed = failedRows === 0 ? '' : ` ${rowsIn(failedRows)} failed.`;
    return appliedRows === 0 ? `Nothing was changed.${failed}` : `${rowsIn(appliedRows)} applied.${failed}`;
  }
  const changing = counts.new + counts.changed;
  if (changing === 0) return `Nothing was changed: ${rowsIn(counts.unchanged)} already as in the file.${errors}`;
  const checked = `Checked only, nothing was changed: ${rowsIn(changing)} can be applied.${errors}`;
  return state === 'EXPIRED' ? `${checked} The preview is too old to apply.` : checked;
};

export const toBulkImport = (definition: AnyBulk, record: ImportRecord, now: Date): BulkImport => {
  const { counts, appliedAt, undoneAt } = record;
  const state = isExpired(record, now) ? 'EXPIRED' : record.state;
  return {
    importKey: record.importKey,
    kind: record.kind,
    fileName: record.fileName,
    uploaded: { at: record.uploadedAt.toISOString(), by: record.uploadedBy },
    state,
    summary: summaryOf({ ...record, state }),
    counts,
    applied:
      appliedAt === null
        ? null
        : {
            at: appliedAt.toISOString(),
            by: record.appliedBy ?? '',
            mode: record.mode ?? 'goodRows',
            rows: record.appliedRows,
            failed: record.failedRows,
          },
    undone: undoneAt === null ? null : { at: undoneAt.toISOString(), by: record.undoneBy ?? '' },
    canApply: state === 'VALIDATED' && counts.new + counts.changed > 0,
    undoUntil: undoUntil(definition, record, now)?.toISOString() ?? null,
    hasFile: record.hasFile,
    hasFailed: record.hasFile && counts.error > 0,
  };
};

const remarks = (definition: AnyBulk, rowRemarks: readonly RowRemark[]): BulkRemark[] =>
  rowRemarks.map(({ column, message }) => ({
    column: definition.columns.find(({ key }) => key === column)?.label ?? column,
    message,
  }));

const changes = ({ columns }: AnyBulk, { before, after }: RowRecord): BulkCellChange[] =>
  columns
    .filter(({ key }) => after !== null && key in after)
    .map((column) => ({
      column: column.label,
      before: showValue(column, before?.[column.key] ?? null),
      after: showValue(column, after?.[column.key] ?? null),
    }));

const toBulkRow = (definition: AnyBulk, record: RowRecord): BulkRowAnswer => ({
  row: record.row,
  key: definition.hidesIds === true ? null : record.key,
  label: record.label,
  state: record.state,
  outcome: record.outcome,
  changes: changes(definition, record),
  errors: remarks(definition, record.errors),
  warnings: remarks(definition, record.warnings),
});

interface Page {
  ownerKey: number;
  importKey: number;
  now: Date;
  state?: BulkRowState | 'all';
  page?: number;
}

export const readImport = async (
  tx: Tx,
  definition: AnyBulk,
  { ownerKey, importKey, now, state = 'all', page = 1 }: Page,
): Promise<BulkImportResult> => {
  const [record] = await listImportRecords(tx, ownerKey, { importKey });
  if (record === undefined) throw new AppError('NOT_FOUND');
  const rows = await listRowRecords(tx, ownerKey, importKey, { state, page });
  return {
    ...toBulkImport(definition, record, now),
    warnings: record.warnings,
    ignoredColumns: record.ignoredColumns,
    rows: rows.map((row) => toBulkRow(definition, row)),
    rowsTotal: state === 'all' ? record.counts.total : record.counts[state],
    page,
  };
};
