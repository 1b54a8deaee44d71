import { type PlatformAccountRow } from '@paceline/contract';
import { expect, test } from 'vitest';
import { accountLine, campaignsText, exportProblem, feeText, findAccounts, undoOf } from './prepare-platforms.ts';

const account = (parts: Partial<PlatformAccountRow>): PlatformAccountRow => ({
  semClientAccountKey: 1,
  ownerKey: 1,
  platformKey: 1,
  platformName: 'Google Ads',
  clientKey: 1,
  clientName: 'Career College',
  accountId: '123-456',
  accountName: 'Main search',
  currency: 'USD',
  timeZone: 'America/Chicago',
  feePercent: 8,
  channel: 'ppc',
  status: 'ACTIVE',
  lastSyncAt: null,
  lastDay: null,
  lastError: null,
  linkedCampaigns: 2,
  unlinkedCampaigns: 0,
  rowVersion: 1,
  mediaCost: null,
  spend: null,
  ...parts,
});

test('accounts are filtered by every word, status and channel', () => {
  const all = [
    account({}),
    account({
      semClientAccountKey: 2,
      platformName: 'Meta Ads',
      channel: 'social',
      status: 'ERROR',
      lastError: 'token expired',
    }),
  ];
  const keys = (filter: Partial<Parameters<typeof findAccounts>[1]>) =>
    findAccounts(all, { text: '', status: '', channel: '', ...filter }).map((one) => one.semClientAccountKey);
  expect(keys({})).toEqual([1, 2]);
  expect(keys({ text: ' google  career ' })).toEqual([1]);
  expect(keys({ text: 'EXPIRED' })).toEqual([2]);
  expect(keys({ status: 'ERROR', channel: 'ppc' })).toEqual([]);
  expect(keys({ channel: 'social' })).toEqual([2]);
});

test('a row shows a currency only if it differs from that of the figures', () => {
  expect(accountLine(account({}))).toBe('123-456, Pay per click, America/Chicago');
  expect(accountLine(account({ currency: 'CAD' }))).toBe('123-456, Pay per click, America/Chicago, CAD');
  expect(campaignsText(account({ unlinkedCampaigns: 3 }))).toBe('2 linked, 3 not');
  expect([feeText(8), feeText(12.5), feeText(0.25)]).toEqual(['8 %', '12.5 %', '0.25 %']);
});

test('undo restores each account’s former status', () => {
  const accounts = [
    { semClientAccountKey: 1, rowVersion: 4, before: 'ACTIVE' as const },
    { semClientAccountKey: 2, rowVersion: 2, before: 'ERROR' as const },
  ];
  expect(undoOf(9, { changed: 2, accounts })).toEqual({
    ownerKey: 9,
    accounts: [
      { semClientAccountKey: 1, rowVersion: 4, status: 'ACTIVE' },
      { semClientAccountKey: 2, rowVersion: 2, status: 'ERROR' },
    ],
  });
});

test('the maximum number of days of a file depends on its rows', () => {
  const range = { from: '2026-01-01', to: '2026-04-03' };
  expect(exportProblem(range, 'day')).toEqual({ field: 'to', message: 'At most 92 days by day: these are 93.' });
  expect(exportProblem(range, 'week')).toBeNull();
  expect(exportProblem({ from: '2026-01-02', to: '2026-01-01' }, 'day')?.field).toBe('to');
  expect(exportProblem({ from: '', to: '' }, 'day')?.field).toBe('from');
});
