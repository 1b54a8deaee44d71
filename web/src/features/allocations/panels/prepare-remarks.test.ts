import { expect, it } from 'vitest';
import { aCampaign } from '../../../testing/allocations.ts';
import { followPlan } from '../month/campaigns/prepare-campaign-rows.ts';
import { conflictWords, planCellRemarks } from './prepare-remarks.ts';

const typed = (values: Record<string, unknown>, over: Record<string, unknown> = {}) => {
  const cells = new Map(Object.entries(values));
  return planCellRemarks(followPlan(aCampaign(over), cells), cells);
};

it('warns in the edited cell without blocking', () => {
  const remarks = typed({ userDefinedMonthlyAllocation: 200 }, { clientMonthlyAllocation: 120 });
  expect(remarks.get('userDefinedMonthlyAllocation')).toEqual({
    level: 'warning',
    message: 'Above partner capacity by 50 · Above client-approved volume',
  });
  expect(typed({ monthlyCapacity: 60 }).get('monthlyCapacity')?.message).toBe('Above partner capacity by 40');
});

it('shows the month’s total of a daily cap, and what is delivered already', () => {
  expect(typed({ userDefinedDailyAllocation: 2 }).get('userDefinedDailyAllocation')).toEqual({
    level: 'info',
    message: 'Daily cap limits the month to 60',
  });
  expect(typed({ userDefinedMonthlyAllocation: 10 }).get('userDefinedMonthlyAllocation')?.message).toBe(
    '20 are delivered already: the campaign stops at once',
  );
});

it('rejects what the server would reject', () => {
  expect(typed({ userDefinedMonthlySoftAllocation: 101 }).get('userDefinedMonthlySoftAllocation')?.level).toBe('error');
  expect(typed({ incrementalCapacity: -151 }).get('incrementalCapacity')?.level).toBe('error');
});

it('shows only important remarks on rows without edits', () => {
  expect(planCellRemarks(aCampaign({ dailyAllocation: 1 }), undefined).size).toBe(0);
  expect(planCellRemarks(aCampaign({ monthlyAllocation: 160 }), undefined).get('monthlyAllocation')?.level).toBe(
    'warning',
  );
});

it('shows both values, user and time in the owner’s zone', () => {
  const conflict = { theirs: 15, mine: null, by: 'Dana Reyes', at: '2026-11-11T15:00:00.000Z', rowVersion: 6 };
  expect(conflictWords(conflict, (value) => String(value ?? '–'), 'America/Chicago')).toBe(
    'Dana Reyes saved 15 on Nov 11, 2026, 9:00 AM. Yours is –.',
  );
});
