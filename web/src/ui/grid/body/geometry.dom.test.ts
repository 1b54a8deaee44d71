import { expect, it } from 'vitest';
import { columnAt, columnSpan, placeColumns, rowSpan } from './geometry.ts';
import { headGroups } from '../head/head-groups.ts';
import { placeAt } from './hit-test.ts';
import { scrollToCell } from './scroll-to.ts';
import { SELECT_COLUMN } from '../head/select-column.ts';
import type { GridColumn } from '../types.ts';

const columns = Array.from({ length: 40 }, (_, index): GridColumn<null> => ({
  key: `c${index}`,
  label: `C${index}`,
  kind: 'count',
  width: 100,
  frozen: index < 2,
  ...(index >= 2 && { group: index < 10 ? 'One' : 'Two' }),
}));
const WIDE = placeColumns(columns, { c0: 200 }, 1200);

it('lays the columns out side by side, with the user’s widths', () => {
  expect(WIDE).toMatchObject({ pinned: 2, pinnedWidth: 300, width: 4100 });
  expect(WIDE.all[2]).toMatchObject({ left: 300, width: 100, startsGroup: true });
  expect(WIDE.all[3]).toMatchObject({ startsGroup: false });
});

it('pins only the first on a small screen, with less than half the width', () => {
  const small = placeColumns(columns, { c0: 300 }, 390);
  expect(small.pinned).toBe(1);
  expect(small.pinnedWidth).toBeLessThan(390 / 2);
  expect(placeColumns([SELECT_COLUMN, ...columns], {}, 390).pinned).toBe(2);
});

it.each([
  [0, 0],
  [199, 0],
  [200, 1],
  [4099, 39],
  [9999, 39],
])('finds the column at %i', (x, index) => {
  expect(columnAt(WIDE, x)).toBe(index);
});

it('draws the visible cells and few more', () => {
  const { from, to } = columnSpan({ top: 0, left: 1000, width: 1200, height: 800 }, WIDE);
  expect(WIDE.all[from]?.left).toBeLessThanOrEqual(1300);
  expect(WIDE.all[to - 1]?.left).toBeGreaterThanOrEqual(2100);
  expect(to - from).toBeLessThan(18);
  expect(rowSpan({ top: 3000, left: 0, width: 0, height: 300 }, 30, 10_000)).toEqual({ from: 95, to: 115 });
  expect(rowSpan({ top: 0, left: 0, width: 0, height: 300 }, 30, 4)).toEqual({ from: 0, to: 4 });
});

it('puts adjacent columns of one group under one heading', () => {
  const groups = headGroups(WIDE).map(({ label, index, span, width }) => [label, index, span, width]);
  expect(groups).toEqual([
    ['One', 2, 8, 800],
    ['Two', 10, 30, 3000],
  ]);
});

const frame = { columns: WIDE, rowHeight: 30, rowCount: 100, headHeight: 60, footHeight: 32 };
const scroller = (scrollTop: number, scrollLeft: number) => {
  const element = document.createElement('div');
  Object.defineProperties(element, { clientHeight: { value: 400 }, clientWidth: { value: 1200 } });
  Object.assign(element, { scrollTop, scrollLeft });
  return element;
};

it.each([
  ['a cell of the pinned columns', 50, 75, { row: 20, column: 0 }],
  ['a cell beside them', 310, 75, { row: 20, column: 12 }],
  ['the header', 310, 20, { row: -1, column: 12 }],
  ['the totals', 310, 395, { row: 100, column: 12 }],
])('finds what is under the pointer: %s', (_what, x, y, place) => {
  expect(placeAt(scroller(600, 1000), x, y, frame)).toEqual(place);
});

it('scrolls no further than needed', () => {
  const element = scroller(600, 1000);
  scrollToCell(element, { row: 22, column: 14 }, frame);
  expect([element.scrollTop, element.scrollLeft]).toEqual([600, 1000]);
  scrollToCell(element, { row: 19, column: 8 }, frame);
  expect([element.scrollTop, element.scrollLeft]).toEqual([570, 600]);
  scrollToCell(element, { row: 99, column: 39 }, frame);
  expect([element.scrollTop, element.scrollLeft]).toEqual([3000 - 308, 4100 - 1200]);
  scrollToCell(element, { row: 99, column: 0 }, frame);
  expect(element.scrollLeft).toBe(2900);
});
