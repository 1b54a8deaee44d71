import type { FieldError } from '@paceline/contract';
import { isPriceField } from '@paceline/contract';
import type { Edits, RowKey } from '../../../ui/grid/types.ts';
import type { CellMap, CellRef, Patches, SentRow, SheetRow } from './sheet-rows.ts';

export type CellConflict = NonNullable<FieldError['conflict']>;
/** The server's refusal of a value; valid for that value only. */
export interface CellProblem {
  value: number | null;
  message: string;
}

const FIELD = /^rows\.(\d+)\.(?:changes\.)?(\w+)$/;

interface Placed {
  error: FieldError;
  row: SentRow;
  columnKey: string;
}
const place = (error: FieldError, sent: readonly SentRow[]): Placed | null => {
  const [, index = '', columnKey = ''] = FIELD.exec(error.field) ?? [];
  const row = sent[Number(index)];
  return index !== '' && row ? { error, row, columnKey } : null;
};

export const putCell = <Value>(
  map: Map<RowKey, Map<string, Value>>,
  rowKey: RowKey,
  columnKey: string,
  value: Value,
): void => {
  const cells = map.get(rowKey) ?? new Map<string, Value>();
  map.set(rowKey, cells.set(columnKey, value));
};

interface Conflicts {
  /** Cells both sides changed: the user has to decide. */
  contested: CellMap<CellConflict>;
  /** Cells both sides set to the same value: nothing to save. */
  agreed: CellRef[];
  /** The rows with the other user's values and version. */
  patches: Patches;
}

/**
 * Resolves rows that somebody else saved first. A cell they did not change is no conflict: the edit is kept on top of theirs. A price not
 * set for the month has no value of its own, whatever the screen showed.
 */
export const readConflicts = (
  errors: readonly FieldError[],
  sent: readonly SentRow[],
  rows: ReadonlyMap<RowKey, SheetRow>,
): Conflicts => {
  const contested = new Map<RowKey, Map<string, CellConflict>>();
  const patches = new Map<RowKey, Record<string, unknown>>();
  const agreed: CellRef[] = [];
  for (const error of errors) {
    const placed = place(error, sent);
    const { conflict } = error;
    if (!placed || !conflict) continue;
    const { columnKey } = placed;
    const { rowKey } = placed.row;
    const seen = (rows.get(rowKey)?.[columnKey] ?? null) as number | null;
    const isUnset = conflict.theirs === null && isPriceField(columnKey);
    const patch = patches.get(rowKey) ?? { rowVersion: conflict.rowVersion };
    patches.set(rowKey, isUnset ? patch : { ...patch, [columnKey]: conflict.theirs });
    if (conflict.theirs === conflict.mine) agreed.push({ rowKey, columnKey });
    else if (!isUnset && conflict.theirs !== seen) putCell(contested, rowKey, columnKey, conflict);
  }
  return { contested, agreed, patches };
};

/** The rows for a retry: with the newer versions, without cells already saved. */
export const rebase = (sent: readonly SentRow[], { patches, agreed }: Conflicts): SentRow[] => {
  const isAgreed = (rowKey: RowKey, columnKey: string): boolean =>
    agreed.some((cell) => cell.rowKey === rowKey && cell.columnKey === columnKey);
  return sent
    .map(({ rowKey, rowVersion, changes }) => ({
      rowKey,
      rowVersion: (patches.get(rowKey)?.['rowVersion'] as number | undefined) ?? rowVersion,
      changes: Object.fromEntries(Object.entries(changes).filter(([columnKey]) => !isAgreed(rowKey, columnKey))),
    }))
    .filter(({ changes }) => Object.keys(changes).length > 0);
};

interface Problems {
  cells: CellMap<CellProblem>;
  /** Messages that belong to no cell. */
  others: string[];
}

export const readProblems = (errors: readonly FieldError[], sent: readonly SentRow[]): Problems => {
  const cells = new Map<RowKey, Map<string, CellProblem>>();
  const others: string[] = [];
  for (const error of errors) {
    const placed = place(error, sent);
    const value = placed?.row.changes[placed.columnKey];
    if (placed && value !== undefined)
      putCell(cells, placed.row.rowKey, placed.columnKey, { value, message: error.message });
    else others.push(error.message);
  }
  return { cells, others };
};

/** Conflicts or refusals whose cell still has the value they are about: typing over one resolves it. */
export const stillOpen = <Value>(
  map: CellMap<Value>,
  edits: Edits,
  about: (value: Value) => number | null,
): CellMap<Value> =>
  new Map(
    [...map].flatMap(([rowKey, cells]) => {
      const own = edits.get(rowKey);
      const open = [...cells].filter(
        ([columnKey, value]) => own?.has(columnKey) && own.get(columnKey) === about(value),
      );
      return open.length > 0 ? [[rowKey, new Map(open)] as const] : [];
    }),
  );

export const refsOf = (map: CellMap<unknown>): CellRef[] =>
  [...map].flatMap(([rowKey, cells]) => [...cells.keys()].map((columnKey) => ({ rowKey, columnKey })));

export const withoutCells = <Value>(map: CellMap<Value>, gone: readonly CellRef[]): CellMap<Value> => {
  const left = new Map([...map].map(([rowKey, cells]) => [rowKey, new Map(cells)]));
  for (const { rowKey, columnKey } of gone) left.get(rowKey)?.delete(columnKey);
  return new Map([...left].filter(([, cells]) => cells.size > 0));
};
