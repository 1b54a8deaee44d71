import { expect, test } from 'vitest';
import { firstRange, rangeProblem } from './prepare-export.ts';

test('the first range is the running month up to today', () => {
  expect(firstRange('2026-11-16')).toEqual({ from: '2026-11-01', to: '2026-11-16' });
});

test('a range has two ordered ends and at most 92 days', () => {
  expect(rangeProblem({ from: '2026-01-01', to: '2026-04-02' })).toBeNull();
  expect(rangeProblem({ from: '2026-01-01', to: '2026-04-03' })).toEqual({
    field: 'to',
    message: 'At most 92 days: these are 93.',
  });
  expect(rangeProblem({ from: '2026-01-02', to: '2026-01-01' })?.field).toBe('to');
  expect(rangeProblem({ from: '', to: '2026-01-01' })?.field).toBe('from');
  expect(rangeProblem({ from: '2026-01-01', to: '' })?.field).toBe('to');
});
