import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { invalidEdits } from '../../../ui/grid/edit/cell-value.ts';
import type { CellChange, Edits, RowKey } from '../../../ui/grid/types.ts';
import { type GridEdits, useEditHistory } from '../../../ui/grid/edit/use-edit-history.ts';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { type Sent, tellFailure } from '../api.ts';
import { type Arrival, mergeCells, readArrivals } from './sheet-arrivals.ts';
import {
  type CellConflict,
  type CellProblem,
  readConflicts,
  readProblems,
  rebase,
  stillOpen,
  withoutCells,
} from './sheet-refusal.ts';
import {
  type CellMap,
  type CellRef,
  type Cells,
  editsOf,
  followEdits,
  formerCells,
  mergeRows,
  type Patches,
  patchRows,
  rowsByKey,
  rowsToSend,
  savedPatches,
  type SentRow,
  settledCells,
  type SheetRow,
} from './sheet-rows.ts';

interface SheetInput<Row extends SheetRow> {
  server: readonly Row[];
  /** Must be stable functions, or everything is recomputed. */
  keyOf: (row: Row) => RowKey;
  follow: (row: Row, cells: Cells) => Row;
  send: (rows: readonly SentRow[]) => Promise<Sent>;
  /** Somebody else changed rows: read them again. */
  onStale: () => void;
}

export interface Sheet<Row extends SheetRow> {
  edits: GridEdits;
  /** The saved rows, and the rows with unsaved edits. */
  saved: readonly Row[];
  rows: readonly Row[];
  byKey: ReadonlyMap<RowKey, Row>;
  conflicts: CellMap<CellConflict>;
  problems: CellMap<CellProblem>;
  isSaving: boolean;
  /** False if something is left to decide or correct. */
  save: () => Promise<boolean>;
  discard: () => void;
  keepMine: (cells: readonly CellRef[]) => void;
  takeTheirs: (cells: readonly CellRef[]) => void;
  undo: () => void;
  undoable: string | null;
  /** Restores the values from before the last save. If that fails they stay as edits, with the reason. */
  undoSave: () => Promise<boolean>;
  /** Takes over what was saved elsewhere, except in cells that are being edited; returns what others saved. */
  arrive: (arrivals: readonly Arrival[]) => CellMap<Arrival>;
  /** Resets rows to an earlier version: a draft is saved against its base. */
  patch: (patches: Patches) => void;
}

const NONE: CellMap<never> = new Map();
const mineOf = ({ mine }: CellConflict) => mine;
const valueOf = ({ value }: CellProblem) => value;
/** Others may keep saving first: after this many tries the conflict is shown. */
const TRIES = 3;

/** Rows edited in a grid and saved together: edits, derived figures, conflicts and refusals. */
export const useSheet = <Row extends SheetRow>(input: SheetInput<Row>): Sheet<Row> => {
  const { server, keyOf, follow } = input;
  const [base, setBase] = useState({ server, rows: server });
  const [conflicts, setConflicts] = useState<CellMap<CellConflict>>(NONE);
  const [problems, setProblems] = useState<CellMap<CellProblem>>(NONE);
  const [lastSaved, setLastSaved] = useState<readonly CellChange[]>([]);
  const [isSaving, setSaving] = useState(false);

  const byKey = useMemo(() => rowsByKey(base.rows, keyOf), [base.rows, keyOf]);
  const savedValue = useCallback((key: RowKey, column: string) => byKey.get(key)?.[column], [byKey]);
  const history = useEditHistory(savedValue);
  const { draft: typeInto } = history;
  // Typing shows at once; derived figures follow with lower priority.
  const draft = useCallback((change: CellChange | null) => startTransition(() => typeInto(change)), [typeInto]);
  const edits = { ...history, draft };
  const { typing } = edits;
  if (base.server !== server) setBase({ server, rows: mergeRows(byKey, server, keyOf, edits.entered, typing) });
  const rows = useMemo(
    () => followEdits(base.rows, edits.edits, keyOf, follow),
    [base.rows, edits.edits, keyOf, follow],
  );
  // Compared after a save to find values typed in the meantime.
  const entered = useRef<Edits>(edits.entered);
  useLayoutEffect(() => {
    entered.current = edits.entered;
  });

  const patch = (patches: Patches) => setBase((now) => ({ ...now, rows: patchRows(now.rows, patches, keyOf, follow) }));
  const openConflicts = useMemo(() => stillOpen(conflicts, edits.entered, mineOf), [conflicts, edits.entered]);
  const openProblems = useMemo(() => stillOpen(problems, edits.entered, valueOf), [problems, edits.entered]);

  const succeed = (sent: readonly SentRow[], versions: NonNullable<Sent>) => {
    setLastSaved(formerCells(sent, byKey));
    patch(savedPatches(sent, versions));
    edits.forget(settledCells(sent, entered.current));
    setConflicts(NONE);
    setProblems(NONE);
    return true;
  };
  const refuse = async (error: unknown, sent: readonly SentRow[], tries: number): Promise<boolean> => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'STALE_ROW' && error.errors.length > 0) {
      const newConflicts = readConflicts(error.errors, sent, byKey);
      patch(newConflicts.patches);
      if (newConflicts.agreed.length > 0) edits.forget(newConflicts.agreed);
      if (newConflicts.contested.size === 0 && tries > 1) return attempt(rebase(sent, newConflicts), tries - 1);
      setConflicts(newConflicts.contested);
      // Others saved first each time, without conflicts: there is nothing to decide, only to retry.
      if (newConflicts.contested.size === 0) tellFailure(error);
      input.onStale();
      return false;
    }
    const { cells, others } = readProblems(error.errors, sent);
    setProblems(cells);
    if (cells.size === 0 || others.length > 0) tellFailure(error);
    return false;
  };
  const attempt = async (sent: readonly SentRow[], tries = TRIES): Promise<boolean> => {
    if (sent.length === 0) return true;
    try {
      const versions = await input.send(sent);
      return versions ? succeed(sent, versions) : false;
    } catch (error) {
      return refuse(error, sent, tries);
    }
  };
  const save = useStable(async () => {
    if (isSaving || openConflicts.size > 0 || invalidEdits(entered.current).length > 0) return false;
    setSaving(true);
    try {
      return await attempt(rowsToSend(entered.current, byKey));
    } finally {
      setSaving(false);
    }
  });
  const undoSave = useStable(async () => {
    if (isSaving || lastSaved.length === 0) return false;
    setSaving(true);
    try {
      const isDone = await attempt(rowsToSend(editsOf(lastSaved), byKey));
      if (!isDone) edits.edit(lastSaved, 'undoing the last save');
      return isDone;
    } finally {
      setSaving(false);
    }
  });
  const keepMine = useStable((cells: readonly CellRef[]) => setConflicts((now) => withoutCells(now, cells)));
  const takeTheirs = useStable((cells: readonly CellRef[]) => {
    edits.edit(
      cells.map((cell) => ({ ...cell, value: byKey.get(cell.rowKey)?.[cell.columnKey] ?? null })),
      cells.length === 1 ? 'taking theirs' : `taking theirs in ${cells.length} cells`,
    );
    keepMine(cells);
  });

  const isHeld = useRef(false);
  const arrive = useStable((arrivals: readonly Arrival[]) => {
    const arrived = readArrivals(arrivals, byKey, entered.current, typing);
    patch(arrived.patches);
    if (arrived.agreed.length > 0) edits.forget(arrived.agreed);
    setConflicts((now) => mergeCells(now, arrived.contested));
    if (arrived.isHeld) isHeld.current = true;
    return arrived.marks;
  });
  // The typed cell was left: rows without an edit are read again, the others meet their conflict when they are saved.
  const { onStale } = input;
  useEffect(() => {
    if (!isHeld.current || typing !== null) return;
    isHeld.current = false;
    onStale();
  }, [typing, onStale]);

  return {
    edits,
    saved: base.rows,
    rows,
    byKey,
    conflicts: openConflicts,
    problems: openProblems,
    isSaving,
    save,
    keepMine,
    takeTheirs,
    discard: () => {
      edits.forget();
      setConflicts(NONE);
      setProblems(NONE);
    },
    undo: () => {
      if (edits.undoable !== null) edits.undo();
      else if (lastSaved.length > 0) {
        edits.edit(lastSaved, 'undoing the last save');
        setLastSaved([]);
      }
    },
    undoable: edits.undoable ?? (lastSaved.length > 0 ? 'the last save' : null),
    undoSave,
    arrive,
    patch,
  };
};
