import { expect, test } from 'vitest';
import { isEarly, pacingColour, pacingList, pacingMark, tighteningHalfWidth } from './metric-pacing-marks.ts';

test('marks and colours at their thresholds', () => {
  expect([80, 80.1, 90, 90.1, 100, 109.9, 110].map((percent) => pacingColour(percent))).toEqual([
    'darkAmber',
    'amber',
    'amber',
    'green',
    'green',
    'green',
    'red',
  ]);
  expect([pacingMark(90), pacingMark(100), pacingMark(110.5), pacingMark(null)]).toEqual(['under', 'on', 'over', null]);
  expect(pacingColour(null)).toBeNull();
});

test('110 is over however it was computed', () => {
  expect(pacingMark(1.1 * 100)).toBe('over');
  expect(pacingMark(109.999_999_999_999_9)).toBe('over');
});

test('the band closes towards the end of the month', () => {
  expect(tighteningHalfWidth(29, 30)).toBeCloseTo(19.4);
  expect(tighteningHalfWidth(15, 30)).toBe(11);
  expect(tighteningHalfWidth(1, 30)).toBeCloseTo(2.6);
  expect(pacingMark(104, tighteningHalfWidth(1, 30))).toBe('over');
});

test('the list leaves out early days, small budgets and what is over and done', () => {
  const campaign = (name: string, budgetPlusMinus: number, more = {}) => ({
    name,
    diffToBudget: 120,
    budget: 1_000,
    budgetPlusMinus,
    subStatus: 'LIVE',
    ...more,
  });
  const rows = [
    campaign('small', 900, { budget: 249.99 }),
    campaign('second', 100),
    campaign('first', -300),
    campaign('draft', 900, { subStatus: 'DRAFT' }),
    campaign('on pace', 900, { diffToBudget: 105 }),
    campaign('no budget', 900, { budget: null, diffToBudget: null }),
    ...Array.from({ length: 12 }, (_, index) => campaign(`rest ${index}`, 1)),
  ];
  const names = pacingList(rows, 'over', 3).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['first', 'second']);
  expect(names).toHaveLength(10);
  expect(pacingList(rows, 'over', 2)).toEqual([]);
  expect(pacingList(rows, 'under', 3)).toEqual([]);
  expect([0, 1, 2, 3].map(isEarly)).toEqual([false, true, true, false]);
});
