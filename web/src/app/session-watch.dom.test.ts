import { ERRORS } from '@paceline/contract';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATHS } from '../lib/address/paths.ts';
import { useSession } from '../lib/session/session-store.ts';
import { DRAFT_PREFIX, PLACE_KEY } from '../lib/storage/storage-keys.ts';
import { aSession, signedIn, signedOut } from '../testing/session.ts';
import { toast, useToasts } from '../ui/toast/toast-store.ts';
import { makeRouter } from './router.ts';
import { watchSession } from './session-watch.ts';

// The session clock has its own tests.
vi.mock('../lib/session/session-clock.ts', () => ({ keepSession: vi.fn() }));
vi.mock('../lib/session/keep-alive.ts', () => ({ keepAlivePeriodically: vi.fn() }));
vi.mock('../lib/session/other-tabs.ts', () => ({ followOtherTabs: vi.fn() }));

const OWNERS = [
  { ownerKey: 1, name: 'Hartwell', variant: null },
  { ownerKey: 2, name: 'Crestview', variant: null },
];
let stop = (): void => undefined;
const watch = () => {
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/'] }));
  const goes = vi.spyOn(router, 'navigate').mockResolvedValue();
  const replaces = vi.spyOn(router.history, 'replace').mockImplementation(() => undefined);
  const queries = new QueryClient();
  queries.setQueryData(['owner'], 'somebody’s');
  const subscribed = vi.spyOn(useSession, 'subscribe');
  watchSession(router, queries);
  stop = subscribed.mock.results.at(-1)?.value as () => void;
  return { goes, replaces, isCleared: () => queries.getQueryData(['owner']) === undefined };
};
const messages = () => useToasts.getState().toasts.map(({ message }) => message);

beforeEach(() => useToasts.setState({ toasts: [] }));
afterEach(() => {
  stop();
  signedOut();
});

it('removes the signed-in user’s messages when the session ends', () => {
  watch();
  signedIn();
  toast.info('Robin Marsh is saved.');
  signedOut();
  expect(messages()).toEqual([]);
});

describe('a session that begins', () => {
  it('opens the user’s home, without cached data', () => {
    const { goes, isCleared } = watch();
    signedIn();
    expect(goes.mock.calls).toEqual([[{ to: PATHS.owners, replace: true }]]);
    expect(isCleared()).toBe(true);
  });

  it('returns the same user to the previous place and owner', () => {
    const { goes, replaces } = watch();
    const place = { userId: 'agency.admin', path: '/s/cl/allocations/overview?brand=4', activeOwner: OWNERS[1] };
    sessionStorage.setItem(PLACE_KEY, JSON.stringify(place));
    signedIn({ owners: OWNERS });
    expect(replaces.mock.calls).toEqual([[place.path]]);
    expect(goes).not.toHaveBeenCalled();
    expect(useSession.getState().activeOwner).toEqual(OWNERS[1]);
  });

  it('does not restore an owner that the user no longer has', () => {
    watch();
    const place = { userId: 'agency.admin', path: '/s/owners', activeOwner: OWNERS[1] };
    sessionStorage.setItem(PLACE_KEY, JSON.stringify(place));
    signedIn({ owners: OWNERS.slice(0, 1) });
    expect(useSession.getState().activeOwner).toBeNull();
  });

  it('drops another user’s place and drafts', () => {
    const { goes, replaces } = watch();
    sessionStorage.setItem(PLACE_KEY, JSON.stringify({ userId: 'else', path: '/s/owners', activeOwner: null }));
    sessionStorage.setItem(`${DRAFT_PREFIX}else goal 1`, '{"userId":"else"}');
    signedIn();
    expect([goes.mock.calls.length, replaces.mock.calls.length]).toEqual([1, 0]);
    expect(sessionStorage.getItem(`${DRAFT_PREFIX}else goal 1`)).toBeNull();
  });

  it('requires a new password before anything else, if one is due', () => {
    const { goes, replaces } = watch();
    sessionStorage.setItem(PLACE_KEY, JSON.stringify({ userId: 'agency.admin', path: '/s/owners', activeOwner: null }));
    signedIn({ firstTimeLogin: true });
    expect(replaces).not.toHaveBeenCalled();
    expect(goes.mock.lastCall?.[0]).toMatchObject({ to: PATHS.resetPassword });
  });
});

describe('a continuing session', () => {
  it('keeps cache and place when only its tokens are renewed', () => {
    signedIn();
    const { goes, isCleared } = watch();
    useSession.getState().renew({ accessToken: 'access-2', refreshToken: 'refresh-2', tokensExpiryDate: 9e12 });
    useSession.getState().chooseOwner(OWNERS[0] ?? null);
    expect([isCleared(), goes.mock.calls]).toEqual([false, []]);
  });

  it('is complete after the first password was replaced', () => {
    signedIn({ firstTimeLogin: true });
    const { goes, isCleared } = watch();
    useSession.getState().begin(aSession({ firstTimeLogin: false }));
    expect(isCleared()).toBe(true);
    expect(goes.mock.lastCall?.[0]).toMatchObject({ to: PATHS.owners });
  });

  it('reports each failed renewal', () => {
    signedIn();
    watch();
    useSession.getState().countFailedRenewal();
    expect(messages()).toEqual([ERRORS.REFRESH_FAILED.message]);
  });
});

describe('a session that ends', () => {
  it.each([
    ['expired', [ERRORS.INVALID_GRANT.message]],
    ['signedOut', []],
    ['otherTab', []],
  ] as const)('(%s) opens the sign-in page despite unsaved changes, with %j', (reason, words) => {
    signedIn();
    const { goes, isCleared } = watch();
    useSession.getState().end(reason);
    expect(goes.mock.calls).toEqual([[{ to: PATHS.login, replace: true, ignoreBlocker: true }]]);
    expect(messages()).toEqual(words);
    expect(isCleared()).toBe(true);
  });

  it('shows the server’s reason if there is one', () => {
    signedIn();
    watch();
    useSession.getState().noteRefusal(ERRORS.SESSION_ENDED_BY_ADMIN.message);
    useSession.getState().end('expired');
    expect(messages()).toEqual([ERRORS.SESSION_ENDED_BY_ADMIN.message]);
    signedIn();
    useSession.getState().end('expired');
    expect(messages()).toEqual([ERRORS.INVALID_GRANT.message]);
  });

  it('says so too when the page is opened after expiry', () => {
    signedIn();
    useSession.getState().end('expired');
    watch();
    expect(messages()).toEqual([ERRORS.INVALID_GRANT.message]);
  });
});
