import { columnAt } from './geometry.ts';
import type { Place } from '../edit/range.ts';
import type { Frame } from './scroll-to.ts';

/**
 * The cell under the pointer, computed from the position: cells need no handlers of their own, and a pointer outside the grid maps to the
 * nearest cell.
 */
export const placeAt = <Row>(scroller: HTMLElement, x: number, y: number, frame: Frame<Row>): Place => {
  const { columns, rowHeight, rowCount, headHeight, footHeight } = frame;
  const box = scroller.getBoundingClientRect();
  const across = x - box.left;
  const down = y - box.top;
  const inView = across < columns.pinnedWidth ? across : across + scroller.scrollLeft;
  const isFoot =
    footHeight > 0 &&
    down > Math.min(scroller.clientHeight, headHeight + rowCount * rowHeight + footHeight) - footHeight;
  return {
    column: columnAt(columns, Math.max(0, inView)),
    row: isFoot ? rowCount : down < headHeight ? -1 : Math.floor((down - headHeight + scroller.scrollTop) / rowHeight),
  };
};
