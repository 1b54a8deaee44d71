import { expect, it } from 'vitest';
import { allTotals, byDifference, changeName, leftOutText } from './prepare-what-if.ts';

it('names the change, and the line items that are in no sum', () => {
  expect([20, -5, 0].map(changeName)).toEqual(['With 20% more spend', 'With 5% less spend', 'With the same spend']);
  expect(leftOutText([])).toBeNull();
  expect(leftOutText(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toContain('A, B, C, D, E and 2 more');
});

it('shows totals with their differences, and the largest changes first', () => {
  const forecast = { spend: 1000, inquiries: 20, enrollments: 2, cpe: 500 };
  expect(allTotals({ forecast, whatIf: { ...forecast, spend: 1100, cpe: null } })).toEqual([
    { label: 'Spend', base: '$1,000', other: '$1,100 (+$100)' },
    { label: 'Inquiries', base: '20', other: '20 (±0)' },
    { label: 'Enrollments', base: '2.0', other: '2.0 (±0)' },
    { label: 'Cost per enrollment', base: '$500.00', other: '–' },
  ]);
  const line = (lineItem: string, whatIf: number) => ({
    lineItem,
    lineItemName: lineItem,
    clientName: null,
    forecast: 10,
    whatIf,
    spend: { forecast: 1, whatIf: 1 },
    isCapped: false,
  });
  expect(byDifference([line('a', 11), line('b', 5), line('c', 12)]).map(({ lineItem }) => lineItem)).toEqual([
    'b',
    'c',
    'a',
  ]);
});
