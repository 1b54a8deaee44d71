import { useEffect, useRef, useState } from 'react';
import { useStable } from '../../../ui/grid/use-stable.ts';
import type { CellRef } from '../sheet/sheet-rows.ts';

const nameOf = (cells: readonly CellRef[]): string =>
  cells.map(({ rowKey, columnKey }) => `${rowKey} ${columnKey}`).join();

interface Walk {
  /** A new object for each jump of the table. */
  goTo: CellRef | null;
  nextConflict: () => void;
  nextBlocked: () => void;
  nextArrived: () => void;
}

interface WalkInput {
  conflicts: readonly CellRef[];
  blocked: readonly CellRef[];
  /** Cells that others saved: reached on request only. */
  arrived?: readonly CellRef[];
  /** Number of failed saves. */
  attempts: number;
  /** Shows a hidden column. */
  reveal: (columnKey: string) => void;
}

/**
 * Moves through the cells that need a decision: after an attempt to save to each conflict as it appears or after the previous one is
 * resolved, and to unsaveable cells.
 */
export const useWalk = ({ conflicts, blocked, arrived = [], attempts, reveal }: WalkInput): Walk => {
  const [goTo, setGoTo] = useState<CellRef | null>(null);
  const place = useRef({ conflicts: -1, blocked: -1, arrived: -1 });
  const step = (cells: readonly CellRef[], name: keyof typeof place.current) => {
    if (cells.length === 0) return;
    place.current[name] = (place.current[name] + 1) % cells.length;
    const cell = cells[place.current[name]];
    if (!cell) return;
    reveal(cell.columnKey);
    setGoTo({ ...cell });
  };
  const nextConflict = useStable(() => step(conflicts, 'conflicts'));
  const nextBlocked = useStable(() => step(blocked, 'blocked'));

  const nextArrived = useStable(() => step(arrived, 'arrived'));

  const open = nameOf(conflicts);
  const isSaved = attempts > 0;
  useEffect(() => {
    place.current.conflicts = -1;
    // A save of somebody else does not take the user away from what they type.
    if (open !== '' && isSaved) nextConflict();
  }, [open, isSaved, nextConflict]);
  useEffect(() => {
    place.current.blocked = -1;
    if (attempts > 0) nextBlocked();
  }, [attempts, nextBlocked]);
  return { goTo, nextConflict, nextBlocked, nextArrived };
};
