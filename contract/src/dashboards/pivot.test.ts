import { expect, it } from 'vitest';
import { MAX_PIVOT_COLUMNS, pivotOf } from './pivot.ts';

const cell = (attribute: string | null, secondAttribute: string, validLeads: number, enrollRate: number) => ({
  attribute,
  secondAttribute,
  validLeads,
  enrollRate,
});

it('orders by size and takes the edge totals from their own queries, not from the cells', () => {
  const pivot = pivotOf(
    {
      data: [cell('Ohio', 'mobile', 10, 10), cell('Ohio', 'desktop', 90, 2), cell(null, 'mobile', 1, 100)],
      totals: { validLeads: 101, enrollRate: 3.8 },
    },
    {
      data: [
        { attribute: 'Ohio', validLeads: 100, enrollRate: 2.8 },
        { attribute: null, validLeads: 1, enrollRate: 100 },
      ],
    },
    {
      data: [
        { attribute: 'mobile', validLeads: 11, enrollRate: 18.2 },
        { attribute: 'desktop', validLeads: 90, enrollRate: 2 },
      ],
    },
    'enrollRate',
  );
  expect(pivot).toEqual({
    columns: ['desktop', 'mobile'],
    columnsInAll: 2,
    rows: [
      { name: 'Ohio', cells: [2, 10], all: 2.8 },
      { name: 'Not given', cells: [null, 100], all: 100 },
    ],
    all: [2, 18.2],
    total: 3.8,
  });
});

it('limits the columns and says how many exist', () => {
  const data = Array.from({ length: 20 }, (_, index) => cell('Ohio', `v${index}`, 1, 1));
  const { columns, columnsInAll } = pivotOf({ data, totals: {} }, undefined, undefined, 'validLeads');
  expect([columns.length, columnsInAll]).toEqual([MAX_PIVOT_COLUMNS, 20]);
});
