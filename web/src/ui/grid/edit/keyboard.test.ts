import { describe, expect, it } from 'vitest';
import { type Key, nextCell, readKey } from './keyboard.ts';
import type { Place, Range } from './range.ts';

const BOUNDS = { rows: 100, columns: 10, hasTotals: true };
const PAGE = 20;
const at = (row: number, column: number): Place => ({ row, column });
const on = (place: Place, head = place): Range => ({ anchor: place, head });
/** `Ctrl+Shift+ArrowDown` as a browser key event. */
const key = (text: string): Key => {
  const parts = text.split('+');
  return {
    key: parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) ?? ''),
    ctrl: parts.includes('Ctrl'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
  };
};
const read = (text: string, range = on(at(50, 5))) => readKey(key(text), range, BOUNDS, PAGE);
const goesTo = (text: string, range?: Range) => {
  const intent = read(text, range);
  return intent?.type === 'move' ? [intent.to.row, intent.to.column] : intent;
};

describe('arrows', () => {
  it.each([
    ['ArrowUp', [49, 5]],
    ['ArrowDown', [51, 5]],
    ['ArrowLeft', [50, 4]],
    ['ArrowRight', [50, 6]],
    ['Ctrl+ArrowUp', [0, 5]],
    ['Ctrl+ArrowDown', [99, 5]],
    ['Ctrl+ArrowLeft', [50, 0]],
    ['Ctrl+ArrowRight', [50, 9]],
    ['Home', [50, 0]],
    ['End', [50, 9]],
    ['Ctrl+Home', [0, 0]],
    ['Ctrl+End', [99, 9]],
    ['PageUp', [30, 5]],
    ['PageDown', [70, 5]],
  ])('%s goes from the middle to %j', (text, place) => {
    expect(goesTo(text)).toEqual(place);
  });

  it('reach the header and the totals one by one, and stop there', () => {
    expect(goesTo('ArrowUp', on(at(0, 5)))).toEqual([-1, 5]);
    expect(goesTo('ArrowUp', on(at(-1, 5)))).toEqual([-1, 5]);
    expect(goesTo('ArrowDown', on(at(99, 5)))).toEqual([100, 5]);
    expect(goesTo('ArrowDown', on(at(100, 5)))).toEqual([100, 5]);
    expect(goesTo('ArrowLeft', on(at(0, 0)))).toEqual([0, 0]);
    expect(goesTo('ArrowRight', on(at(0, 9)))).toEqual([0, 9]);
  });

  it('by page stay on the rows', () => {
    expect(goesTo('PageUp', on(at(5, 5)))).toEqual([0, 5]);
    expect(goesTo('PageDown', on(at(95, 5)))).toEqual([99, 5]);
  });

  it('with shift extend from the moving end', () => {
    const range = on(at(10, 1), at(20, 3));
    expect(read('Shift+ArrowDown', range)).toEqual({ type: 'move', to: at(21, 3), extends: true });
    expect(read('ArrowDown', range)).toEqual({ type: 'move', to: at(11, 1), extends: false });
    expect(read('Ctrl+Shift+End', range)).toEqual({ type: 'move', to: at(99, 9), extends: true });
  });

  it('with Ctrl on the header change the column’s width', () => {
    expect(read('Ctrl+ArrowRight', on(at(-1, 2)))).toEqual({ type: 'resize', by: 16 });
    expect(read('Ctrl+ArrowLeft', on(at(-1, 2)))).toEqual({ type: 'resize', by: -16 });
    expect(goesTo('Ctrl+ArrowDown', on(at(-1, 2)))).toEqual([99, 2]);
  });
});

describe('other keys', () => {
  it.each([
    ['Ctrl+z', { type: 'undo' }],
    ['Ctrl+Z', { type: 'undo' }],
    ['Ctrl+y', { type: 'redo' }],
    ['Ctrl+Shift+Z', { type: 'redo' }],
    ['Ctrl+d', { type: 'fillDown' }],
    ['Ctrl+a', { type: 'all' }],
    ['Ctrl+Space', { type: 'column' }],
    ['Shift+Space', { type: 'row' }],
    ['Delete', { type: 'clear' }],
    ['Backspace', { type: 'clear' }],
    ['Escape', { type: 'collapse' }],
    ['F2', { type: 'edit', mode: 'whole' }],
    ['Alt+ArrowDown', { type: 'remark' }],
    ['Enter', { type: 'press', isEnter: true, isShift: false }],
    ['Shift+Enter', { type: 'press', isEnter: true, isShift: true }],
    ['Space', { type: 'press', isEnter: false, isShift: false }],
    ['7', { type: 'edit', mode: 'typed' }],
    ['A', { type: 'edit', mode: 'typed' }],
    ['Shift+A', { type: 'edit', mode: 'typed' }],
  ])('%s: %j', (text, intent) => {
    expect(read(text)).toEqual(intent);
  });

  it.each(['Ctrl+c', 'Ctrl+v', 'Ctrl+s', 'Ctrl+Shift+A', 'Alt+a', 'Alt+ArrowLeft', 'Tab', 'F5', 'Shift'])(
    '%s is left to the browser',
    (text) => {
      expect(read(text)).toBeNull();
    },
  );
});

describe('Tab', () => {
  it.each([
    [at(3, 4), false, at(3, 5)],
    [at(3, 9), false, at(4, 0)],
    [at(99, 9), false, null],
    [at(3, 4), true, at(3, 3)],
    [at(3, 0), true, at(2, 9)],
    [at(0, 0), true, null],
  ])('from %j (back: %s) goes to %j', (from, isBack, to) => {
    expect(nextCell(from, isBack, BOUNDS)).toEqual(to);
  });
});
