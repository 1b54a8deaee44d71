import type { Webhook } from '@paceline/contract';
import { expect, test } from 'vitest';
import { countsText, daysAgo, eventText, healthText, instantOf } from './prepare-webhooks.ts';

const HOOK: Webhook = {
  webhookKey: 1,
  name: 'CRM',
  url: 'https://crm.example/hook',
  events: ['lead.status'],
  group: 'ag',
  state: 'active',
  ownerKeys: [1],
  owners: ['One'],
  otherOwners: 0,
  createdBy: 'Ann Lee',
  rowVersion: 1,
  failuresInRow: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastReason: null,
  openUntil: null,
  waiting: 0,
  failed: 0,
  secretSetAt: '2026-03-10T15:00:00.000Z',
  oldSecretUntil: null,
};

test('health shows the problem and what happens next', () => {
  expect(healthText(HOOK, 'UTC')).toBe('Nothing sent yet');
  expect(healthText({ ...HOOK, lastSuccessAt: '2026-03-10T15:00:00.000Z' }, 'UTC')).toMatch(/^Last delivered Mar 10/);
  expect(healthText({ ...HOOK, failuresInRow: 3, lastReason: 'Answer 503' }, 'UTC')).toBe(
    '3 failures in a row, last: Answer 503',
  );
  const open = { ...HOOK, failuresInRow: 10, openUntil: '2026-03-10T15:15:00.000Z', state: 'waiting' as const };
  expect(healthText(open, 'UTC')).toMatch(/^Paused after 10 failures in a row\. Next attempt Mar 10/);
  expect(healthText({ ...open, state: 'paused' }, 'UTC')).toBe('Events wait until you resume it');
});

test('counts omit zeros', () => {
  expect(countsText(HOOK)).toBe('');
  expect(countsText({ ...HOOK, waiting: 2, failed: 1_200 })).toBe('2 waiting, 1,200 failed');
});

test('events have names, times are instants', () => {
  expect([eventText('campaign.cap'), eventText('test'), eventText('new.kind')]).toEqual([
    'Cap reached',
    'Test event',
    'new.kind',
  ]);
  expect(instantOf('')).toBeNull();
  expect(instantOf('2026-03-10T15:00')).toBe(new Date('2026-03-10T15:00').toISOString());
  expect(daysAgo(3, new Date('2026-03-02T15:00'))).toBe('2026-02-27T00:00');
});
