import { expect, test } from 'vitest';
import { besideCompared, type Identified } from './question-rows.rules.ts';

const row = (of: string, cells: Record<string, number | null>, time = 0): Identified => ({
  of,
  time,
  row: { ...cells },
});
const MEASURES = ['validLeads', 'spend', 'cpl', 'budget'];
const WHOLE = { withGone: true, isByTime: false };

test('what is gone counts as none now, and fell by all of it; what is new counts as none before', () => {
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

test('a time that the compared days do not have is not none: nobody knows', () => {
  const [only] = besideCompared([row('all', { validLeads: 4 }, 30)], [], ['validLeads'], {
    withGone: false,
    isByTime: true,
  });
  expect(only?.row).toMatchObject({ validLeads: 4, validLeadsPrevious: null });
});
