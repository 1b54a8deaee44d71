import { expect, it } from 'vitest';
import { runningSums } from './running-sums.ts';

interface Item {
  a: number;
  b: number | null;
}

it('equal a full sum, however the rows change', () => {
  const sums = runningSums(['a', 'b']);
  const anew = (rows: readonly Item[]) => ({
    a: rows.reduce((sum, { a }) => sum + a, 0),
    b: rows.reduce((sum, { b }) => sum + (b ?? 0), 0),
  });
  let rows: readonly Item[] = Array.from({ length: 50 }, (_, index) => ({
    a: index,
    b: index % 3 === 0 ? null : index,
  }));
  for (let turn = 0; turn < 40; turn += 1) {
    expect(sums(rows)).toEqual(anew(rows));
    rows = turn % 10 === 9 ? rows.slice(1) : rows.with(turn % rows.length, { a: turn * 7, b: turn });
  }
});

it('reads only replaced rows', () => {
  let reads = 0;
  const item = (a: number) => ({
    get a() {
      reads += 1;
      return a;
    },
  });
  const sums = runningSums(['a']);
  const rows = Array.from({ length: 1000 }, (_, index) => item(index));
  sums(rows);
  reads = 0;
  expect(sums(rows.with(3, item(1003)))).toEqual({ a: 499_500 + 1000 });
  expect(reads).toBe(2);
});
