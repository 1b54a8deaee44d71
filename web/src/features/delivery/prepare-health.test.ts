import type { DeliveryHealthRow } from '@paceline/contract';
import { expect, test } from 'vitest';
import { agoText, healthSummary, sortHealth, stateOf, systemLine } from './prepare-health.ts';

const ASOF = '2026-11-16T15:00:00.000Z';
const row = (over: Partial<DeliveryHealthRow>): DeliveryHealthRow => ({
  ownerKey: 1,
  ownerName: 'School',
  endpointKey: 1,
  name: 'School CRM',
  clientKey: 1,
  clientName: 'School',
  campusKey: null,
  campusName: null,
  method: 'JSON',
  state: 'SENDING',
  openUntil: null,
  lastAcceptedAt: '2026-11-16T14:57:00.000Z',
  waiting: 0,
  oldestWaitingAt: null,
  failuresInRow: 0,
  lastFailureAt: null,
  lastReason: null,
  p95Ms: null,
  accepted24h: 0,
  accepted7d: 0,
  ...over,
});
const STOPPED = row({
  state: 'STOPPED',
  failuresInRow: 12,
  lastReason: 'TIMEOUT',
  openUntil: '2026-11-16T15:09:00.000Z',
  waiting: 3,
});

test('a state shows its reason and its next change', () => {
  expect(stateOf(STOPPED, ASOF, 'UTC')).toMatchObject({
    tone: 'bad',
    label: 'Paused',
    note: 'Paused after 12 failures in a row. One lead is tried Nov 16, 2026, 3:09 PM. Last failure: no answer in time.',
  });
  expect(stateOf({ ...STOPPED, openUntil: ASOF }, ASOF, 'UTC').note).toContain('One lead is tried now.');
  expect(stateOf(row({ failuresInRow: 1, lastReason: 'AUTH_FAILED' }), ASOF, 'UTC')).toMatchObject({
    tone: 'warn',
    note: '1 failure in a row. Credential refused. It pauses at 10.',
  });
  expect(stateOf(row({ state: 'PAUSED', failuresInRow: 3 }), ASOF, 'UTC').label).toBe('Paused');
});

test('endpoints with problems come first, and the summary counts them', () => {
  const rows = [row({ endpointKey: 2 }), row({ endpointKey: 3, state: 'PAUSED', waiting: 9 }), STOPPED];
  expect(sortHealth(rows, ASOF).map(({ endpointKey }) => endpointKey)).toEqual([1, 3, 2]);
  expect(healthSummary(rows, ASOF)).toBe('3 endpoints: 2 paused. 12 leads waiting.');
  expect(healthSummary([row({})], ASOF)).toBe('1 endpoint: all sending. 0 leads waiting.');
});

test('the client’s line', () => {
  expect(agoText('2026-11-16T14:59:30.000Z', ASOF)).toBe('just now');
  expect(systemLine([row({})], ASOF, 'UTC')).toEqual({
    tone: 'good',
    label: 'Your system',
    note: 'last accepted lead 3 min ago, 0 waiting.',
  });
  expect(systemLine([row({ lastAcceptedAt: null }), STOPPED], ASOF, 'UTC')).toMatchObject({
    tone: 'bad',
    label: 'Your 2 systems',
    note: 'last accepted lead 3 min ago, 3 waiting. School CRM: paused.',
  });
  expect(systemLine([], ASOF, 'UTC')).toBeNull();
});
