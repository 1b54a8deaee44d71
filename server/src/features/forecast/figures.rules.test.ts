import { expect, test } from 'vitest';
import { startProblem } from './figures.rules.ts';

test.each([
  ['2026-10-01', 'A forecast starts with the running month or later.'],
  ['2026-11-01', null],
  ['2027-10-01', null],
  ['2027-11-01', 'A forecast starts at most eleven months from now.'],
])('in November 2026 a forecast that starts in %s: %s', (start, problem) => {
  expect(startProblem(start, '2026-11-01')).toBe(problem);
});
