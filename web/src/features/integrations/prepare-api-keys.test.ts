import type { ApiKey } from '@paceline/contract';
import { expect, test } from 'vitest';
import { curlSample, rightItems, rightsOf, rightText, shortList, stateText } from './prepare-api-keys.ts';

const KEY: ApiKey = {
  apiKey: 1,
  name: 'Warehouse',
  hint: 'abcd',
  group: 'ag',
  state: 'active',
  owners: [],
  otherOwners: 0,
  permissions: [],
  lostPermissions: [],
  perMinute: 300,
  createdAt: '2026-03-10T15:00:00.000Z',
  createdBy: 'Ann Lee',
  isMine: true,
  lastUsedAt: null,
  expiresAt: '2026-06-10T15:00:00.000Z',
  shutAt: null,
};

test('a key can get a non-administrative right that its maker has', () => {
  const items = rightItems(new Set(['users:View', 'admin:Settings', 'reports:View', 'leadanalyzer:ViewPII'] as const));
  expect(items.map(({ label }) => label)).toEqual(['Leads: view pii', 'Reports: view']);
  expect(rightsOf(items.map(({ key }) => key))).toEqual(['leadanalyzer:ViewPII', 'reports:View']);
  expect(rightText('goals:Update')).toBe('Line items: update');
});

test('long lists show how many more there are, and of what', () => {
  expect(shortList(['a', 'b', 'c'])).toBe('a, b, c');
  expect(shortList(['a', 'b', 'c', 'd', 'e'], 2)).toBe('a, b, c and 4 more');
});

test('a state shows what ends it', () => {
  expect(stateText(KEY, 'UTC')).toMatch(/^Expires Jun 10, 2026/);
  expect(stateText({ ...KEY, state: 'replaced' }, 'UTC')).toMatch(/^Works beside its replacement until Jun 10/);
  expect(stateText({ ...KEY, state: 'suspended' }, 'UTC')).toBe('Ann Lee’s account is deactivated');
  expect(stateText({ ...KEY, state: 'shut', shutAt: '2026-03-11T15:00:00.000Z' }, 'UTC')).toMatch(/^Disabled Mar 11/);
});

test('the sample has the key in a header and never in the address', () => {
  expect(curlSample('https://paceline.example', 'cl', 7)).toBe(
    'curl -H "Authorization: Bearer $PACELINE_KEY" \\\n  https://paceline.example/api/cl/7/owner/get',
  );
});
