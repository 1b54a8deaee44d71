import { useEffect, useRef, useState } from 'react';
import { useStable } from '../../../ui/grid/use-stable.ts';
import type { CellRef } from '../sheet/sheet-rows.ts';

const nameOf = (cells: readonly CellRef[]): string =>
  cells.map(({ rowKey, columnKey }) => `${rowKey} ${columnKey}`).join();

interface Walk {
  /** A new object each time that the table is to go there. */
  goTo: CellRef | null;
  nextConflict: () => void;
  nextBlocked: () => void;
}

interface WalkInput {
  conflicts: readonly CellRef[];
  blocked: readonly CellRef[];
  /** How often saving did not go through. */
  attempts: number;
  /** Shows a column that is hidden. */
  reveal: (columnKey: string) => void;
}

/**
 * Leads through the cells that need a decision. A conflict is gone to as it comes up, and the next one as one is settled;
 * what cannot be saved is gone to when somebody tries.
 */
export const useWalk = ({ conflicts, blocked, attempts, reveal }: WalkInput): Walk => {
  const [goTo, setGoTo] = useState<CellRef | null>(null);
  const place = useRef({ conflicts: -1, blocked: -1 });
  const step = (cells: readonly CellRef[], name: 'conflicts' | 'blocked') => {
    if (cells.length === 0) return;
    place.current[name] = (place.current[name] + 1) % cells.length;
    const cell = cells[place.current[name]];
    if (!cell) return;
    reveal(cell.columnKey);
    setGoTo({ ...cell });
  };
  const nextConflict = useStable(() => step(conflicts, 'conflicts'));
  const nextBlocked = useStable(() => step(blocked, 'blocked'));

  const open = nameOf(conflicts);
  useEffect(() => {
    place.current.conflicts = -1;
    if (open !== '') nextConflict();
  }, [open, nextConflict]);
  useEffect(() => {
    place.current.blocked = -1;
    if (attempts > 0) nextBlocked();
  }, [attempts, nextBlocked]);
  return { goTo, nextConflict, nextBlocked };
};
