import { type BulkRowState } from '@paceline/contract';
import { asBulkValue, type BulkColumn, type BulkValue } from './cell-values.rules.ts';
import { type AnyBulk, type BulkCurrent, type BulkRow, type ParsedRow, type RowRemark } from './define-bulk.ts';

export interface EvaluatedRow extends BulkRow {
  state: BulkRowState;
  errors: RowRemark[];
  warnings: RowRemark[];
}

export const STALE_MESSAGE = 'Row was changed after this file was downloaded.';

/** Columns that this sender cannot change now, with the reason. */
export type Closed = ReadonlyMap<string, string>;

const isSent = ({ key, context }: BulkColumn, { keyColumns, versionColumn }: AnyBulk): boolean =>
  !context && key !== versionColumn && !keyColumns.includes(key);

const missingCells = (definition: AnyBulk, { cells, problems }: ParsedRow, isNew: boolean): RowRemark[] =>
  definition.columns
    .filter(({ key, required }) => (required === true || (required === 'new' && isNew)) && !(key in cells))
    .filter(({ key }) => problems.every(({ column }) => column !== key))
    .map(({ key, label }) => ({ column: key, message: `${label} is required.` }));

/** Compares a row with its record: changes, forbidden changes, and the errors of the kind's rules. */
export const compareRow = (
  definition: AnyBulk,
  closed: Closed,
  parsed: ParsedRow,
  { id, current }: { id: string | null; current: BulkCurrent | null },
): EvaluatedRow => {
  const { row, cells, problems } = parsed;
  const isNew = current === null || current.version === null;
  const before: Record<string, BulkValue> = {};
  const after: Record<string, BulkValue> = {};
  const warnings: RowRemark[] = [];
  for (const column of definition.columns) {
    if (!isSent(column, definition) || !(column.key in cells)) continue;
    const next = cells[column.key]!;
    const stored = asBulkValue(column, current?.values[column.key]);
    const shown = stored ?? asBulkValue(column, current?.shownForBlank?.[column.key]);
    if (current !== null && column.key in current.values && (next === stored || next === shown)) continue;
    if (isNew && next === null) continue;
    const reason = closed.get(column.key);
    if (reason !== undefined) {
      warnings.push({ column: column.key, message: `column ${column.label} ${reason}`, warning: true });
      continue;
    }
    before[column.key] = stored;
    after[column.key] = next;
  }
  const errors = [...problems, ...missingCells(definition, parsed, isNew)];
  const label = current?.label ?? parsed.label ?? '';
  const differs = Object.keys(after).length > 0;
  const sentVersion = definition.versionColumn === undefined ? undefined : cells[definition.versionColumn];
  // A row without changes is harmless, even from an outdated download.
  if (differs && !isNew && sentVersion != null && sentVersion !== current.version) {
    const message = definition.staleMessage?.({ row, id, label, isNew, current, cells, before, after });
    errors.push({ column: null, message: message ?? STALE_MESSAGE });
  }
  const state = errors.length > 0 ? 'error' : !differs ? 'unchanged' : isNew ? 'new' : 'changed';
  return { row, id, label, isNew, current, cells, before, after, state, errors, warnings };
};
