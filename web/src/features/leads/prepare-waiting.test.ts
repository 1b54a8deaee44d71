import type { LeadWaiting } from '@paceline/contract';
import { expect, test } from 'vitest';
import { retryProblem, waitingFacts } from './prepare-waiting.ts';

const NOW = '2026-11-16T15:00:00.000Z';
const WAITING: LeadWaiting = {
  endpointKey: 3,
  endpointName: 'School CRM',
  state: 'SENDING',
  openUntil: null,
  failuresInRow: 1,
  lastAnswer: {
    at: '2026-11-16T14:55:00.000Z',
    outcome: 'failed',
    reason: 'MAPPING_ERROR',
    httpStatus: 422,
    text: 'unknown program code',
  },
  nextTry: 'AT',
  nextTryAt: '2026-11-16T15:05:00.000Z',
};
const facts = (over: Partial<LeadWaiting> = {}) =>
  Object.fromEntries(waitingFacts({ ...WAITING, ...over }, 'UTC', NOW));

test('a waiting lead says its endpoint, the state, the last answer and the next try', () => {
  expect(facts()).toEqual({
    Endpoint: 'School CRM',
    State: 'Sending',
    'Last answer': 'Nov 16, 2026, 2:55 PM: Client refused the lead, HTTP 422, unknown program code',
    'Next try': 'Nov 16, 2026, 3:05 PM',
  });
  expect(facts({ nextTryAt: '2026-11-16T14:59:00.000Z' })['Next try']).toBe('Due now');
  expect(facts({ lastAnswer: null })['Last answer']).toBe('Not tried yet');
});

test('a paused endpoint has no next try, and only a user’s pause keeps a retry back', () => {
  const stopped = { state: 'STOPPED', openUntil: NOW, failuresInRow: 10, nextTry: 'PAUSED', nextTryAt: null } as const;
  expect(facts(stopped)).toMatchObject({
    State: 'Paused after 10 failures in a row. One lead is tried now.',
    'Next try': 'Endpoint paused',
  });
  expect(retryProblem(stopped)).toBeNull();
  expect(retryProblem({ state: 'PAUSED' })).toBe('Resume the endpoint first.');
  expect(retryProblem({ state: null })).toBe('The client has no endpoint.');
});
