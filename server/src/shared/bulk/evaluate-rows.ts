import { setImmediate as breathe } from 'node:timers/promises';
import { type Tx } from '../../db/scope/tx.ts';
import { type BulkValues, showValue } from './cell-values.rules.ts';
import { type Closed, compareRow, type EvaluatedRow } from './compare-row.ts';
import { type AnyBulk, type BulkContext, type BulkCurrent, type ParsedRow, type RowRemark } from './define-bulk.ts';

type Context = BulkContext<never>;
const AT_A_TIME = 500;

const idOf = ({ identify, keyColumns }: AnyBulk, cells: BulkValues): string | null => {
  if (identify !== undefined) return identify(cells);
  const keys = keyColumns.map((key) => cells[key] ?? null);
  return keys.includes(null) ? null : keys.join('|');
};

/** The key columns as text: "Campaign Key 8841". */
const keyText = ({ columns, keyColumns }: AnyBulk, cells: BulkValues): string =>
  columns
    .filter(({ key }) => keyColumns.includes(key) && cells[key] != null)
    .map((column) => `${column.label} ${showValue(column, cells[column.key]!)}`)
    .join(', ');

export const closedColumns = ({ columns, editable }: AnyBulk, context: Context): Closed => {
  const reasons = columns.map(({ key }) => [key, editable?.(key, context) ?? true] as const);
  return new Map(reasons.filter((entry): entry is [string, string] => entry[1] !== true));
};

/** File rows by record: several rows for one record are ambiguous. */
const rowsByRecord = (rows: readonly ParsedRow[], records: readonly (string | null)[]): Map<string, number[]> => {
  const byRecord = new Map<string, number[]>();
  for (const [index, record] of records.entries()) {
    if (record === null) continue;
    const numbers = byRecord.get(record);
    if (numbers === undefined) byRecord.set(record, [rows[index]!.row]);
    else numbers.push(rows[index]!.row);
  }
  return byRecord;
};

const isSame = (a: BulkValues, b: BulkValues): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);

/** Marks a row that repeats an earlier one as unchanged. */
const takeRepeat = (row: EvaluatedRow, first: EvaluatedRow): boolean => {
  if (row.state === 'error' || !isSame(row.after, first.after)) return false;
  row.warnings.push({ column: null, message: `Says the same as row ${first.row}.`, warning: true });
  row.state = 'unchanged';
  row.before = {};
  row.after = {};
  return true;
};

const addRemarks = (row: EvaluatedRow, remarks: readonly RowRemark[]): void => {
  for (const remark of remarks) (remark.warning ? row.warnings : row.errors).push(remark);
  if (row.errors.length > 0) row.state = 'error';
};

const mayChange = ({ state }: EvaluatedRow): boolean => state === 'new' || state === 'changed';

/** Whether a row is validated as a whole; by default only without cell errors, so that fixing those does not reveal others. */
const isJudged = ({ judgesWithErrors }: AnyBulk, row: EvaluatedRow): boolean =>
  mayChange(row) ||
  (judgesWithErrors === true && row.errors.every(({ column }) => column !== null) && Object.keys(row.after).length > 0);

/** Evaluates every row against the current records. With `lock`, the records cannot change before the transaction ends. */
export const evaluateRows = async (
  tx: Tx,
  definition: AnyBulk,
  context: Context,
  rows: readonly ParsedRow[],
  { lock }: { lock: boolean },
): Promise<EvaluatedRow[]> => {
  const ids = rows.map(({ cells }) => idOf(definition, cells));
  // Sorted, so that two files locking the same records wait instead of deadlocking.
  const wanted = [...new Set(ids.filter((id) => id !== null))].toSorted();
  const records: ReadonlyMap<string, BulkCurrent> =
    wanted.length === 0 ? new Map() : await definition.load(tx, context, wanted, { lock });
  const closed = closedColumns(definition, context);
  const entityOf = (id: string | null): string | null => (id === null ? null : (records.get(id)?.entity ?? id));
  const rowsOf = rowsByRecord(rows, ids.map(entityOf));

  const evaluated: EvaluatedRow[] = [];
  const firsts = new Map<string, EvaluatedRow>();
  for (const [index, parsed] of rows.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await breathe();
    const id = ids[index]!;
    const current = id === null ? null : (records.get(id) ?? null);
    const row = compareRow(definition, closed, parsed, { id, current });
    const name = keyText(definition, parsed.cells) || 'The same';
    const column = definition.keyColumns[0] ?? null;
    if (id === null && !definition.creates) {
      const missing = row.errors.length > 0 ? [] : [{ column, message: 'The row has no key.' }];
      addRemarks(row, missing);
    } else if (id !== null && current === null) {
      addRemarks(row, [{ column, message: `${name} does not belong to this owner.` }]);
      // There is nothing to compare with.
      row.before = {};
      row.after = {};
    }
    const entity = entityOf(id) ?? '';
    const same = rowsOf.get(entity) ?? [];
    const first = definition.mayRepeat === true ? (firsts.get(entity) ?? row) : null;
    if (first === row) firsts.set(entity, row);
    if (same.length > 1 && first !== row && (first === null || !takeRepeat(row, first))) {
      addRemarks(row, [
        { column, message: `${name} is in the file more than once: rows ${same.slice(0, 5).join(', ')}.` },
      ]);
    }
    if (isJudged(definition, row)) addRemarks(row, definition.validate?.(row, context) ?? []);
    evaluated.push(row);
  }
  const byNumber = new Map(evaluated.map((row) => [row.row, row]));
  const remarks =
    (await definition.check?.(
      tx,
      context,
      evaluated.filter((row) => isJudged(definition, row)),
    )) ?? [];
  for (const remark of remarks) addRemarks(byNumber.get(remark.row)!, [remark]);
  return evaluated;
};
