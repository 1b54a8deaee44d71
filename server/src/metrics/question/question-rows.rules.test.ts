import { expect, test } from 'vitest';
import { besideCompared, type Identified } from './question-rows.rules.ts';

const row = (of: string, cells: Record<string, number | null>, time = 0): Identified => ({
  of,
  time,
  row: { ...cells },
});
const MEASURES = ['validLeads', 'spend', 'cpl', 'budget'];
const WHOLE = { withGone: true, isByTime: false };

test('a removed row counts zero now and fell by its whole value; a new one counted zero before', () => {
  const rows = besideCompared(
    [row('new', { validLeads: 4, spend: 200, cpl: 50, budget: 300 })],
    [row('gone', { validLeads: 3, spend: 150, cpl: 50, budget: 100 })],
    MEASURES,
    WHOLE,
  );
  expect(rows.map((one) => one.row)).toMatchObject([
    {
      validLeads: 4,
      validLeadsPrevious: 0,
      validLeadsChange: null,
      spendPrevious: 0,
      cplPrevious: null,
      budgetPrevious: null,
    },
    {
      validLeads: 0,
      validLeadsPrevious: 3,
      validLeadsChange: -100,
      spend: 0,
      spendChange: -100,
      cpl: null,
      budget: null,
    },
  ]);
});

test('a time missing in the compared days is unknown, not zero', () => {
  const [only] = besideCompared([row('all', { validLeads: 4 }, 30)], [], ['validLeads'], {
    withGone: false,
    isByTime: true,
  });
  expect(only?.row).toMatchObject({ validLeads: 4, validLeadsPrevious: null });
});
