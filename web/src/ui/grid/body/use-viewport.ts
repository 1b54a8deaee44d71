import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Viewport } from './geometry.ts';

/** Used until the browser has laid out the grid, or without any layout (tests). */
const UNMEASURED = { width: 1280, height: 800 };
const STEP = 24;

const isSame = (a: Viewport, b: Viewport): boolean =>
  a.top === b.top && a.left === b.left && a.width === b.width && a.height === b.height;

/**
 * The scroll position in steps, so that a single pixel does not redraw. Updated within the scroll event: a frame later would show as a
 * white flash.
 */
export const useViewport = (scroller: RefObject<HTMLDivElement | null>, rowHeight: number): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, left: 0, ...UNMEASURED });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = () => {
      const next = {
        top: Math.floor(element.scrollTop / rowHeight) * rowHeight,
        left: Math.floor(element.scrollLeft / STEP) * STEP,
        width: element.clientWidth || UNMEASURED.width,
        height: element.clientHeight || UNMEASURED.height,
      };
      setViewport((now) => (isSame(now, next) ? now : next));
    };
    const onScroll = () => flushSync(read);
    const observer = new ResizeObserver(read);
    read();
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, rowHeight]);
  return viewport;
};
