import { expect, it } from 'vitest';
import { aCampaign, aGoal } from '../../../testing/allocations.ts';
import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { GridEdits } from '../../../ui/grid/edit/use-edit-history.ts';
import { rowsByKey } from '../sheet/sheet-rows.ts';
import { pendingCampaigns, pendingTargets } from './prepare-pending.ts';

const entered = (rowKey: number, cells: Record<string, unknown>) =>
  ({ entered: new Map([[rowKey, new Map(Object.entries(cells))]]) }) as unknown as GridEdits;

it('names campaign, line item and column, with the value before and after', () => {
  const byKey = rowsByKey([aCampaign({ monthlyAllocation: 55 })], ({ campaignKey }) => campaignKey);
  const edits = entered(1, {
    userDefinedMonthlyAllocation: 60,
    monthlyCapacity: null,
    clientMonthlyAllocation: new InvalidEntry('abc', 'no number'),
  });
  expect(pendingCampaigns({ edits, byKey }, 'default', 'ag')).toMatchObject([
    {
      name: 'Midwest All Programs',
      code: 'HTI-1',
      lineItem: 'Midwest Pay per Lead',
      column: 'Adjusted Monthly Allocation',
      before: '55 (agreed)',
      after: '60',
      error: null,
    },
    { before: '150', after: '–' },
    { before: '–', after: '“abc”', error: 'no number' },
  ]);
});

it('names a line item’s target, and leaves out rows that are gone', () => {
  const byKey = rowsByKey([aGoal()], ({ goalKey }) => goalKey);
  const edits = {
    entered: new Map([...entered(7, { inquiryGoal: 90 }).entered, ...entered(8, { inquiryGoal: 1 }).entered]),
  };
  expect(pendingTargets({ edits: edits as unknown as GridEdits, byKey })).toMatchObject([
    { rowKey: 7, name: 'Midwest Pay per Lead', column: 'Inquiry Goal', before: '80', after: '90' },
  ]);
});
