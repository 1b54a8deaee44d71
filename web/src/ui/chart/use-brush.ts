import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { initChart } from './echarts.ts';
import { columnAt } from './chart-points.ts';

type MadeChart = ReturnType<typeof initChart>;

/** A range of columns, both ends included. */
export interface BrushRange {
  from: number;
  to: number;
}

interface BrushInput {
  chart: RefObject<MadeChart | null>;
  points: number;
  onBrush: ((range: BrushRange) => void) | undefined;
}

/** In pixels. */
interface Box {
  left: number;
  width: number;
}

/** A drag shorter than this is a click. */
const MIN_DRAG = 6;

const between = (one: number, other: number): BrushRange => ({ from: Math.min(one, other), to: Math.max(one, other) });

/** The columns of a range as a box over the plot, in pixels. */
const boxOf = (chart: MadeChart, { from, to }: BrushRange, points: number): Box => {
  const at = (index: number): number => chart.convertToPixel({ xAxisIndex: 0 }, index);
  const half = points > 1 ? Math.abs(at(1) - at(0)) / 2 : 12;
  return { left: at(from) - half, width: at(to) - at(from) + 2 * half };
};

/**
 * Selects a range of columns: by dragging with a mouse, or with Shift and the arrow keys. A finger scrolls the page instead. Returns the
 * range's box, and whether the last press was a drag, whose click is none.
 */
export const useBrush = ({ chart, points, onBrush }: BrushInput) => {
  const [brush, setBrush] = useState<{ range: BrushRange; box: Box } | null>(null);
  const input = useRef({ points, onBrush });
  const isDrag = useRef(false);
  useEffect(() => void (input.current = { points, onBrush }));

  const show = (instance: MadeChart, range: BrushRange): void =>
    setBrush({ range, box: boxOf(instance, range, input.current.points) });

  const listen = (instance: MadeChart): void => {
    let start: { x: number; index: number } | null = null;
    let last: BrushRange | null = null;
    const painter = instance.getZr();
    const columnNear = (x: number): number =>
      Math.min(input.current.points - 1, Math.max(0, Math.round(instance.convertFromPixel({ xAxisIndex: 0 }, x))));
    painter.on('mousedown', ({ offsetX, offsetY, event }) => {
      isDrag.current = false;
      if (input.current.onBrush === undefined || (event as unknown as PointerEvent).pointerType === 'touch') return;
      const index = columnAt(instance, [offsetX, offsetY]);
      start = index === null ? null : { x: offsetX, index };
    });
    painter.on('mousemove', ({ offsetX }) => {
      if (start === null || (!isDrag.current && Math.abs(offsetX - start.x) < MIN_DRAG)) return;
      isDrag.current = true;
      last = between(start.index, columnNear(offsetX));
      show(instance, last);
    });
    const end = (): void => {
      const chosen = isDrag.current && start !== null ? last : null;
      [start, last] = [null, null];
      if (chosen === null) return;
      setBrush(null);
      input.current.onBrush?.(chosen);
    };
    painter.on('mouseup', end);
    painter.on('globalout', end);
  };

  /** Returns true for a key that it used: the point to go to, if that changes. */
  const onKey = (event: KeyboardEvent, at: number, walk: (index: number) => void): boolean => {
    if (onBrush === undefined || chart.current === null) return false;
    const range = brush?.range ?? null;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && event.shiftKey) {
      const next = Math.min(points - 1, Math.max(0, at + step));
      const anchor = range === null ? at : range.from === at ? range.to : range.from;
      show(chart.current, between(anchor, next));
      walk(next);
      return true;
    }
    if (range === null) return false;
    setBrush(null);
    if (event.key === 'Enter') onBrush(range);
    return event.key === 'Enter' || event.key === 'Escape';
  };

  return { box: brush?.box ?? null, isDrag, listen, onKey };
};
