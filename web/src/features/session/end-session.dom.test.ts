import { expect, it, vi } from 'vitest';
import { isSignedIn } from '../../lib/session/session-store.ts';
import { SCHEME_KEY } from '../../lib/storage/storage-keys.ts';
import { sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedIn } from '../../testing/session.ts';
import { endSession } from './end-session.ts';

it('tells the server, ends here, and keeps the scheme although the answer emptied the storage', async () => {
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

it('ends here when the server cannot be reached', async () => {
  signedIn();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await endSession();
  expect(isSignedIn()).toBe(false);
});
