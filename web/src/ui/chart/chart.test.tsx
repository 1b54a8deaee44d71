import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Chart, type ChartHandle } from './chart.tsx';
import { chartColours } from './palette.ts';

type Handler = (event: object) => void;

// jsdom has no canvas: the tests check what ECharts is asked to draw.
const painter = vi.hoisted(() => ({
  setOption: vi.fn(),
  resize: vi.fn(),
  dispose: vi.fn(),
  on: vi.fn(),
  renderToCanvas: vi.fn(),
  dispatchAction: vi.fn(),
  containPixel: vi.fn(),
  convertFromPixel: vi.fn(),
  convertToPixel: vi.fn((_: object, index: number) => 50 + index * 100),
  getOption: vi.fn(() => ({ yAxis: [{ type: 'value' }] })),
  onBare: vi.fn(),
  roots: [] as object[],
  frame: null as HTMLElement | null,
}));
vi.mock('./echarts.ts', () => ({
  initChart: (frame: HTMLElement) => {
    painter.frame = frame;
    const zr = { on: painter.onBare, storage: { getRoots: () => painter.roots } };
    return { ...painter, getDom: () => frame, getZr: () => zr };
  },
}));

const room = { width: 400 };
let resized: () => void = () => undefined;
class Observer {
  constructor(callback: () => void) {
    resized = callback;
  }
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  room.width = 400;
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(260);
  painter.roots = [];
  for (const one of Object.values(painter)) if (vi.isMockFunction(one)) one.mockClear();
});

const bars = () => ({ series: [{ type: 'bar' as const, data: [1, 2] }], tooltip: { trigger: 'axis' as const } });
const show = (props: Partial<Parameters<typeof Chart>[0]> = {}, scheme: 'light' | 'dark' = 'light') => {
  const tree = (more: typeof props = {}) => (
    <MantineProvider forceColorScheme={scheme}>
      <Chart label="Spend, as a chart" option={bars} {...props} {...more} />
    </MantineProvider>
  );
  const shown = render(tree());
  return { again: (more: typeof props) => shown.rerender(tree(more)), unmount: shown.unmount };
};
const handlerOf = (on: typeof painter.on, name: string): Handler =>
  on.mock.calls.findLast(([event]) => event === name)?.[1] as Handler;
const drawn = (): { [key: string]: unknown } => painter.setOption.mock.lastCall?.[0];

describe('a chart', () => {
  it('has a description, and is drawn once with its tooltip on the canvas', () => {
    show();
    expect(screen.getByRole('img', { name: 'Spend, as a chart' }).style.height).toBe('260px');
    expect(painter.setOption).toHaveBeenCalledTimes(1);
    expect(painter.setOption.mock.lastCall?.[1]).toEqual({ notMerge: true });
    expect(drawn()).toMatchObject({ tooltip: { trigger: 'axis', renderMode: 'richText' } });
  });

  it('uses the colours of the scheme', () => {
    show({}, 'dark');
    expect(drawn()['color']).toEqual(chartColours(true).series);
  });

  it('is drawn once it has a width, and only once', () => {
    room.width = 0;
    show();
    act(resized);
    expect(painter.setOption).not.toHaveBeenCalled();
    expect(painter.resize).not.toHaveBeenCalled();
    room.width = 300;
    act(resized);
    act(resized);
    expect(painter.resize).toHaveBeenCalledTimes(2);
    expect(painter.setOption).toHaveBeenCalledTimes(1);
  });

  it('is redrawn when its option changes, and disposed of completely', () => {
    const { again, unmount } = show();
    again({ option: bars });
    expect(painter.setOption).toHaveBeenCalledTimes(1);
    again({ option: () => ({ series: [{ type: 'line', data: [3] }] }) });
    expect(drawn()['series']).toEqual([{ type: 'line', data: [3] }]);
    unmount();
    expect(painter.dispose).toHaveBeenCalledTimes(1);
  });

  it('reports clicks on a mark or its column to the current listener', () => {
    const first = vi.fn();
    const second = vi.fn();
    const { again } = show({ onPick: first });
    again({ onPick: second });
    const mark = handlerOf(painter.on, 'click');
    const place = handlerOf(painter.onBare, 'click');
    painter.containPixel.mockReturnValue(true);
    painter.convertFromPixel.mockReturnValue([2.2, 50]);
    // One mouse click: on a mark ECharts reports both events.
    for (const of of [{ dataIndex: 4, seriesIndex: 1 }, { dataIndex: 0 }]) {
      mark(of);
      place({ offsetX: 10, offsetY: 10 });
    }
    place({ offsetX: 10, offsetY: 10 });
    painter.containPixel.mockReturnValue(false);
    place({ offsetX: 1, offsetY: 1 });
    expect(first).not.toHaveBeenCalled();
    expect(second.mock.calls).toEqual([
      [{ index: 4, series: 1 }],
      [{ index: 0, series: 0 }],
      [{ index: 2, series: 0 }],
    ]);
    expect(screen.getByRole('img').dataset['pickable']).toBe('true');
  });

  it('of bars that lie takes a click beside a mark for its row', () => {
    const onPick = vi.fn();
    show({ onPick });
    painter.containPixel.mockReturnValue(true);
    painter.convertFromPixel.mockReturnValue([5_000, 3.1]);
    painter.getOption.mockReturnValueOnce({ yAxis: [{ type: 'category' }] });
    handlerOf(painter.onBare, 'click')({ offsetX: 10, offsetY: 10 });
    expect(onPick.mock.calls).toEqual([[{ index: 3, series: 0 }]]);
  });

  it('is navigated by keyboard: each point’s tooltip is announced, and Enter selects it', () => {
    const onPick = vi.fn();
    show({ onPick });
    const points = screen.getByRole('slider', { name: 'Spend, as a chart: points' });
    expect(points.getAttribute('max')).toBe('1');
    fireEvent.focus(points);
    fireEvent.change(points, { target: { value: '1' } });
    expect(painter.dispatchAction.mock.calls.map(([action]) => action)).toEqual([
      { type: 'showTip', seriesIndex: 0, dataIndex: 0 },
      { type: 'showTip', seriesIndex: 0, dataIndex: 1 },
    ]);
    fireEvent.keyDown(points, { key: 'Enter' });
    expect(onPick).toHaveBeenCalledExactlyOnceWith({ index: 1, series: 0 });

    const tooltip = { type: 'text', ignore: false, style: { text: 'Oct 26\nSpend: $2' } };
    painter.roots = [{ type: 'group', ignore: false }, tooltip];
    act(() => handlerOf(painter.on, 'rendered')({}));
    expect(points.getAttribute('aria-valuetext')).toBe('Oct 26\nSpend: $2');
    tooltip.ignore = true;
    act(() => handlerOf(painter.on, 'rendered')({}));
    expect(points.getAttribute('aria-valuetext')).toBe('');
  });

  it('exports a picture with background, title and dates', () => {
    const handle = { current: null as ChartHandle | null };
    painter.renderToCanvas.mockReturnValue({ width: 800, height: 400 });
    const pen = { fillRect: vi.fn(), drawImage: vi.fn(), scale: vi.fn(), fillText: vi.fn() };
    const canvas = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    const toDataURL = vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AAAA');
    show({ handle });
    const picture = handle.current?.toPng({ title: 'Conversions', lines: ['Hartwell', 'Nov 1 – 14, 2026'] });
    expect(picture).toBe('data:image/png;base64,AAAA');
    expect(painter.renderToCanvas.mock.lastCall?.[0]).toMatchObject({ backgroundColor: chartColours(false).surface });
    expect(pen.fillText.mock.calls.map(([words]: string[]) => words)).toEqual([
      'Conversions',
      'Hartwell',
      'Nov 1 – 14, 2026',
    ]);
    // The chart starts below the last line.
    const [, , top] = pen.drawImage.mock.lastCall as [unknown, number, number];
    const [, , last] = pen.fillText.mock.lastCall as [string, number, number];
    expect(top / 2).toBeGreaterThan(last);
    canvas.mockRestore();
    toDataURL.mockRestore();
  });

  it('allows the renderer to empty its frame and to write nothing else into it', () => {
    show();
    const frame = painter.frame as HTMLElement;
    frame.append(document.createElement('canvas'));
    frame.innerHTML = '';
    expect(frame.childElementCount).toBe(0);
    expect(() => (frame.innerHTML = '<b>no</b>')).toThrow('writes no HTML');
  });
});

describe('a selected range', () => {
  const three = () => ({ series: [{ type: 'line' as const, data: [1, 2, 3] }] });
  const press = (key: string, shiftKey = false) =>
    fireEvent.keyDown(screen.getByRole('slider'), { key, ...(shiftKey && { shiftKey }) });

  it('is drawn by dragging, and its click picks no point', () => {
    const [onBrush, onPick] = [vi.fn(), vi.fn()];
    show({ option: three, onBrush, onPick });
    painter.containPixel.mockReturnValue(true);
    painter.convertFromPixel.mockImplementation((_: object, at: number | [number, number]) =>
      Math.round(((Array.isArray(at) ? at[0] : at) - 50) / 100),
    );
    const send = (name: string, offsetX: number) =>
      act(() => handlerOf(painter.onBare, name)({ offsetX, offsetY: 40, event: { pointerType: 'mouse' } }));
    send('mousedown', 160);
    send('mousemove', 162);
    expect(onBrush).not.toHaveBeenCalled();
    send('mousemove', 900);
    send('mouseup', 900);
    send('click', 900);
    expect(onBrush.mock.calls).toEqual([[{ from: 1, to: 2 }]]);
    expect(onPick).not.toHaveBeenCalled();
    // A press without a drag is a click again.
    send('mousedown', 60);
    send('mouseup', 60);
    send('click', 60);
    expect(onPick.mock.lastCall).toEqual([{ index: 0, series: 0 }]);
  });

  it('is drawn by Shift and the arrow keys, taken by Enter and dropped by Escape', () => {
    const [onBrush, onPick] = [vi.fn(), vi.fn()];
    show({ option: three, onBrush, onPick });
    press('ArrowRight', true);
    press('ArrowRight', true);
    press('Escape');
    press('Enter');
    expect(onBrush).not.toHaveBeenCalled();
    expect(onPick).toHaveBeenCalledTimes(1);
    press('ArrowLeft', true);
    press('Enter');
    expect(onBrush.mock.calls).toEqual([[{ from: 1, to: 2 }]]);
    expect(onPick).toHaveBeenCalledTimes(1);
  });
});
