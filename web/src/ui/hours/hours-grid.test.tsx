import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HoursGrid } from './hours-grid.tsx';
import { ALWAYS, dayText, type HoursByDay, hoursOf, paintBlock } from './prepare-hours.ts';

const NEVER = paintBlock(ALWAYS, { fromDay: 0, toDay: 6, fromHour: 0, toHour: 23 }, false);
const cell = (day: number, hour: number) =>
  document.querySelector<HTMLElement>(`[data-day="${day}"][data-hour="${hour}"]`) as HTMLElement;
const grid = () => screen.getByRole('grid');
const key = (name: string, more: object = {}) => fireEvent.keyDown(grid(), { key: name, ...more });

beforeEach(() => {
  // jsdom has no layout and no pointer capture.
  Object.assign(HTMLElement.prototype, { setPointerCapture: () => undefined });
});

const open = (first: HoursByDay = NEVER, isPaintable = true) => {
  const onChange = vi.fn<(days: HoursByDay) => void>();
  const Page = () => {
    const [days, setDays] = useState(first);
    const paint = (next: HoursByDay) => {
      onChange(next);
      setDays(next);
    };
    return <HoursGrid days={days} {...(isPaintable && { onPaint: paint })} />;
  };
  render(
    <MantineProvider>
      <Page />
    </MantineProvider>,
  );
  const text = (day: keyof HoursByDay) => dayText(onChange.mock.lastCall?.[0][day] ?? []);
  return { onChange, text };
};
const press = (day: number, hour: number) => fireEvent.pointerDown(cell(day, hour), { button: 0, pointerId: 1 });
const dragTo = (day: number, hour: number) => {
  Object.assign(document, { elementFromPoint: () => cell(day, hour) });
  fireEvent.pointerMove(grid(), { clientX: 1, clientY: 1 });
};

describe('painting by mouse', () => {
  it('opens the block between start and end, in any direction', () => {
    const { onChange, text } = open();
    press(1, 10);
    dragTo(0, 8);
    expect(onChange).not.toHaveBeenCalled();
    expect(cell(0, 9).dataset['open']).toBe('open');
    fireEvent.pointerUp(grid());
    expect([text('MON'), text('TUE'), text('WED')]).toEqual([
      dayText([{ start: '08:00', end: '11:00', cap: null }]),
      text('MON'),
      text('SUN'),
    ]);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('closes if it started on an open hour', () => {
    const { text } = open(ALWAYS);
    press(0, 0);
    dragTo(0, 22);
    fireEvent.pointerUp(grid());
    expect(text('MON')).toBe(dayText([{ start: '23:00', end: '24:00', cap: null }]));
  });

  it('is cancelled when the pointer is lost, by Escape, or with another button', () => {
    const { onChange } = open();
    press(0, 9);
    fireEvent.pointerCancel(grid());
    fireEvent.pointerUp(grid());
    press(0, 9);
    key('Escape');
    fireEvent.pointerUp(grid());
    fireEvent.pointerDown(cell(0, 9), { button: 2, pointerId: 1 });
    fireEvent.pointerUp(grid());
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('painting by keys', () => {
  it('moves with the arrows, marks with shift and paints with the space bar', () => {
    const { text } = open();
    key('ArrowRight');
    key('ArrowRight', { shiftKey: true });
    key('ArrowDown', { shiftKey: true });
    key(' ');
    expect([text('MON'), text('TUE')]).toEqual([dayText([{ start: '10:00', end: '12:00', cap: null }]), text('MON')]);
    key('Enter');
    expect([text('MON'), text('TUE')]).toEqual([text('SUN'), text('SUN')]);
  });

  it.each([
    [['Home'], 0, 0],
    [['End', 'ArrowRight'], 0, 23],
    [['PageDown', 'ArrowDown'], 6, 9],
    [['PageDown', 'PageUp', 'ArrowUp'], 0, 9],
    [['Home', 'ArrowLeft'], 0, 0],
  ])('%j leads to day %i, hour %i', (keys, day, hour) => {
    open();
    for (const name of keys) key(name);
    expect(document.activeElement).toBe(cell(day, hour));
    expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('leaves the browser its own shortcuts', () => {
    open();
    expect(key('ArrowRight', { ctrlKey: true })).toBe(true);
    expect(key('a')).toBe(true);
    expect(key('ArrowRight')).toBe(false);
  });
});

it('describes each hour in words, and can be read-only', () => {
  const { onChange } = open(hoursOf([{ day: 'MON', intervals: [{ start: '08:15', end: '10:00', cap: null }] }]), false);
  expect(cell(0, 8).getAttribute('aria-label')).toBe('Monday 08:00–09:00, partly open');
  expect(cell(0, 9).getAttribute('aria-label')).toBe('Monday 09:00–10:00, open');
  expect(cell(1, 9).getAttribute('aria-label')).toBe('Tuesday 09:00–10:00, closed');
  press(0, 9);
  fireEvent.pointerUp(grid());
  key(' ');
  expect(onChange).not.toHaveBeenCalled();
  expect(grid().getAttribute('aria-readonly')).toBe('true');
});
