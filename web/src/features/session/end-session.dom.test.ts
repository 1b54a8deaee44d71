import { expect, it, vi } from 'vitest';
import { isSignedIn } from '../../lib/session/session-store.ts';
import { SCHEME_KEY } from '../../lib/storage/storage-keys.ts';
import { sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedIn } from '../../testing/session.ts';
import { endSession } from './end-session.ts';

it('notifies the server, ends locally, and keeps the scheme although the response clears the storage', async () => {
  signedIn();
  localStorage.setItem(SCHEME_KEY, 'dark');
  const requests = stubFetch();
  const ended = endSession();
  expect(sent(requests)).toMatchObject({ url: '/api/signout' });
  localStorage.clear();
  sent(requests).answer(success(null));
  await ended;
  expect(isSignedIn()).toBe(false);
  expect(localStorage.getItem(SCHEME_KEY)).toBe('dark');
});

it('ends locally if the server is unreachable', async () => {
  signedIn();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await endSession();
  expect(isSignedIn()).toBe(false);
});
