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

test('outcomes of a young period are compared at full maturity, and not at all while too few have come in', () => {
  const matured = { cpe: 'enrollPercentMatured', enrollments: 'enrollPercentMatured' } as const;
  const [old, young, tooYoung] = besideCompared(
    [
      row('old', { cpe: 1100, enrollments: 10, enrollPercentMatured: 100 }),
      row('young', { cpe: 2000, enrollments: 5, enrollPercentMatured: 50 }),
      row('too young', { cpe: 9000, enrollments: 1, enrollPercentMatured: 10 }),
    ],
    ['old', 'young', 'too young'].map((of) => row(of, { cpe: 1000, enrollments: 10, enrollPercentMatured: 100 })),
    ['cpe', 'enrollments'],
    { ...WHOLE, matured },
  );
  expect(old?.row).toMatchObject({ cpeChange: 10, enrollmentsChange: 0, enrollPercentMaturedPrevious: 100 });
  expect(young?.row).toMatchObject({ cpe: 2000, cpePrevious: 1000, cpeChange: 0, enrollmentsChange: 0 });
  expect(tooYoung?.row).toMatchObject({ cpe: 9000, cpeChange: null, enrollmentsChange: null });
});
