import type { PostingKey, PostingKeyPartner } from '@paceline/contract';
import { expect, test } from 'vitest';
import { keyName, keyState, NEEDED, OVERLAPS, partnerState, postCommand } from './prepare-keys.ts';

const ZONE = 'America/Chicago';
const KEY: PostingKey = {
  postingKey: 7,
  label: 'Web forms',
  hint: 'a1B2',
  createdAt: '2026-11-01T15:00:00Z',
  createdBy: 'Avery Stone',
  lastUsedAt: null,
  endsAt: null,
  shutAt: null,
  isActive: true,
};

test.each([
  [{}, 'good', 'Active'],
  [{ endsAt: '2026-11-20T18:00:00Z' }, 'warn', 'Ends Nov 20, 2026, 12:00 PM'],
  [{ endsAt: '2026-11-10T18:00:00Z', isActive: false }, 'off', 'Ended Nov 10, 2026, 12:00 PM'],
  [
    { endsAt: '2026-11-20T18:00:00Z', shutAt: '2026-11-12T18:00:00Z', isActive: false },
    'off',
    'Disabled Nov 12, 2026, 12:00 PM',
  ],
] as const)('the state of a key with %o is %s, %s', (over, tone, text) => {
  expect(keyState({ ...KEY, ...over }, ZONE)).toEqual({ tone, text });
});

test('a partner without a key is named, one with an expiring key with the time', () => {
  const partner: PostingKeyPartner = {
    partnerKey: 1,
    name: 'Northbeam',
    code: 'NB',
    active: true,
    activeKeys: 0,
    nextEndAt: null,
    lastUsedAt: null,
  };
  expect(partnerState(partner, ZONE)).toEqual({ tone: 'bad', text: 'No active key' });
  expect(partnerState({ ...partner, activeKeys: 2, nextEndAt: '2026-11-20T18:00:00Z' }, ZONE)).toEqual({
    tone: 'warn',
    text: '2 active keys, one ends Nov 20, 2026, 12:00 PM',
  });
  expect(partnerState({ ...partner, activeKeys: 1, nextEndAt: '2026-11-20T18:00:00Z' }, ZONE).text).toBe(
    '1 active key, ends Nov 20, 2026, 12:00 PM',
  );
  expect(partnerState({ ...partner, activeKeys: 1 }, ZONE)).toEqual({ tone: 'good', text: '1 active key' });
});

test('a key without a name is shown by its last four characters', () => {
  expect(keyName(KEY)).toBe('Web forms (ending in a1B2)');
  expect(keyName({ label: '', hint: 'a1B2' })).toBe('key ending in a1B2');
});

test('the command posts a complete test lead, with a placeholder for the key', () => {
  const command = postCommand('https://paceline.example');
  const { cck, ...post } = JSON.parse(/-d '(.*)'$/s.exec(command)?.[1] ?? '') as Record<string, string>;
  expect(Object.keys(post)).toEqual(expect.arrayContaining(NEEDED));
  expect(NEEDED).toContain('programCode');
  expect(post).toMatchObject({ isTest: 'Y' });
  expect(cck).toBe('CAMPAIGN_CODE');
  expect(command).toMatch(
    /^curl https:\/\/paceline\.example\/lead\/v1\/post \\\n {2}-H 'X-Partner-Key: YOUR_POSTING_KEY'/,
  );
});

test('the contract’s default overlap can be chosen', () => {
  expect(OVERLAPS.map(({ hours }) => hours)).toEqual([0, 24, 168, 720]);
});
