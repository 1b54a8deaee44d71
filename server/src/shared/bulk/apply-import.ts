import { type BulkImportResult, type BulkMode, type FieldError } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../audit.ts';
import { assertMayUse, byFile, type BulkCaller, type BulkDeps, contextOf } from './bulk-caller.ts';
import {
  findImport,
  type ImportHead,
  listStoredRows,
  lockImport,
  type RowOutcome,
  type StoredRow,
  updateApplied,
  updateOutcomes,
} from './bulk.queries.ts';
import { type EvaluatedRow, STALE_MESSAGE } from './compare-row.ts';
import { type AnyBulk, type BulkContext, type FileRemark } from './define-bulk.ts';
import { evaluateRows } from './evaluate-rows.ts';
import { isExpired, readImport } from './read-import.ts';

interface ApplyOrder {
  ownerKey: number;
  importKey: number;
  mode: BulkMode;
}

/** Locks the import in this transaction. Of two concurrent requests, one does the work and the other is told that it is in progress. */
export const takeImport = async (tx: Tx, ownerKey: number, importKey: number): Promise<ImportHead> => {
  const seen = await findImport(tx, ownerKey, importKey);
  if (seen === undefined) throw new AppError('NOT_FOUND');
  if (!(await lockImport(tx, seen))) throw new AppError('ALREADY_RUNNING');
  return (await findImport(tx, ownerKey, importKey)) ?? seen;
};

/** A row of a file is found by its number; one of a choice on a screen by the name that it has there. */
const rowName = (
  { hasFile }: Pick<ImportHead, 'hasFile'>,
  { row, label }: Pick<EvaluatedRow, 'row' | 'label'>,
): string => (hasFile || label === '' ? `Row ${row}` : label);

export const rowErrors = (
  definition: AnyBulk,
  head: Pick<ImportHead, 'hasFile'>,
  rows: readonly Pick<EvaluatedRow, 'row' | 'label' | 'errors'>[],
): FieldError[] =>
  rows.flatMap(({ row, label, errors }) =>
    errors.map(({ column, message }) => ({
      field: definition.columns.find(({ key }) => key === column)?.label ?? '',
      row,
      code: column === null ? 'row' : 'cell',
      message: `${rowName(head, { row, label })}: ${message}`,
    })),
  );

const same = (a: object | null, b: object): boolean => {
  const entries = Object.entries(b);
  const current = new Map(Object.entries(a ?? {}));
  return current.size === entries.length && entries.every(([key, value]) => current.get(key) === value);
};

/** Only the previewed change is applied: a row that would now do something else fails. */
const compareWithPreview = ({ staleMessage }: AnyBulk, row: EvaluatedRow, preview: StoredRow): void => {
  if (row.state === 'unchanged') return;
  if (staleMessage !== undefined && row.current !== null && row.current.version !== preview.versionBefore) {
    // Other errors of the row follow from the same concurrent change.
    row.errors = [{ column: null, message: staleMessage(row) }];
    row.state = 'error';
  }
  if (row.state === 'error') return;
  const asShown =
    same(preview.after, row.after) &&
    same(preview.before, row.before) &&
    (row.current?.version ?? null) === preview.versionBefore;
  if (asShown) return;
  const closed = row.warnings.filter(({ column }) => column !== null && column in (preview.after ?? {}));
  row.errors.push(...(closed.length > 0 ? closed : [{ column: null, message: STALE_MESSAGE }]));
  row.state = 'error';
};

/** Evaluates all rows with changes again, with their records locked. */
const evaluateAgain = async (
  tx: Tx,
  definition: AnyBulk,
  context: BulkContext<never>,
  head: ImportHead,
): Promise<EvaluatedRow[]> => {
  const previews = await listStoredRows(tx, head, { states: ['new', 'changed'] });
  const parsed = previews.map(({ row, label, cells }) => ({ row, label, cells, problems: [] }));
  const rows = await evaluateRows(tx, definition, context, parsed, { lock: true });
  for (const [index, row] of rows.entries()) compareWithPreview(definition, row, previews[index]!);
  return rows;
};

const assertAllGood = (
  definition: AnyBulk,
  head: ImportHead,
  before: readonly StoredRow[],
  now: readonly EvaluatedRow[],
): void => {
  if (before.length > 0) throw new AppError('IMPORT_ERRORS', { errors: rowErrors(definition, head, before) });
  if (now.length > 0) throw new AppError('STALE_ROW', { errors: rowErrors(definition, head, now) });
};

/** Marks rows that could not be written; returns the written ones. */
const withoutRefused = (rows: readonly EvaluatedRow[], refused: readonly FileRemark[]): EvaluatedRow[] => {
  const remarks = Map.groupBy(refused, ({ row }) => row);
  for (const row of rows) {
    const errors = remarks.get(row.row);
    if (errors === undefined) continue;
    row.errors.push(...errors.map(({ column, message }) => ({ column, message })));
    row.state = 'error';
  }
  return rows.filter(({ row }) => !remarks.has(row));
};

interface Written {
  rows: EvaluatedRow[];
  outcomes: RowOutcome[];
}

/** Writes the changes and stores each record's new version, which undo compares. */
const write = async (
  tx: Tx,
  definition: AnyBulk,
  context: BulkContext<never>,
  good: readonly EvaluatedRow[],
): Promise<Written> => {
  const { newKeys = new Map<number, string>(), refused = [] } = (await definition.apply(tx, context, good)) ?? {};
  const rows = withoutRefused(good, refused);
  const ids = rows.map(({ row, id }) => id ?? newKeys.get(row) ?? null);
  const wanted = ids.filter((id) => id !== null).toSorted();
  const records = await definition.load(tx, context, wanted, { lock: false });
  const outcomes = rows.map(({ row }, index): RowOutcome => {
    const id = ids[index]!;
    return {
      row,
      outcome: 'applied',
      entity_key: id,
      version_after: id === null ? null : (records.get(id)?.version ?? null),
    };
  });
  return { rows, outcomes };
};

/** In one transaction: if the process dies, the file is applied completely or not at all. */
export const applyImport = (
  { db, clock }: BulkDeps,
  caller: BulkCaller,
  definition: AnyBulk,
  { ownerKey, importKey, mode }: ApplyOrder,
): Promise<BulkImportResult> => {
  assertMayUse(definition, caller);
  return db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const head = await takeImport(tx, ownerKey, importKey);
    // A repeated request returns the result.
    if (head.state === 'APPLIED') return readImport(tx, definition, { ownerKey, importKey, now });
    if (head.state !== 'VALIDATED' || isExpired(head, now)) throw new AppError('IMPORT_STATE');
    const context = contextOf(definition, caller, { ownerKey, params: head.params, now, importKey });
    await definition.assertAllowed?.(tx, context);

    const wrong = await listStoredRows(tx, head, { states: ['error'] });
    const rows = await evaluateAgain(tx, definition, context, head);
    const changing = rows.filter(({ state }) => state === 'new' || state === 'changed');
    const failedRows = () => rows.filter(({ state }) => state === 'error');
    if (mode === 'allOrNothing' || rows.every(({ state }) => state === 'error'))
      assertAllGood(definition, head, wrong, failedRows());
    const { rows: good, outcomes } =
      changing.length === 0 ? { rows: [], outcomes: [] } : await write(tx, definition, context, changing);
    const failed = failedRows();
    if (mode === 'allOrNothing') assertAllGood(definition, head, wrong, failed);
    for (const { row, errors } of failed) outcomes.push({ row, outcome: 'failed', state: 'error', errors });
    for (const { row } of wrong) outcomes.push({ row, outcome: 'failed' });
    // The same change was made elsewhere meanwhile: nothing is left to do for these rows.
    for (const { row, state } of rows) if (state === 'unchanged') outcomes.push({ row, outcome: null, state });
    await updateOutcomes(tx, head, outcomes);
    const counts = { applied: good.length, failed: failed.length + wrong.length };
    const canUndo = definition.hasWayBack === undefined || good.some(definition.hasWayBack);
    await updateApplied(tx, head, { userKey: context.userKey, at: now, mode, canUndo, ...counts });
    await audit(tx, caller.scope, byFile(caller.origin), now, {
      action: 'applyBulkFile',
      ownerKey,
      entity: 'bulkImport',
      entityKey: importKey,
      after: { kind: definition.kind, mode, ...counts },
    });
    return readImport(tx, definition, { ownerKey, importKey, now });
  });
};
