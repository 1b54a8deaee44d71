import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve, success } from '../../testing/fetch.ts';
import { signedIn, signedOut } from '../../testing/session.ts';
import { activity } from './activity.ts';
import { KEEP_ALIVE_MS, keepAlivePeriodically } from './keep-alive.ts';
import { watchInput } from './user-activity.ts';

let stops: (() => void)[] = [];
const press = () => void window.dispatchEvent(new Event('keydown'));
const pass = (ms = KEEP_ALIVE_MS) => vi.advanceTimersByTimeAsync(ms);
const start = () => {
  const requests = serve({ '/keepalive': () => success(null) });
  stops = [keepAlivePeriodically(), watchInput(() => undefined)];
  return requests;
};

beforeEach(() => {
  vi.useFakeTimers();
  activity.lastRequestAt = null;
});
afterEach(() => {
  for (const stop of stops) stop();
  signedOut();
  vi.useRealTimers();
});

it('keeps the session of a user who works without requests alive', async () => {
  signedIn();
  const requests = start();
  await pass(KEEP_ALIVE_MS / 2);
  press();
  await pass(KEEP_ALIVE_MS / 2);
  expect(requests.map(({ url }) => url)).toEqual(['/api/keepalive']);
});

it('is silent for an absent user, and after it is stopped', async () => {
  signedIn();
  const requests = start();
  press();
  await pass(3 * KEEP_ALIVE_MS);
  expect(requests).toHaveLength(1);
  for (const stop of stops) stop();
  press();
  await pass();
  expect(requests).toHaveLength(1);
});

it('is silent if another request was sent meanwhile', async () => {
  signedIn();
  const requests = start();
  await pass(1_000);
  press();
  activity.lastRequestAt = Date.now();
  await pass(KEEP_ALIVE_MS - 1_000);
  expect(requests).toEqual([]);
});

it.each([
  ['signed out', () => signedOut()],
  ['a first password still to be replaced', () => signedIn({ firstTimeLogin: true })],
])('is silent without a full session: %s', async (_, make) => {
  make();
  const requests = start();
  press();
  await pass();
  expect(requests).toEqual([]);
});
