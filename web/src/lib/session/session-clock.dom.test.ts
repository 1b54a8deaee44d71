import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedIn, signedOut } from '../../testing/session.ts';
import { keepSession } from './session-clock.ts';
import { useSession } from './session-store.ts';

const MINUTE = 60_000;
let stop = () => undefined as void;
beforeEach(() => {
  vi.useFakeTimers();
  window.dispatchEvent(new Event('keydown'));
  signedIn({ tokensExpiryDate: Date.now() + 20 * MINUTE });
  stop = keepSession();
  window.dispatchEvent(new Event('keydown'));
});
afterEach(() => {
  stop();
  signedOut();
  vi.useRealTimers();
});

const login = (n: number) => success({ access_token: `access-${n}`, refresh_token: `refresh-${n}`, expires_in: 1800 });

it('renews in time, and again', async () => {
  const requests = stubFetch();
  await vi.advanceTimersByTimeAsync(19 * MINUTE - 1);
  expect(requests).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  sent(requests, 0).answer(login(2));
  await vi.advanceTimersByTimeAsync(19 * MINUTE);
  expect(useSession.getState().accessToken).toBe('access-2');
  sent(requests, 1).answer(login(3));
  await vi.advanceTimersByTimeAsync(0);
  expect(useSession.getState().accessToken).toBe('access-3');
});

it('renews once when the tab becomes visible during a renewal', async () => {
  const requests = stubFetch();
  await vi.advanceTimersByTimeAsync(19 * MINUTE);
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(1);
  sent(requests).answer(login(2));
  await vi.advanceTimersByTimeAsync(0);
});

it('does not renew for a user absent for an hour, and ends the session', async () => {
  const requests = stubFetch();
  for (const [index, n] of [2, 3, 4, 5].entries()) {
    await vi.advanceTimersByTimeAsync(19 * MINUTE);
    if (requests[index]) sent(requests, index).answer(login(n));
  }
  // After 19, 38 and 57 minutes; at 76 the last input was over an hour ago.
  expect(requests).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(11 * MINUTE);
  expect(useSession.getState()).toMatchObject({ accessToken: null, endReason: 'expired' });
});

it('ends the session when the renewal is refused', async () => {
  const requests = stubFetch();
  await vi.advanceTimersByTimeAsync(19 * MINUTE);
  sent(requests).answer(new Response('', { status: 400 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(useSession.getState().endReason).toBe('expired');
});
