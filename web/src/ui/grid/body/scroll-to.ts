import type { Columns } from './geometry.ts';
import type { Place } from '../edit/range.ts';

export interface Frame<Row> {
  columns: Columns<Row>;
  rowHeight: number;
  rowCount: number;
  headHeight: number;
  footHeight: number;
}

/** Scrolls the minimum needed to show the cell between head, totals and pinned columns. */
export const scrollToCell = <Row>(scroller: HTMLElement, { row, column }: Place, frame: Frame<Row>): void => {
  const { columns, rowHeight, rowCount, headHeight, footHeight } = frame;
  const { clientHeight, clientWidth, scrollTop, scrollLeft } = scroller;
  if (row >= 0 && row < rowCount) {
    const top = row * rowHeight;
    const room = clientHeight - headHeight - footHeight;
    if (top < scrollTop) scroller.scrollTop = top;
    else if (top + rowHeight > scrollTop + room) scroller.scrollTop = top + rowHeight - room;
  }
  const placed = columns.all[column];
  if (!placed || placed.isPinned) return;
  const { left, width } = placed;
  if (left < scrollLeft + columns.pinnedWidth) scroller.scrollLeft = left - columns.pinnedWidth;
  else if (left + width > scrollLeft + clientWidth) scroller.scrollLeft = left + width - clientWidth;
};

export const rowsPerPage = <Row>(scroller: HTMLElement, frame: Frame<Row>): number =>
  Math.max(1, Math.floor((scroller.clientHeight - frame.headHeight - frame.footHeight) / frame.rowHeight) - 1);
