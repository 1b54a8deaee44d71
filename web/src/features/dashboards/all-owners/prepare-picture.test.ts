import { expect, it } from 'vitest';
import { aMonth, anOver, anOwnerRow } from '../../../testing/owners.ts';
import { chartColours } from '../../../ui/chart/palette.ts';
import { barLines, barsChart, barsLabel, ownerBars } from './prepare-picture.ts';

const ROWS = [
  anOwnerRow(1, 'Small', aMonth()),
  anOwnerRow(2, 'Large', anOver(1_800)),
  anOwnerRow(3, 'To come', null),
  anOwnerRow(4, 'Empty', aMonth({ totals: { ...aMonth().totals, budget: null, mtdSpent: 0, spendProjection: null } })),
];

it('draws the largest first, and leaves out what has no money or no figures yet', () => {
  const { bars, more } = ownerBars(ROWS);
  expect(bars.map(({ name }) => name)).toEqual(['Large', 'Small']);
  expect(more).toBe(0);
  expect(barsLabel(bars)).toBe('Spend against budget by owner, largest first: Large $1,000 of $3,000, and 1 more');
  expect(barsLabel([])).toBe('Spend against budget by owner: none yet');
});

it('draws fifteen at most, and counts the others', () => {
  const many = Array.from({ length: 20 }, (_, index) => anOwnerRow(index + 1, `Owner ${index}`, anOver(index)));
  const { bars, more } = ownerBars(many);
  expect([bars.length, more, bars[0]?.name]).toEqual([15, 5, 'Owner 19']);
});

it('draws budget, spend and projection of each, and says them', () => {
  const { bars } = ownerBars(ROWS);
  const { series, yAxis } = barsChart(bars)(chartColours(false));
  expect((series as { name: string; data: unknown }[]).map(({ name, data }) => [name, data])).toEqual([
    ['Budget', [3_000, 3_000]],
    ['Spent', [1_000, 1_000]],
    ['Projected', [4_800, 3_000]],
  ]);
  expect((yAxis as { data: unknown }).data).toEqual(['Large', 'Small']);
  expect(barLines(bars[0]!)).toEqual([
    'Large',
    'Over by $1.8K: projected $4.8K of $3K',
    'Spent: $1,000',
    'Projected: $4,800',
    '8 in 10: $2,900 – $3,200',
    'Budget: $3,000',
  ]);
});
