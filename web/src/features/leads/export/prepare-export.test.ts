import type { LeadExport } from '@paceline/contract';
import { expect, it } from 'vitest';
import { countText, exportProblems, firstValues, prepareExport, sizeText } from './prepare-export.ts';

const values = firstValues(1, '2026-03-10');

it('starts with the last thirty days and no filter', () => {
  expect(values).toMatchObject({ startDate: '2026-02-09', endDate: '2026-03-10', leadStatus: [], wholePeople: false });
  expect(exportProblems(values)).toEqual([]);
});

it.each([
  ['ownerKey', { ownerKey: null }],
  ['startDate', { startDate: '' }],
  ['endDate', { endDate: '' }],
  ['endDate', { startDate: '2026-03-11' }],
  ['endDate', { startDate: '2020-01-01' }],
])('reports at %s the error', (path, part) => {
  expect(exportProblems({ ...values, ...part }).map((problem) => problem.path)).toEqual([path]);
});

it.each([
  [{ leads: 0, isMore: false, inBackground: false }, 'No leads match. Choose other days, or fewer filters.'],
  [{ leads: 1, isMore: false, inBackground: false }, 'About 1 lead.'],
  [{ leads: 12_480, isMore: false, inBackground: false }, 'About 12,480 leads.'],
  [
    { leads: 250_000, isMore: false, inBackground: true },
    'About 250,000 leads. The file is prepared in the background.',
  ],
  [
    { leads: 1_048_575, isMore: true, inBackground: true },
    'More than 1,048,575 leads. The file is prepared in the background.',
  ],
])('shows the number of leads: %o', (counted, text) => {
  expect(countText(counted)).toBe(text);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [12_345, '12.3 kB'],
  [5_600_000, '5.6 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

const one: LeadExport = {
  exportKey: 5,
  ownerKey: 1,
  ownerName: 'Oakhaven',
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  format: 'csv',
  wholePeople: false,
  isDirect: false,
  state: 'running',
  leads: 400_000,
  rowsWritten: 120_000,
  sizeBytes: null,
  failure: null,
  askedAt: '2026-03-10T12:00:00.000Z',
  expiresAt: null,
};

it('shows the progress of a running export, and allows cancelling', () => {
  expect(prepareExport(one, 'UTC')).toMatchObject({
    label: 'In progress',
    rows: '120,000 of about 400,000',
    mayCancel: true,
    mayDownload: false,
  });
  expect(prepareExport({ ...one, isDirect: true }, 'UTC').label).toBe('Downloading in a tab');
});

it('offers the download of a finished one, and nothing for an expired one', () => {
  const ready = { ...one, state: 'ready' as const, sizeBytes: 2_000_000, expiresAt: '2026-03-17T12:00:00.000Z' };
  expect(prepareExport(ready, 'UTC')).toMatchObject({ mayDownload: true, mayCancel: false, size: '2.0 MB' });
  expect(prepareExport({ ...ready, state: 'expired' }, 'UTC')).toMatchObject({ mayDownload: false, mayCancel: false });
});
