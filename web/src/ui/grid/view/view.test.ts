import { expect, it } from 'vitest';
import { NO_EDITS } from '../edit/edit-history.ts';
import type { GridColumn } from '../types.ts';
import { buildView, rowOf, type ViewInput } from './view.ts';

interface Item {
  key: string;
  name: string;
  budget: number | null;
  below?: Item[];
}
const COLUMNS: GridColumn<Item>[] = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'budget', label: 'Budget', kind: 'dollar' },
];
const item = (name: string, budget: number | null, below?: Item[]): Item => ({
  key: name,
  name,
  budget,
  ...(below && { below }),
});
const FLAT = [item('b', 2), item('a', 3), item('c', 1)];
const TREE = [item('North', 50, [item('n2', 20), item('n1', 30)]), item('South', 5, [item('s1', 5)]), item('Alone', 9)];

const view = (rows: readonly Item[], change: Partial<ViewInput<Item>> = {}) =>
  buildView<Item>({
    rows,
    edits: NO_EDITS,
    columns: COLUMNS,
    searched: COLUMNS,
    layout: { sort: [], filters: {} },
    search: '',
    rowKey: ({ key }) => key,
    ...change,
  });
const tree = (change: Partial<ViewInput<Item>> = {}) => view(TREE, { children: ({ below }) => below, ...change });
const keys = (lines: readonly { key: unknown }[]) => lines.map(({ key }) => key);

it('sorts and filters by edited values', () => {
  const edits = new Map([['c', new Map([['budget', 9]])]]);
  const sort = [{ column: 'budget', direction: 'desc' as const }];
  expect(keys(view(FLAT, { edits, layout: { sort, filters: {} } }).lines)).toEqual(['c', 'a', 'b']);
  expect(keys(view(FLAT, { edits, layout: { sort: [], filters: { budget: '>2' } } }).lines)).toEqual(['a', 'c']);
});

it('finds every word of the search somewhere in the row', () => {
  expect(keys(view(FLAT, { search: 'A $3' }).lines)).toEqual(['a']);
  expect(keys(view(FLAT, { search: 'a $2' }).lines)).toEqual([]);
  const edits = new Map([['b', new Map([['budget', 1204.5]])]]);
  expect(keys(view(FLAT, { edits, search: '1,204' }).lines)).toEqual(['b']);
});

it('shows children of expanded rows only, and sums them in any case', () => {
  const { lines, leaves, roots } = tree({ expanded: new Set(['North']) });
  expect(keys(lines)).toEqual(['North', 'n2', 'n1', 'South', 'Alone']);
  expect(keys(leaves)).toEqual(['n2', 'n1', 's1', 'Alone']);
  expect(keys(roots)).toEqual(['North', 'South', 'Alone']);
  expect(lines[1]).toMatchObject({ level: 2, position: 1, siblings: 2, isParent: false });
  expect(lines[0]).toMatchObject({ level: 1, position: 1, siblings: 3, isParent: true, isExpanded: true });
});

it('sorts within each parent', () => {
  const sort = [{ column: 'budget', direction: 'desc' as const }];
  const { lines } = tree({ expanded: new Set(['North']), layout: { sort, filters: {} } });
  expect(keys(lines)).toEqual(['North', 'n1', 'n2', 'Alone', 'South']);
});

it('keeps a group for its matching rows, and shows only those', () => {
  const rows = tree({ expanded: new Set(['North']), layout: { sort: [], filters: { budget: '>25' } } });
  expect(keys(rows.lines)).toEqual(['North', 'n1']);
  expect(keys(rows.leaves)).toEqual(['n1']);
});

it('finds the rows of a group by its name, and expands a group with a match', () => {
  expect(keys(tree({ search: 'north', expanded: new Set(['North']) }).lines)).toEqual(['North', 'n2', 'n1']);
  expect(keys(tree({ search: 's1' }).lines)).toEqual(['South', 's1']);
  const both = tree({
    search: 'north',
    expanded: new Set(['North']),
    layout: { sort: [], filters: { budget: '>25' } },
  });
  expect(keys(both.lines)).toEqual(['North', 'n1']);
});

it('keeps all rows of a group that matches itself if none of them matches', () => {
  const rows = tree({ expanded: new Set(['North']), layout: { sort: [], filters: { budget: '=50' } } });
  expect(keys(rows.lines)).toEqual(['North', 'n2', 'n1']);
});

it('gives a line’s current row', () => {
  const { lines } = tree({ expanded: new Set(['North']) });
  const edited = [item('North', 51, [item('n2', 21), item('n1', 30)]), ...TREE.slice(1)];
  const [, line] = lines;
  expect(line && rowOf<Item>(line, edited, ({ below }) => below)).toMatchObject({ name: 'n2', budget: 21 });
});
