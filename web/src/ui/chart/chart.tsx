import { useComputedColorScheme } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import classes from './chart.module.css';
import { type ChartOption, initChart } from './echarts.ts';
import { type ChartColours, chartColours } from './palette.ts';

export interface ChartHandle {
  /** The chart as a picture, on the ground it stands on. */
  toPng: () => string | null;
}

interface ChartProps {
  /** What it shows, in words: it is all that a screen reader gets of a canvas. The table beside it has the numbers. */
  label: string;
  option: (colours: ChartColours) => ChartOption;
  height?: number;
  /** What was clicked, by the name it has in the chart. */
  onPick?: (name: string, seriesName: string) => void;
  handle?: Ref<ChartHandle>;
}

const base = (colours: ChartColours): ChartOption => ({
  color: [...colours.series],
  animation: false,
  textStyle: { color: colours.text, fontFamily: 'inherit' },
  // Drawn on the canvas: a tooltip of HTML would have to be written past the trusted types.
  tooltip: {
    renderMode: 'richText',
    backgroundColor: colours.surface,
    borderColor: colours.line,
    textStyle: { color: colours.text, fontSize: 12 },
    confine: true,
  },
});

/**
 * The painter empties its frame by writing an empty text into it, which the page's trusted types refuse. On this one element
 * that means what it says, and anything else is still refused.
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

/** A frame without a width has no scale: a map in it would divide by nothing. It is drawn when there is one. */
const hasRoom = (chart: ReturnType<typeof initChart>): boolean => {
  const { clientWidth, clientHeight } = chart.getDom();
  return clientWidth > 0 && clientHeight > 0;
};

export const Chart = ({ label, option, height = 260, onPick, handle }: ChartProps) => {
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const colours = useMemo(() => chartColours(isDark), [isDark]);
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof initChart> | null>(null);
  const draw = useRef<() => void>(() => undefined);
  const pick = useRef(onPick);
  useEffect(() => void (pick.current = onPick));

  useEffect(() => {
    if (frame.current === null) return;
    emptyOnly(frame.current);
    const made = initChart(frame.current, undefined, { renderer: 'canvas' });
    chart.current = made;
    made.on('click', ({ name, seriesName }) => pick.current?.(name, seriesName ?? ''));
    const sized = new ResizeObserver(() => {
      if (!hasRoom(made)) return;
      made.resize();
      draw.current();
    });
    sized.observe(frame.current);
    return () => {
      sized.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    let drawn = false;
    draw.current = () => {
      if (drawn || chart.current === null || !hasRoom(chart.current)) return;
      chart.current.setOption({ ...base(colours), ...option(colours) }, { notMerge: true });
      drawn = true;
    };
    draw.current();
  }, [colours, option]);

  useImperativeHandle(handle, () => ({
    toPng: () => chart.current?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: colours.surface }) ?? null,
  }));

  return (
    <div
      ref={frame}
      role="img"
      aria-label={label}
      className={classes.chart}
      data-pickable={onPick !== undefined || undefined}
      style={{ height }}
    />
  );
};
