import { expect, test } from 'vitest';
import { ENDPOINT_STATE_WORDS, endpointStateOf, nextTryOf, nextTryText, pauseText } from './next-try.ts';

const NOW = new Date('2026-11-16T15:00:00Z');
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);
const sending = { isPaused: false, openUntil: null };
const at = { now: NOW.toISOString(), write: (instant: string) => instant.slice(11, 16) };

test('a try that is overdue is due now, and one to come has its time', () => {
  const next = (count: number) => nextTryOf({ endpoint: sending, dueAt: minutes(count) }, NOW);
  expect(next(-11)).toEqual({ nextTry: 'NOW', nextTryAt: null });
  expect(next(0)).toEqual({ nextTry: 'NOW', nextTryAt: null });
  expect(next(5)).toEqual({ nextTry: 'AT', nextTryAt: '2026-11-16T15:05:00.000Z' });
  expect(nextTryText(next(-11), at)).toBe('Due now');
  expect(nextTryText(next(5), at)).toBe('15:05');
  // The page was left open until the time was over.
  expect(nextTryText(next(5), { ...at, now: minutes(6).toISOString() })).toBe('Due now');
});

test('a paused endpoint has no next try, whoever paused it and whenever it is tried again', () => {
  for (const pause of [
    { isPaused: true, openUntil: null },
    { isPaused: false, openUntil: minutes(9) },
    { isPaused: false, openUntil: minutes(-1) },
  ]) {
    const next = nextTryOf({ endpoint: pause, dueAt: minutes(5) }, NOW);
    expect(next).toEqual({ nextTry: 'PAUSED', nextTryAt: null });
    expect(nextTryText(next, at)).toBe('Endpoint paused');
    expect(ENDPOINT_STATE_WORDS[endpointStateOf(pause)]).toBe('Paused');
  }
});

test('a lead without an endpoint, and one that only a user retries', () => {
  expect(nextTryText(nextTryOf({ endpoint: null, dueAt: minutes(5) }, NOW), at)).toBe('No endpoint');
  expect(nextTryText(nextTryOf({ endpoint: sending, dueAt: null }, NOW), at)).toBe('Only on request');
});

test('a pause says why, and what changes it', () => {
  const text = (state: 'SENDING' | 'STOPPED' | 'PAUSED', count: number) =>
    pauseText({ state, openUntil: minutes(count).toISOString(), failures: 12 }, at);
  expect(text('STOPPED', 9)).toBe('Paused after 12 failures in a row. One lead is tried 15:09.');
  expect(text('STOPPED', -1)).toBe('Paused after 12 failures in a row. One lead is tried now.');
  expect(text('PAUSED', 9)).toBe('Paused by a user until somebody resumes it.');
  expect(text('SENDING', 9)).toBe('');
});
