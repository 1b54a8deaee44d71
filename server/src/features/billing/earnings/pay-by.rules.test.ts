import { expect, test } from 'vitest';
import { payByOf } from './pay-by.rules.ts';

test.each([
  ['2026-11-05', 'Net 30', '2026-12-05'],
  ['2026-11-05', 'net-15 after invoice', '2026-11-20'],
  ['2026-11-05', 'NET 0', '2026-11-05'],
  ['2026-11-05', 'On receipt', null],
  ['2026-11-05', null, null],
  [null, 'Net 30', null],
])('closed on %s under “%s”: to be paid by %s', (closedOn, terms, day) => {
  expect(payByOf(closedOn, terms)).toBe(day);
});
