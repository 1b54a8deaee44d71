import { expect, test } from 'vitest';
import { besidePointer, plotOf, withKeys, withoutKeys } from './chart-tooltip.ts';

const ITEMS = [
  { seriesName: 'Spent', marker: '{m1|}  ' },
  { seriesName: 'Plan', marker: '{m2|}  ' },
];
const call = (text: string, items: unknown) => withKeys(() => text)(items, '');

test('each series has its dot before its line, and lines of no series have none', () => {
  expect(call('Nov 3\nSpent: $10\nPlan: $12\n8 in 10: $9 – $14', ITEMS)).toBe(
    'Nov 3\n{m1|}  Spent: $10\n{m2|}  Plan: $12\n8 in 10: $9 – $14',
  );
  expect(call('', ITEMS)).toBe('');
});

test('one mark has its dot before its name', () => {
  expect(call('Ohio\n$40', { seriesName: 'x', marker: '{m|}  ' })).toBe('{m|}  Ohio\n$40');
});

test('screen readers hear no dots', () => {
  expect(withoutKeys(call('Nov 3\nSpent: $10', ITEMS))).toBe('Nov 3\nSpent: $10');
});

test('stands beside the pointer, inside the chart and below the legend', () => {
  const place = besidePointer(plotOf({ legend: {}, grid: { top: 34 } }));
  const sizes = { contentSize: [100, 60] as [number, number], viewSize: [400, 200] as [number, number] };
  expect(place([50, 100], null, null, null, sizes)).toEqual([64, 70]);
  expect(place([380, 100], null, null, null, sizes)).toEqual([266, 70]);
  expect(place([50, 10], null, null, null, sizes)).toEqual([64, 34]);
  expect(place([50, 199], null, null, null, sizes)).toEqual([64, 140]);
  expect(plotOf({ grid: { top: 34 } })).toBe(0);
});

test('a wide one stands above or below the pointer, so that a click reaches the mark', () => {
  const place = besidePointer(0);
  const sizes = { contentSize: [300, 40] as [number, number], viewSize: [320, 200] as [number, number] };
  expect(place([160, 100], null, null, null, sizes)).toEqual([10, 46]);
  expect(place([160, 30], null, null, null, sizes)).toEqual([10, 44]);
});
