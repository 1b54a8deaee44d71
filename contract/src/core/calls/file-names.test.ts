import { expect, it } from 'vitest';
import { ownersFileName } from './file-names.ts';

it.each([
  [
    'St. Brendan University',
    'BulkCampaign-data-2026-03-10.xlsx',
    'st-brendan-university-BulkCampaign-data-2026-03-10.xlsx',
  ],
  ['Collège Élan', 'pacing.png', 'college-elan-pacing.png'],
  ['Hartwell', 'spend Hartwell.csv', 'spend Hartwell.csv'],
  ['—', 'pacing.png', 'pacing.png'],
  [null, 'users.xlsx', 'users.xlsx'],
])('%s: %s is %s', (owner, file, named) => {
  expect(ownersFileName(owner, file)).toBe(named);
});
