import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from 'react';
import { placeAt } from './hit-test.ts';
import type { Place } from '../edit/range.ts';
import type { Frame } from './scroll-to.ts';

interface PointerInput<Row> {
  scroller: RefObject<HTMLDivElement | null>;
  frame: Frame<Row>;
  onPlace: (place: Place, extend: boolean) => void;
  /** The fill handle was dragged over a cell; null when released. */
  onFill?: (place: Place | null) => void;
}

/** Controls that handle a press themselves. One marked `data-selects` acts on click only, so a press also selects its cell. */
const CONTROL = ':is(a, button, input, select, textarea, label):not([data-selects])';
const SCROLL_SPEED = 0.35;

/** How far the pointer is outside the visible area: the grid scrolls at that speed. */
const overshoot = (value: number, least: number, most: number): number =>
  value < least ? value - least : value > most ? value - most : 0;

/** Press, drag and shift-press. A drag held beyond the edge keeps scrolling. */
export const usePointer = <Row>({ scroller, frame, onPlace, onFill }: PointerInput<Row>) => {
  // A drag outlives the render it began in.
  const now = useRef({ frame, onPlace, onFill });
  useEffect(() => {
    now.current = { frame, onPlace, onFill };
  });
  const stopDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => stopDrag.current?.(), []);

  const startDrag = (element: HTMLDivElement, isFill: boolean) => {
    let at: { x: number; y: number } | null = null;
    let timer = 0;
    // Limited to the rows: over the totals or outside, the nearest visible row counts.
    const extend = () => {
      if (!at) return;
      const { headHeight, footHeight } = now.current.frame;
      const box = element.getBoundingClientRect();
      const x = Math.max(box.left + 1, Math.min(at.x, box.left + element.clientWidth - 1));
      const y = Math.max(box.top + headHeight + 1, Math.min(at.y, box.top + element.clientHeight - footHeight - 1));
      const place = placeAt(element, x, y, now.current.frame);
      if (isFill) now.current.onFill?.(place);
      else now.current.onPlace(place, true);
    };
    const scroll = () => {
      const { headHeight, footHeight, columns } = now.current.frame;
      const box = element.getBoundingClientRect();
      if (at) {
        const across = overshoot(at.x, box.left + columns.pinnedWidth, box.right);
        // Over the pinned columns only if the drag began outside them; otherwise the pinned columns are being selected.
        element.scrollLeft += at.x < box.left || across > 0 ? across * SCROLL_SPEED : 0;
        element.scrollTop += overshoot(at.y, box.top + headHeight, box.bottom - footHeight) * SCROLL_SPEED;
        extend();
      }
      timer = requestAnimationFrame(scroll);
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!at) timer = requestAnimationFrame(scroll);
      at = { x, y };
      extend();
    };
    const stop = () => {
      cancelAnimationFrame(timer);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
      stopDrag.current = null;
      if (isFill) now.current.onFill?.(null);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    stopDrag.current = stop;
  };

  return (event: ReactPointerEvent<HTMLDivElement>) => {
    const element = scroller.current;
    const target = event.target as Element;
    if (!element || event.button !== 0) return;
    if (target.closest('[data-fill-handle]')) {
      event.preventDefault();
      startDrag(element, true);
      element.focus({ preventScroll: true });
      return;
    }
    if (!target.closest('[role="gridcell"]')) return;
    // Filter inputs are in cells too.
    if (target.closest('[data-inert]')) return;
    const control = target.closest(CONTROL);
    onPlace(placeAt(element, event.clientX, event.clientY, frame), event.shiftKey && !control);
    if (control) return;
    // Mouse only: touch scrolls. Prevents text selection by the browser.
    if (event.pointerType === 'mouse') {
      event.preventDefault();
      startDrag(element, false);
    }
    element.focus({ preventScroll: true });
  };
};
