import { expect, it } from 'vitest';
import { rowBatches } from './row-batches.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => index);

it('passes on the first rows at once, then growing batches, and the rest at the end', () => {
  const sizes: number[] = [];
  let time = 0;
  const batches = rowBatches<number>(
    (rows) => sizes.push(rows.length),
    () => time,
  );
  for (let turn = 0; turn < 1000; turn += 1) {
    time += 5;
    batches.add(rowsOf(100));
  }
  batches.flush();
  expect(sizes[0]).toBe(100);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100_000);
  expect(sizes.length).toBeLessThan(25);
});

it('does not hold rows back for long', () => {
  let time = 0;
  const counts: number[] = [];
  const batches = rowBatches<number>(
    (rows) => counts.push(...rows),
    () => time,
  );
  batches.add(rowsOf(100));
  batches.add([1]);
  expect(counts).toHaveLength(100);
  time = 1001;
  batches.add([2]);
  expect(counts).toHaveLength(102);
});
