import type { CellChange } from '@paceline/contract';
import { expect, it } from 'vitest';
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
  expect(prepareHistory(changes, null, 'default', 'cl')).toMatchObject([
    { label: 'Next Month Media Cost', before: '$97.00', after: '$90.50', by: 'by file', former: 97 },
    { label: 'BOM Allocation', before: '–', after: '1,200', by: 'at the start of the month', former: null },
  ]);
  expect(prepareHistory(changes, 'monthlyAllocation', 'default', 'ag')).toHaveLength(1);
});

it('offers columns with a history', () => {
  expect(historyFields(changes, 'default', 'ag').map(({ label }) => label)).toEqual([
    'Adjusted Client Cost',
    'BOM Allocation',
  ]);
});
