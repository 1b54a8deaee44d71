import { expect, test } from 'vitest';
import { billableTotal } from './total.ts';

const KEYS = ['billableLeads', 'unitPrice', 'amount', 'totalDue', 'mediaUnitPrice', 'marginPercent'] as const;
const ROWS = [
  {
    figures: {
      billableLeads: 25,
      unitPrice: 60.5,
      amount: 1512.5,
      totalDue: 1512.5,
      mediaAmount: 1000,
      mediaTotalDue: 1000,
    },
    pricedLeads: 25,
    mediaPricedLeads: 25,
  },
  // A platform campaign: its leads have no price; the platform's charge is due.
  {
    figures: { billableLeads: 20, unitPrice: null, amount: 0, totalDue: 487.5, mediaAmount: 0, mediaTotalDue: 400 },
    pricedLeads: 0,
    mediaPricedLeads: 0,
  },
];

test('a total sums amounts and counts, and averages prices over the leads that have one', () => {
  expect(billableTotal(KEYS, ROWS)).toEqual({
    billableLeads: 45,
    unitPrice: 60.5,
    amount: 1512.5,
    totalDue: 2000,
    mediaUnitPrice: 40,
    marginPercent: 30,
  });
});

test('a total covers the rows shown', () => {
  expect(billableTotal(KEYS, ROWS.slice(1))).toMatchObject({ billableLeads: 20, unitPrice: null, totalDue: 487.5 });
  expect(billableTotal(KEYS, [])).toMatchObject({ billableLeads: null, unitPrice: null, totalDue: null });
});
