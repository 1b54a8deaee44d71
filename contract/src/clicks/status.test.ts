import { expect, test } from 'vitest';
import { CLICK_STATUS_NAMES, clickStatusCode, clickStatusOf, isBillableClick } from './status.ts';

test('every status has its own code for files and rows', () => {
  expect(CLICK_STATUS_NAMES.map((name) => clickStatusOf(clickStatusCode(name)))).toEqual(CLICK_STATUS_NAMES);
  expect(CLICK_STATUS_NAMES.map(clickStatusCode)).toEqual([0, 1, 2, 4, 9, 10, 14, 17, 21, 23, 31, 90]);
  expect(() => clickStatusOf(3)).toThrow('No click status has the code 3');
});

test('only redirected valid clicks are billable', () => {
  expect(CLICK_STATUS_NAMES.filter(isBillableClick)).toEqual(['VALID']);
});
