import { useRef, useState } from 'react';
import { isEditable } from './cell-value.ts';
import { type Filled, fillTo, type Sheet } from './fill.ts';
import { type Block, blockOf, type Bounds, type Place, type Range } from './range.ts';

interface FillInput<Row> {
  sheet: Sheet<Row>;
  range: Range;
  bounds: Bounds;
  canEdit: boolean;
  /** Applies a fill as one act, with its message. */
  give: (action: string, done: string, filled: Filled | null) => void;
  onRange: (range: Range) => void;
}
export interface FillHandle {
  /** The selection with the handle; null if nothing in it can be edited. */
  block: Block | null;
  /** The row the handle is dragged to. */
  to: number | null;
  /** Called while dragging; null on release. */
  drag: (place: Place | null) => void;
  /** Fills to the last row. */
  toEnd: () => void;
}

/** The fill handle at the selection's corner: dragged up or down, or to the end by double click. Each is one act. */
export const useFill = <Row>({ sheet, range, bounds, canEdit, give, onRange }: FillInput<Row>): FillHandle => {
  const [to, setTo] = useState<number | null>(null);
  const last = useRef<number | null>(null);
  const block = blockOf(range);
  const isOnRows = block.top >= 0 && block.bottom < bounds.rows;
  const first = isOnRows && canEdit ? sheet.rowAt(block.top) : undefined;
  const isFillable =
    first !== undefined &&
    sheet.columns.slice(block.left, block.right + 1).some((column) => isEditable(column, first.row));

  const fill = (row: number) => {
    const filled = fillTo(sheet, block, row);
    if (!filled) return;
    onRange({
      anchor: { row: Math.min(block.top, filled.block.top), column: block.left },
      head: { row: Math.max(block.bottom, filled.block.bottom), column: block.right },
    });
    // Afterwards, because moving the selection clears the message.
    give('fill', 'Filled', filled);
  };
  return {
    block: isFillable ? block : null,
    to,
    drag: (place) => {
      if (place) last.current = place.row;
      else if (last.current !== null) {
        fill(last.current);
        last.current = null;
      }
      setTo(place ? Math.max(0, Math.min(place.row, bounds.rows - 1)) : null);
    },
    toEnd: () => fill(bounds.rows - 1),
  };
};
