import { expect, test } from 'vitest';
import { createLag, readPosition } from './position.rules.ts';

test('log positions are compared as numbers, not as texts', () => {
  expect(readPosition('0/9000000') < readPosition('0/10000000')).toBe(true);
  expect(readPosition('9/FFFFFFFF') < readPosition('A/0')).toBe(true);
  expect(() => readPosition('nowhere')).toThrow('no position');
});

test('a replica’s delay starts when the primary wrote what it lacks; an up-to-date one has no delay', () => {
  const lag = createLag();
  expect(lag.note(100n, 100n, 0)).toBe(0);
  expect(lag.note(100n, 100n, 3_600_000)).toBe(0);
  // The first change after an hour does not make it an hour late.
  expect(lag.note(200n, 100n, 3_600_010)).toBe(0);
  expect(lag.note(300n, 150n, 3_601_010)).toBe(1_000);
  expect(lag.note(300n, 200n, 3_602_010)).toBe(1_000);
  expect(lag.note(300n, 300n, 3_603_010)).toBe(0);
});
