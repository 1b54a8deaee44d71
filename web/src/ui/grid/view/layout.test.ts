import { describe, expect, it } from 'vitest';
import { isLayout } from './layout-check.ts';
import { fitLayout, fitOrder, isSameLayout, layoutOf, moveColumn, setHidden, shownColumns } from './layout.ts';
import { prepareChooser } from '../head/prepare-chooser.ts';
import type { GridColumn } from '../types.ts';

const column = (key: string, more: Partial<GridColumn<null>> = {}): GridColumn<null> => ({
  key,
  label: key.toUpperCase(),
  kind: 'count',
  ...more,
});
const COLUMNS = [
  column('name', { frozen: true, excludeFromMenu: true }),
  column('a', { group: 'One' }),
  column('b', { group: 'One' }),
  column('c', { group: 'Two' }),
  column('pinned', { frozen: true }),
];
const standard = layoutOf(COLUMNS, { hidden: ['c'] });

it('shows visible columns in order, frozen ones first', () => {
  const keys = shownColumns(COLUMNS, standard).map(({ key }) => key);
  expect(keys).toEqual(['name', 'pinned', 'a', 'b']);
});

describe('an older layout', () => {
  const old = { ...standard, order: ['b', 'gone', 'a', 'name'], hidden: ['gone', 'a', 'name'] };
  const layout = fitLayout(
    {
      ...old,
      widths: { gone: 50, a: 90 },
      filters: { gone: 'x', b: '>1' },
      sort: [{ column: 'gone', direction: 'asc' }],
    },
    COLUMNS,
    standard,
  );
  it('drops removed columns, and adds new ones at their default position', () => {
    expect(layout.order).toEqual(['b', 'c', 'pinned', 'a', 'name']);
    expect(layout).toMatchObject({ widths: { a: 90 }, filters: { b: '>1' }, sort: [] });
  });
  it('hides what the user hid and new columns hidden by default, but never required ones', () => {
    expect(layout.hidden).toEqual(['a', 'c']);
  });
  it('accepts columns unknown to the default', () => {
    const short = { ...standard, order: ['name', 'a'] };
    expect(fitLayout(short, COLUMNS, short).order).toEqual(['name', 'a', 'b', 'c', 'pinned']);
    expect(fitOrder(old, short).order).toEqual(['a', 'name']);
  });
});

it('moves a column to another position', () => {
  expect(moveColumn(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
  expect(moveColumn(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
  expect(moveColumn(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
});

it('hides and shows', () => {
  expect(setHidden(['a'], ['a', 'b'], true)).toEqual(['a', 'b']);
  expect(setHidden(['a', 'b'], ['a'], false)).toEqual(['b']);
});

describe('the chooser', () => {
  it('lists groups, and moves a column within its group', () => {
    const groups = prepareChooser(COLUMNS, standard, '');
    expect(groups.map(({ label, items }) => [label, items.map(({ key }) => key)])).toEqual([
      [undefined, ['pinned']],
      ['One', ['a', 'b']],
      ['Two', ['c']],
    ]);
    expect(groups[0]?.items[0]).toMatchObject({ before: null, after: null, isFrozen: true });
    expect(groups[1]?.items[1]).toMatchObject({ before: 'a', after: 'c', isShown: true });
    expect(groups[2]?.items[0]).toMatchObject({ isShown: false });
  });
  it('searches names of columns and groups', () => {
    expect(prepareChooser(COLUMNS, standard, 'two')[0]?.items.map(({ key }) => key)).toEqual(['c']);
    expect(prepareChooser(COLUMNS, standard, 'B')[0]?.items.map(({ key }) => key)).toEqual(['b']);
  });
});

it('recognises a valid layout', () => {
  expect(isLayout(structuredClone(standard))).toBe(true);
  for (const change of [
    { order: 'a' },
    { widths: { a: 'x' } },
    { sort: [{}] },
    { filters: { a: 1 } },
    { density: 'tiny' },
  ])
    expect(isLayout({ ...standard, ...change })).toBe(false);
  expect(isLayout(null)).toBe(false);
});

it('treats layouts as equal in any order of names', () => {
  const { order, ...rest } = { ...layoutOf([{ key: 'a', label: 'A', kind: 'text' }]), widths: { a: 1, b: 2 } };
  expect(isSameLayout({ order, ...rest }, { ...rest, order, widths: { b: 2, a: 1 } })).toBe(true);
  expect(isSameLayout({ order, ...rest }, { ...rest, order, widths: { b: 2, a: 3 } })).toBe(false);
});
