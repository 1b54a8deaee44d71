import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useWalk } from './use-walk.ts';

const cell = (rowKey: number, columnKey = 'cap') => ({ rowKey, columnKey });
type Input = Pick<Parameters<typeof useWalk>[0], 'conflicts' | 'blocked' | 'attempts'>;
const NONE: Input = { conflicts: [], blocked: [], attempts: 0 };

const open = (first: Partial<Input> = {}) => {
  const reveal = vi.fn();
  const hook = renderHook((input: Input) => useWalk({ ...input, reveal }), { initialProps: { ...NONE, ...first } });
  const at = () =>
    hook.result.current.goTo && `${hook.result.current.goTo.rowKey} ${hook.result.current.goTo.columnKey}`;
  return {
    at,
    reveal,
    walk: () => hook.result.current,
    become: (next: Partial<Input>) => hook.rerender({ ...NONE, ...next }),
  };
};

it('does not move by itself', () => {
  const { at, walk } = open({ blocked: [cell(1)] });
  expect(at()).toBeNull();
  act(() => walk().nextConflict());
  expect(at()).toBeNull();
});

it('moves to a conflict once a save was tried, showing its column, and to the next once it is resolved', () => {
  const { at, reveal, become } = open();
  become({ conflicts: [cell(3, 'price'), cell(5)] });
  expect(at()).toBeNull();
  become({ conflicts: [cell(3, 'price'), cell(5)], attempts: 1 });
  expect([at(), reveal.mock.calls]).toEqual(['3 price', [['price']]]);
  become({ conflicts: [cell(5)], attempts: 1 });
  expect(at()).toBe('5 cap');
});

it('cycles through conflicts on request', () => {
  const { at, walk } = open({ conflicts: [cell(1), cell(2)], attempts: 1 });
  const places = [at()];
  for (let turn = 0; turn < 2; turn += 1) {
    act(() => walk().nextConflict());
    places.push(at());
  }
  expect(places).toEqual(['1 cap', '2 cap', '1 cap']);
});

it('moves to the first error on each attempt to save', () => {
  const { at, become, walk } = open();
  const blocked = [cell(1), cell(2), cell(3)];
  become({ blocked, attempts: 1 });
  expect(at()).toBe('1 cap');
  act(() => walk().nextBlocked());
  expect(at()).toBe('2 cap');
  become({ blocked, attempts: 2 });
  expect(at()).toBe('1 cap');
});

it('creates a new target each time, so that the table moves there again', () => {
  const { walk } = open({ conflicts: [cell(1)], attempts: 1 });
  const before = walk().goTo;
  act(() => walk().nextConflict());
  expect(walk().goTo).toEqual(before);
  expect(walk().goTo).not.toBe(before);
});
