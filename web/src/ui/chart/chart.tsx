import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import classes from './chart.module.css';
import { columnAt, pointCount, tooltipText } from './chart-points.ts';
import { type ChartOption, initChart } from './echarts.ts';
import { mergeOption } from './merge-option.ts';
import { type ChartColours, chartColours } from './palette.ts';
import { type PictureHeading, pictureOf } from './picture.ts';
import { type BrushRange, useBrush } from './use-brush.ts';

export interface ChartHandle {
  toPng: (heading: PictureHeading) => string | null;
}

/** A mark of the chart: its point index and its series. */
export interface ChartPoint {
  index: number;
  series: number;
}

interface ChartProps {
  /** A description for screen readers, which read nothing from a canvas. The table beside the chart has the numbers. */
  label: string;
  option: (colours: ChartColours) => ChartOption;
  height?: number;
  /** Called for a click or a keyboard choice. */
  onPick?: (point: ChartPoint) => void;
  /** Called when a range of columns is selected: by dragging, or by Shift with the arrow keys and Enter. */
  onBrush?: (range: BrushRange) => void;
  handle?: Ref<ChartHandle>;
}

/**
 * ECharts empties its container by setting `innerHTML` to an empty string, which the page's trusted types refuse. This element accepts the
 * empty string only; anything else is still refused.
 */
const emptyOnly = (frame: HTMLElement): void => {
  Object.defineProperty(frame, 'innerHTML', {
    configurable: true,
    get: () => '',
    set: (text: string) => {
      if (text !== '') throw new TypeError('A chart draws on a canvas and writes no HTML');
      frame.replaceChildren();
    },
  });
};

/** Without a width the chart has no scale (a map would divide by zero): drawing waits until there is one. */
const hasRoom = (chart: ReturnType<typeof initChart>): boolean => {
  const { clientWidth, clientHeight } = chart.getDom();
  return clientWidth > 0 && clientHeight > 0;
};

/**
 * A chart on a canvas. A slider for the keyboard and screen readers steps through its points: it shows each point's tooltip, has the
 * tooltip's text as its value, and Enter picks the point as a click does.
 */
export const Chart = ({ label, option, height = 260, onPick, onBrush, handle }: ChartProps) => {
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const colours = useMemo(() => chartColours(isDark), [isDark]);
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof initChart> | null>(null);
  const draw = useRef<() => void>(() => undefined);
  const pick = useRef(onPick);
  const [announcement, setAnnouncement] = useState('');
  const [points, setPoints] = useState(0);
  const [at, setAt] = useState(0);
  useEffect(() => void (pick.current = onPick));
  const hint = useId();
  const brush = useBrush({ chart, points, onBrush });
  const { isDrag, listen } = brush;
  const startBrush = useRef(listen);

  useEffect(() => {
    if (frame.current === null) return;
    emptyOnly(frame.current);
    const instance = initChart(frame.current, undefined, { renderer: 'canvas' });
    chart.current = instance;
    // ECharts reports the mark first, then the position, even if something covers it.
    let isTaken = false;
    startBrush.current(instance);
    instance.on('click', ({ dataIndex, seriesIndex }) => {
      if (isDrag.current) return;
      isTaken = true;
      pick.current?.({ index: dataIndex, series: seriesIndex ?? 0 });
    });
    instance.getZr().on('click', ({ offsetX, offsetY }) => {
      const index = isTaken || isDrag.current ? null : columnAt(instance, [offsetX, offsetY]);
      isTaken = false;
      if (index !== null) pick.current?.({ index, series: 0 });
    });
    instance.on('rendered', () => setAnnouncement(tooltipText(instance.getZr())));
    const sized = new ResizeObserver(() => {
      if (!hasRoom(instance)) return;
      instance.resize();
      draw.current();
    });
    sized.observe(frame.current);
    return () => {
      sized.disconnect();
      instance.dispose();
      chart.current = null;
    };
  }, [isDrag]);

  useEffect(() => {
    let drawn = false;
    draw.current = () => {
      if (drawn || chart.current === null || !hasRoom(chart.current)) return;
      const drawing = mergeOption(colours, option(colours));
      chart.current.setOption(drawing, { notMerge: true });
      setPoints(pointCount(drawing));
      drawn = true;
    };
    draw.current();
  }, [colours, option]);

  useImperativeHandle(handle, () => ({
    toPng: (heading) => chart.current && pictureOf(chart.current, colours, heading),
  }));

  const walk = (index: number): void => {
    setAt(index);
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index });
  };
  const chooseByKey = (event: KeyboardEvent): void => {
    if (brush.onKey(event, at, walk)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter') onPick?.({ index: at, series: 0 });
    if (event.key === 'Escape') chart.current?.dispatchAction({ type: 'hideTip' });
  };

  return (
    <div className={classes.whole}>
      {points > 0 && (
        <input
          type="range"
          className={classes.walker}
          aria-label={`${label}: points`}
          aria-valuetext={announcement}
          aria-describedby={onBrush && hint}
          min={0}
          max={points - 1}
          value={Math.min(at, points - 1)}
          onChange={({ currentTarget }) => walk(Number(currentTarget.value))}
          onFocus={() => walk(Math.min(at, points - 1))}
          onBlur={() => chart.current?.dispatchAction({ type: 'hideTip' })}
          onKeyDown={chooseByKey}
        />
      )}
      <div
        ref={frame}
        role="img"
        aria-label={label}
        className={classes.chart}
        data-pickable={onPick !== undefined || undefined}
        data-brushable={onBrush !== undefined || undefined}
        style={{ height }}
      />
      {onBrush && (
        <span id={hint} hidden>
          Shift with the arrow keys selects a range, Enter zooms to it.
        </span>
      )}
      {brush.box !== null && <div className={classes.brush} style={brush.box} />}
    </div>
  );
};
