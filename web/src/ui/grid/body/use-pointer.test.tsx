import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../edit/range.ts';
import type { GridColumn } from '../types.ts';
import { placeColumns } from './geometry.ts';
import { usePointer } from './use-pointer.ts';

const columns = Array.from({ length: 10 }, (_, index): GridColumn<null> => ({
  key: `c${index}`,
  label: `C${index}`,
  kind: 'count',
  width: 100,
  frozen: index === 0,
}));
const FRAME = { columns: placeColumns(columns, {}, 1000), rowHeight: 20, rowCount: 50, headHeight: 40, footHeight: 20 };

type Told = (place: Place, extend: boolean) => void;
const Page = ({ onPlace }: { onPlace: Told }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const press = usePointer({ scroller, frame: FRAME, onPlace });
  return (
    <div ref={scroller} role="grid" tabIndex={0} onPointerDown={press}>
      <div role="gridcell">cell</div>
      <div role="gridcell">
        <a href="#x">link</a>
      </div>
      <div role="row" data-inert>
        <div role="gridcell">filter</div>
      </div>
      <div role="columnheader">header</div>
    </div>
  );
};

let frames: FrameRequestCallback[] = [];
const frame = () => {
  for (const run of frames.splice(0)) run(0);
};
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  const box = { left: 0, top: 0, right: 500, bottom: 300, width: 500, height: 300 } as DOMRect;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});
afterEach(() => void fireEvent.pointerUp(window));

const open = () => {
  const onPlace = vi.fn<Told>();
  const page = render(<Page onPlace={onPlace} />);
  const places = () => onPlace.mock.calls.map(([{ row, column }, isExtended]) => [row, column, isExtended]);
  return { ...page, places, grid: screen.getByRole('grid') };
};
const press = (on: string, x: number, y: number, more: object = {}) =>
  fireEvent.pointerDown(screen.getByText(on), { button: 0, pointerType: 'mouse', clientX: x, clientY: y, ...more });
const drag = (x: number, y: number) => void fireEvent.pointerMove(window, { clientX: x, clientY: y });

describe('a press', () => {
  it('selects the cell under the pointer, which gets the focus', () => {
    const { places, grid } = open();
    press('cell', 250, 95);
    expect(places()).toEqual([[2, 2, false]]);
    expect(document.activeElement).toBe(grid);
  });

  it('with shift extends the selection', () => {
    const { places } = open();
    press('cell', 250, 95, { shiftKey: true });
    expect(places()).toEqual([[2, 2, true]]);
  });

  it('on a control selects its cell and leaves the control its click and focus', () => {
    const { places, grid } = open();
    expect(press('link', 250, 95, { shiftKey: true })).toBe(true);
    expect(places()).toEqual([[2, 2, false]]);
    drag(350, 95);
    expect(places()).toHaveLength(1);
    expect(document.activeElement).not.toBe(grid);
  });

  it('on the filters, on a header or with another button is ignored', () => {
    const { places } = open();
    press('filter', 10, 10);
    press('header', 10, 10);
    press('cell', 250, 95, { button: 2 });
    expect(places()).toEqual([]);
  });

  it('by a finger selects and allows scrolling', () => {
    const { places } = open();
    expect(press('cell', 250, 95, { pointerType: 'touch' })).toBe(true);
    drag(250, 200);
    expect(places()).toEqual([[2, 2, false]]);
  });
});

describe('a drag', () => {
  it('extends to the pointer until released', () => {
    const { places } = open();
    expect(press('cell', 250, 95)).toBe(false);
    drag(350, 135);
    expect(places().at(-1)).toEqual([4, 3, true]);
    fireEvent.pointerUp(window);
    drag(450, 175);
    expect(places()).toHaveLength(2);
  });

  it('stays within visible rows over the totals, the head and outside', () => {
    const { places } = open();
    press('cell', 250, 95);
    drag(250, 5);
    expect(places().at(-1)).toEqual([0, 2, true]);
    drag(250, 900);
    expect(places().at(-1)).toEqual([11, 2, true]);
  });

  it('over the edge scrolls while held there', () => {
    const { grid } = open();
    press('cell', 250, 95);
    drag(600, 380);
    frame();
    const once = [grid.scrollLeft, grid.scrollTop];
    frame();
    expect(once).toEqual([35, 35]);
    expect([grid.scrollLeft, grid.scrollTop]).toEqual([70, 70]);
    fireEvent.pointerUp(window);
    frame();
    expect(grid.scrollTop).toBe(70);
  });

  it('over the pinned columns selects them without scrolling', () => {
    const { grid } = open();
    grid.scrollLeft = 200;
    press('cell', 250, 95);
    drag(50, 95);
    frame();
    expect(grid.scrollLeft).toBe(200);
    drag(-40, 95);
    frame();
    expect(grid.scrollLeft).toBeLessThan(200);
  });

  it('ends when the grid is removed', () => {
    const { places, unmount } = open();
    press('cell', 250, 95);
    unmount();
    drag(350, 135);
    expect(places()).toHaveLength(1);
  });
});
