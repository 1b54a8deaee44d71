import { Button } from '@mantine/core';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { remarkText } from './cell-marks.tsx';
import classes from './remark-card.module.css';
import type { Place } from '../../edit/range.ts';
import type { Frame } from '../scroll-to.ts';
import type { Remark } from '../../types.ts';

interface RemarkCardProps<Row> {
  remark: Remark;
  place: Place;
  frame: Frame<Row>;
  scroller: RefObject<HTMLDivElement | null>;
  onLeave: () => void;
  /** Shown at once without a heading: a calculation's result, or why a cell is locked. */
  isPlain?: boolean;
}

/** Below the cell, or above it if there is no room; hidden while the cell is scrolled away. */
const stand = <Row,>(card: HTMLElement, scroller: HTMLElement, { row, column }: Place, frame: Frame<Row>) => {
  const placed = frame.columns.all[column];
  if (!placed) return;
  const { rowHeight, headHeight, footHeight, columns } = frame;
  const left = placed.isPinned ? placed.left : placed.left - scroller.scrollLeft;
  const top = headHeight + row * rowHeight - scroller.scrollTop;
  const bottom = scroller.clientHeight - footHeight;
  const isHidden =
    top < headHeight ||
    top + rowHeight > bottom + 1 ||
    left > scroller.clientWidth - 20 ||
    (!placed.isPinned && left + placed.width < columns.pinnedWidth);
  const isAbove = top + rowHeight + card.offsetHeight > bottom && top - card.offsetHeight > headHeight;
  card.style.visibility = isHidden ? 'hidden' : 'visible';
  card.style.left = `${Math.max(4, Math.min(left, scroller.clientWidth - card.offsetWidth - 4))}px`;
  card.style.top = `${isAbove ? top - card.offsetHeight : top + rowHeight}px`;
};

/**
 * Explains the active cell's mark, with possible actions; Alt+Down moves to its buttons. Rendered beside the grid, since a grid may contain
 * only rows, and follows the scrolling itself.
 */
export const RemarkCard = <Row,>({
  remark,
  place,
  frame,
  scroller,
  onLeave,
  isPlain = false,
}: RemarkCardProps<Row>) => {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const follow = () => card.current && stand(card.current, element, place, frame);
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  });
  return (
    <div
      ref={card}
      data-remark
      role="presentation"
      className={classes.card}
      data-level={remark.level}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
      }}
    >
      <p className={classes.text} role={isPlain ? 'status' : undefined}>
        {isPlain ? remark.message : remarkText(remark)}
      </p>
      {remark.actions && (
        <div className={classes.actions}>
          {remark.actions.map(({ label, onAct }) => (
            <Button
              key={label}
              size="compact-xs"
              variant="default"
              onClick={() => {
                onAct();
                onLeave();
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
};
