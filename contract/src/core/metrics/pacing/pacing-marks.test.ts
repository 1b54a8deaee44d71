import { expect, test } from 'vitest';
import { isEarly, pacedOf, pacingColour, pacingList, pacingMark, tighteningHalfWidth } from './pacing-marks.ts';

const at = (projectionToBudget: number | null, capped = false) => ({ projectionToBudget, capped });

test('marks and colours at their thresholds', () => {
  expect([80, 80.1, 90, 90.1, 100, 109.9, 110].map((percent) => pacingColour(at(percent), 10))).toEqual([
    'darkAmber',
    'amber',
    'amber',
    'green',
    'green',
    'green',
    'red',
  ]);
  expect([90, 100, 110.5, null].map((percent) => pacingMark(at(percent), 10))).toEqual(['under', 'on', 'over', null]);
  expect(pacingColour(at(null), 10)).toBeNull();
});

test('exactly 110 is over, whatever the rounding of its computation', () => {
  expect(pacingMark(at(1.1 * 100), 10)).toBe('over');
  expect(pacingMark(at(109.999_999_999_999_9), 10)).toBe('over');
});

test('the band closes towards the end of the month', () => {
  expect(tighteningHalfWidth(29, 30)).toBeCloseTo(19.4);
  expect(tighteningHalfWidth(15, 30)).toBe(11);
  expect(tighteningHalfWidth(1, 30)).toBeCloseTo(2.6);
  expect(pacingMark(at(104), tighteningHalfWidth(1, 30))).toBe('over');
});

test('a capped campaign is neither over nor under, and has no colour', () => {
  expect([60, 100, 214, null].map((percent) => pacingMark(at(percent, true), 10))).toEqual(Array(4).fill('capped'));
  expect(pacingColour(at(214, true), 10)).toBeNull();
  expect(pacedOf({ projectionToBudget: 95, diffToBudget: 214, capped: true })).toEqual(at(95, true));
  expect(pacedOf({ diffToBudget: 214 })).toEqual(at(null));
});

test('the list omits early days, small budgets and finished months', () => {
  const campaign = (name: string, budgetPlusMinus: number, more = {}) => ({
    name,
    projectionToBudget: 120,
    capped: false,
    budget: 1_000,
    budgetPlusMinus,
    subStatus: 'LIVE',
    ...more,
  });
  const rows = [
    campaign('small', 900, { budget: 249.99 }),
    campaign('second', 100),
    campaign('first', -300),
    campaign('capped', 900, { capped: true }),
    campaign('draft', 900, { subStatus: 'DRAFT' }),
    campaign('on pace', 900, { projectionToBudget: 105 }),
    campaign('no budget', 900, { budget: null, projectionToBudget: null }),
    ...Array.from({ length: 12 }, (_, index) => campaign(`rest ${index}`, 1)),
  ];
  const names = pacingList(rows, 'over', 3, 10).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['first', 'second']);
  expect(names).toHaveLength(10);
  expect(pacingList(rows, 'over', 2, 10)).toEqual([]);
  expect(pacingList(rows, 'under', 3, 10)).toEqual([]);
  expect([0, 1, 2, 3].map(isEarly)).toEqual([false, true, true, false]);
});
