import { type PlatformAccountRecord } from '@paceline/contract';
import { expect, test } from 'vitest';
import { feeEffect, feeLine, needsFeeDay, startValues, problemsOf, toBody, valuesOf } from './prepare-account-form.ts';

const account: PlatformAccountRecord = {
  semClientAccountKey: 5,
  ownerKey: 1,
  platformKey: 2,
  platformName: 'Google Ads',
  clientKey: 3,
  clientName: 'Career College',
  accountId: '123-456',
  accountName: 'Main search',
  currency: 'USD',
  timeZone: 'America/Chicago',
  feePercent: 8,
  channel: 'ppc',
  status: 'ACTIVE',
  lastSyncAt: null,
  lastDay: '2026-03-09',
  lastError: null,
  linkedCampaigns: 1,
  unlinkedCampaigns: 0,
  rowVersion: 4,
  hasData: true,
  hasCampaigns: true,
  firstFeeDay: '2026-03-01',
  today: '2026-03-10',
  fees: [],
};
const who = { ownerKey: 1, seesFees: true };

test('a changed fee of an account with figures needs a date, and is sent with it', () => {
  const values = valuesOf(account);
  expect(needsFeeDay(values, account)).toBe(false);
  expect(toBody(values, account, who)).toMatchObject({ feePercent: 8, feeFrom: null, rowVersion: 4 });
  const dearer = { ...values, feePercent: '10.5', feeFrom: '2026-03-05' };
  expect(toBody(dearer, account, who)).toMatchObject({ feePercent: 10.5, feeFrom: '2026-03-05' });
  expect(needsFeeDay(dearer, { ...account, hasData: false })).toBe(false);
  expect(problemsOf(toBody({ ...dearer, feeFrom: '' }, account, who), true)).toMatchObject([{ path: 'feeFrom' }]);
  expect(feeEffect(dearer, account)).toContain('plus 10.5 % in place of 8 %');
});

test('without the right to see fees none is sent', () => {
  const hidden = { ...account, feePercent: null };
  const body = toBody(valuesOf(hidden), hidden, { ownerKey: 1, seesFees: false });
  expect(body).toMatchObject({ feePercent: null, feeFrom: null });
  expect(problemsOf(body, needsFeeDay(valuesOf(hidden), hidden))).toEqual([]);
});

test('missing values of a new account are named by field', () => {
  const body = toBody({ ...startValues('America/Chicago'), feePercent: '' }, null, who);
  expect(problemsOf(body, false).map(({ path }) => path)).toEqual([
    'platformKey',
    'clientKey',
    'accountId',
    'accountName',
    'feePercent',
  ]);
});

test('a fee shows its start', () => {
  expect(feeLine({ fromDay: null, feePercent: 8, setBy: null, setAt: null })).toBe('8 % from the beginning');
  expect(feeLine({ fromDay: '2026-03-05', feePercent: 10, setBy: 'Ann Lee', setAt: null })).toMatch(
    /^10 % from .*, set by Ann Lee$/,
  );
});
