import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { readJson, writeJson } from '../lib/storage/json-storage.ts';
import { useSession } from '../lib/session/session-store.ts';
import { LAYOUTS_KEY } from '../lib/storage/storage-keys.ts';
import type { GridLayout } from '../ui/grid/types.ts';
import { useGridLayout } from './use-grid-layout.ts';

const DEFAULTS: GridLayout = {
  order: ['a', 'b', 'c'],
  hidden: ['c'],
  widths: {},
  sort: [],
  filters: {},
  filtersOpen: false,
  density: 'standard',
};
const open = (name = 'goals') => renderHook(() => useGridLayout(name, DEFAULTS));

beforeEach(() => useSession.setState({ userId: 'lou' }));

it('stores each user’s layout of each grid', () => {
  const first = open();
  act(() => first.result.current[1]({ ...DEFAULTS, widths: { a: 200 } }));
  expect(open().result.current[0].widths).toEqual({ a: 200 });
  expect(open('pacing').result.current[0]).toBe(DEFAULTS);
  act(() => useSession.setState({ userId: 'kim' }));
  expect(first.result.current[0]).toBe(DEFAULTS);
});

it('drops removed columns, and shows new ones like the default', () => {
  const layout = { ...DEFAULTS, order: ['gone', 'b', 'a'], hidden: ['gone', 'b'] };
  writeJson(localStorage, LAYOUTS_KEY, { lou: { goals: { version: 1, layout } } });
  expect(open().result.current[0]).toMatchObject({ order: ['b', 'c', 'a'], hidden: ['b', 'c'] });
});

it('ignores another version, and invalid layouts', () => {
  for (const value of [
    { version: 0, layout: { ...DEFAULTS, hidden: [] } },
    { version: 1, layout: { order: 'x' } },
    'x',
  ]) {
    writeJson(localStorage, LAYOUTS_KEY, { lou: { goals: value } });
    expect(open().result.current[0]).toBe(DEFAULTS);
  }
});

it('follows the default again once equal to it', () => {
  const { result } = open();
  act(() => result.current[1]({ ...DEFAULTS, hidden: [] }));
  act(() => result.current[1]({ ...DEFAULTS }));
  expect(readJson(localStorage, LAYOUTS_KEY)).toEqual({ lou: {} });
});
