import { liveData } from '@paceline/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, serve } from '../../testing/fetch.ts';
import { signedIn, signedOut } from '../../testing/session.ts';
import { listenApi } from './events.ts';

beforeEach(() => {
  vi.useFakeTimers();
  signedIn();
});
afterEach(() => {
  signedOut();
  vi.useRealTimers();
});

const event = (ownerKey: number) => new Response(`data: {"ownerKey":${ownerKey}}\n\n`);

it('passes on each event, reconnects three seconds after a lost connection, and stops on request', async () => {
  const answers = [() => event(1), () => json(503, {}), () => event(2)];
  const requests = serve({ '/live': () => answers.shift()?.() ?? new Response('') });
  const events: number[] = [];
  const controller = new AbortController();
  const listening = listenApi(
    liveData,
    { params: { owner: 4 } },
    { signal: controller.signal, onEvent: ({ ownerKey }) => events.push(ownerKey) },
  );
  await vi.advanceTimersByTimeAsync(2_999);
  expect([requests.map(({ url }) => url), events]).toEqual([['/api/ag/reporting/4/live'], [1]]);
  await vi.advanceTimersByTimeAsync(3_001);
  expect([requests.length, events]).toEqual([3, [1, 2]]);
  controller.abort();
  await listening;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(3);
});

it('requests nothing when stopped before it started', async () => {
  const requests = serve({});
  await listenApi(liveData, { params: { owner: 4 } }, { signal: AbortSignal.abort(), onEvent: () => undefined });
  expect(requests).toEqual([]);
});

it('polls once a minute if events are disabled, and uses them once enabled', async () => {
  const off = () => json(404, { status: 'error', code: 'LIVE_OFF', message: 'off', data: null, requestId: 'r' });
  const answers = [off, off, () => event(3)];
  const requests = serve({ '/live': () => answers.shift()?.() ?? new Response('') });
  const [onEvent, onPoll] = [vi.fn(), vi.fn()];
  const controller = new AbortController();
  const listening = listenApi(liveData, { params: { owner: 4 } }, { signal: controller.signal, onEvent, onPoll });
  await vi.advanceTimersByTimeAsync(59_999);
  expect([requests.length, onPoll.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([requests.length, onPoll.mock.calls.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([onPoll.mock.calls.length, onEvent.mock.calls]).toEqual([2, [[{ ownerKey: 3 }]]]);
  controller.abort();
  await listening;
});
