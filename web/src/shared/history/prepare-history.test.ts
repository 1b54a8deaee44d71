import type { CampaignRow, CellChange } from '@paceline/contract';
import { expect, it } from 'vitest';
import { aCampaign } from '../../testing/allocations.ts';
import { historyFields, prepareHistory } from './prepare-history.ts';

const changes: CellChange[] = [
  {
    changeKey: 2,
    at: '2026-11-11T15:00:00Z',
    by: 'Dana Reyes',
    via: 'file',
    field: 'clientBidPrice',
    before: 97,
    after: 90.5,
  },
  {
    changeKey: 1,
    at: '2026-11-10T15:00:00Z',
    by: 'Paceline',
    via: 'job',
    field: 'monthlyAllocation',
    before: null,
    after: 1200,
  },
];

it('shows changes with the reader’s labels, values and cause', () => {
  expect(prepareHistory(changes, null, 'default', 'cl', aCampaign())).toMatchObject([
    { label: 'Next Month Media Cost', before: '$97.00', after: '$90.50', by: 'by file', former: 97 },
    { label: 'BOM Allocation', before: '–', after: '1,200', by: 'at the start of the month', former: null },
  ]);
  expect(prepareHistory(changes, 'monthlyAllocation', 'default', 'ag', aCampaign())).toHaveLength(1);
});

it('offers columns with a history', () => {
  expect(historyFields(changes, 'default', 'ag').map(({ label }) => label)).toEqual([
    'Adjusted Client Cost',
    'BOM Allocation',
  ]);
});

it('shows what is agreed where nothing was adjusted', () => {
  const adjusted = { ...changes[0], field: 'userDefinedMonthlyAllocation', before: null, after: 60 } as CellChange;
  const written = (row: CampaignRow) =>
    prepareHistory([adjusted], null, 'default', 'ag', row).map(({ before, after }) => `${before} → ${after}`);
  expect(written(aCampaign({ monthlyAllocation: 55 }))).toEqual(['55 (agreed) → 60']);
  expect(written(aCampaign({ monthlyAllocation: null }))).toEqual(['– → 60']);
});
