import type { Columns } from '../geometry.ts';
import classes from './fill-handle.module.css';
import type { FillHandle } from '../../edit/use-fill.ts';

interface FillMarksProps<Row> {
  fill: FillHandle;
  columns: Columns<Row>;
  rowHeight: number;
}

const HANDLE = 9;

/** The fill handle at the selection's corner, and the cells a drag will fill. For the mouse; its key is Ctrl+D. */
export const FillMarks = <Row,>({ fill, columns, rowHeight }: FillMarksProps<Row>) => {
  const { block, to } = fill;
  const left = block && columns.all[block.left];
  const right = block && columns.all[block.right];
  // Not for pinned columns: the handle would not move with them.
  if (!block || !left || !right || right.isPinned) return null;
  const end = right.left + right.width;
  const target =
    to === null || (to >= block.top && to <= block.bottom)
      ? null
      : to > block.bottom
        ? { top: block.bottom + 1, bottom: to }
        : { top: to, bottom: block.top - 1 };
  return (
    <div aria-hidden="true">
      {target && (
        <div
          className={classes.target}
          style={{
            left: left.left,
            width: end - left.left,
            top: target.top * rowHeight,
            height: (target.bottom - target.top + 1) * rowHeight,
          }}
        />
      )}
      <div
        data-fill-handle
        className={classes.handle}
        title="Drag to fill, double-click to fill to the last row (Ctrl+D fills the selection)"
        style={{ left: end - HANDLE / 2 - 2, top: (block.bottom + 1) * rowHeight - HANDLE / 2 - 2 }}
      />
    </div>
  );
};
