import type { StuckGroup, StuckRetry } from '@paceline/contract';
import { expect, it } from 'vitest';
import {
  ageText,
  changedText,
  groupNext,
  reasonText,
  retryProgress,
  retryTitle,
  SCRUB_REASONS,
} from './prepare-stuck.ts';

const GROUP: StuckGroup = {
  endpointKey: 1,
  endpointName: 'School CRM',
  clientName: 'School',
  reason: 'ENDPOINT_DOWN',
  leads: 214,
  since: '2026-03-10T14:12:00Z',
  lastResponse: 'pool full',
  nextTryAt: '2026-03-10T19:15:00Z',
  nextTry: 'AT',
  state: 'SENDING',
  openUntil: null,
  failuresInRow: 0,
  retrying: 0,
};
const NOW = '2026-03-10T19:00:00Z';
const next = (over: Partial<StuckGroup>, now = NOW) => groupNext({ ...GROUP, ...over }, 'America/Chicago', now);

it('shows when leads are sent next, and what prevents it', () => {
  expect(next({})).toBe('Next try: Mar 10, 2026, 2:15 PM.');
  expect(next({}, '2026-03-10T19:16:00Z')).toBe('Next try: due now.');
  expect(next({ nextTry: 'ON_REQUEST', nextTryAt: null })).toBe('Next try: only on request.');
  expect(next({ retrying: 200 })).toBe('Sending: 200 leads to go, 4 at a time.');
  const paused = { nextTry: 'PAUSED', nextTryAt: null, openUntil: '2026-03-10T19:15:00Z', failuresInRow: 10 } as const;
  expect(next({ ...paused, state: 'STOPPED', retrying: 200 })).toBe(
    'Paused after 10 failures in a row. One lead is tried Mar 10, 2026, 2:15 PM.',
  );
  expect(next({ ...paused, state: 'STOPPED' }, '2026-03-10T19:16:00Z')).toBe(
    'Paused after 10 failures in a row. One lead is tried now.',
  );
  expect(next({ ...paused, state: 'PAUSED' })).toBe('Paused by a user until somebody resumes it.');
  expect(next({ endpointKey: null })).toBe('No delivery endpoint is set up for this client.');
});

it('has words for ages, reasons and results', () => {
  expect([59, 60, 47 * 60, 48 * 60].map(ageText)).toEqual(['59 min', '1 h', '47 h', '2 days']);
  expect(reasonText('AUTH_FAILED')).toBe('Credential refused');
  expect(reasonText('')).toBe('Unknown');
  expect(SCRUB_REASONS.find(({ value }) => value === 'NAME_FRAUD')?.label).toBe('Name not plausible');
  expect(reasonText('CLIENT_NOT_QUALIFIED')).toBe('Not qualified at the client');
  expect(changedText({ changed: 1, refused: [] }, 'scrubbed')).toBe('1 lead scrubbed.');
  expect(changedText({ changed: 2, refused: [{ message: 'Not stuck.' }] }, 'scrubbed')).toBe(
    '2 leads scrubbed. 1 lead refused: Not stuck.',
  );
});

it('shows a retry’s progress, and what prevents the rest', () => {
  const retry: StuckRetry = {
    retryKey: 1,
    endpointKey: 1,
    endpointName: 'School CRM',
    reason: 'ENDPOINT_DOWN',
    askedAt: '2026-03-10T19:15:00Z',
    askedBy: 'Dana Reed',
    leads: 10_000,
    delivered: 3_120,
    rejected: 0,
    closed: 0,
    failed: 40,
    waiting: 6_840,
    state: 'SENDING',
    openUntil: null,
    failuresInRow: 0,
  };
  const zone = 'America/Chicago';
  expect(retryTitle(retry, zone)).toBe(
    'School CRM: retry of 10,000 leads with “Endpoint down”, started Mar 10, 2026, 2:15 PM by Dana Reed',
  );
  expect(retryTitle({ ...retry, endpointName: null, reason: null, askedBy: null, leads: 2 }, zone)).toBe(
    'Selected leads: retry of 2 leads, started Mar 10, 2026, 2:15 PM',
  );
  expect(retryProgress(retry, zone, NOW)).toBe('3,120 delivered, 40 failed again, 6,840 waiting.');
  const stopped = { state: 'STOPPED', openUntil: '2026-03-10T19:30:00Z', failuresInRow: 10 } as const;
  expect(retryProgress({ ...retry, ...stopped }, zone, NOW)).toBe(
    '3,120 delivered, 40 failed again, 6,840 waiting. Paused after 10 failures in a row. One lead is tried Mar 10, 2026, 2:30 PM.',
  );
  expect(retryProgress({ ...retry, rejected: 2, closed: 1, failed: 0, waiting: 0, state: 'PAUSED' }, zone, NOW)).toBe(
    '3,120 delivered, 2 refused by the client, 1 closed otherwise, 0 waiting.',
  );
});
