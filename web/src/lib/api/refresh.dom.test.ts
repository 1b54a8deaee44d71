import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sent, stubFetch, success } from '../../testing/fetch.ts';
import { aSession } from '../../testing/session.ts';
import { SESSION_KEY } from '../storage/storage-keys.ts';

const LOGIN = { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 1800 };

/** A lock with one holder at a time in request order, as Web Locks work across tabs. */
const fakeLocks = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, run: () => Promise<unknown>) => {
      const mine = last.then(run);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
};

/** A tab: own modules, shared storage. */
const openTab = async () => {
  vi.resetModules();
  const { useSession } = await import('../session/session-store.ts');
  const { refreshSession } = await import('./refresh.ts');
  return { useSession, refreshSession };
};

beforeEach(() => {
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSession()));
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
});
afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

describe('concurrent renewals of several tabs', () => {
  it('send one request, and all tabs get the new tokens', async () => {
    const tabs = [await openTab(), await openTab(), await openTab()];
    const requests = stubFetch();
    const outcomes = tabs.map(({ refreshSession }) => refreshSession());
    await expect.poll(() => requests).toHaveLength(1);
    sent(requests).answer(success(LOGIN));
    expect(await Promise.all(outcomes)).toEqual(['renewed', 'renewed', 'renewed']);
    expect(requests).toHaveLength(1);
    for (const { useSession } of tabs)
      expect(useSession.getState()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' });
  });

  it('let the next one try if the first could not reach the server', async () => {
    const [one, other] = [await openTab(), await openTab()];
    const requests = stubFetch();
    const outcomes = [one.refreshSession(), other.refreshSession()];
    await expect.poll(() => requests).toHaveLength(1);
    sent(requests, 0).answer(new Response('', { status: 503 }));
    await expect.poll(() => requests).toHaveLength(2);
    sent(requests, 1).answer(success(LOGIN));
    expect(await Promise.all(outcomes)).toEqual(['failed', 'renewed']);
  });
});

it('do not restore a session that another tab ended meanwhile', async () => {
  const { useSession, refreshSession } = await openTab();
  const requests = stubFetch();
  const outcome = refreshSession();
  await expect.poll(() => requests).toHaveLength(1);
  localStorage.removeItem(SESSION_KEY);
  sent(requests).answer(success(LOGIN));
  expect(await outcome).toBe('refused');
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(useSession.getState().accessToken).toBe('access-1');
});

it('work without Web Locks', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  const { refreshSession } = await openTab();
  const requests = stubFetch();
  const outcome = refreshSession();
  await expect.poll(() => requests).toHaveLength(1);
  sent(requests).answer(success(LOGIN));
  expect(await outcome).toBe('renewed');
});
