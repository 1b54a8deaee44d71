import { describe, expect, it, vi } from 'vitest';
import { readJson } from '../storage/json-storage.ts';
import { followOtherTabs } from './other-tabs.ts';
import { expiryDate } from './session-data.ts';
import { groupOfSession, isSignedIn, useSession, wasReplaced } from './session-store.ts';
import { PLACE_KEY, PREFERENCES_KEY, SCHEME_KEY, SESSION_KEY, TAB_KEY } from '../storage/storage-keys.ts';
import { aSession, signedIn } from '../../testing/session.ts';

/** The store as a newly opened page creates it. */
const reopened = async () => {
  vi.resetModules();
  return (await import('./session-store.ts')).useSession.getState();
};

describe('a session', () => {
  it('is stored in local storage under one key, with the specification’s names', () => {
    signedIn();
    expect(Object.keys(readJson(localStorage, SESSION_KEY) as object).toSorted()).toEqual(
      [
        'firstName lastName userId taclUserKey userType permissions owners accessToken refreshToken',
        'tokensExpiryDate sessionDataTemplate firstTimeLogin',
      ]
        .join(' ')
        .split(' ')
        .toSorted(),
    );
    expect(isSignedIn()).toBe(true);
    expect(groupOfSession()).toBe('ag');
  });

  it('survives a reload, with the tab’s owner', async () => {
    signedIn();
    useSession.getState().chooseOwner({ ownerKey: 3, name: 'Oakhaven', variant: null }, { ownerKey: 3 });
    expect(await reopened()).toMatchObject({
      accessToken: 'access-1',
      activeOwner: { ownerKey: 3, name: 'Oakhaven', variant: null },
      ownerData: { ownerKey: 3 },
    });
  });

  it.each([
    ['has expired', JSON.stringify(aSession({ tokensExpiryDate: Date.now() - 1 }))],
    ['is not JSON', '{"accessToken":'],
    ['is not a session', '{"accessToken":5}'],
    ['is an empty object', '{}'],
  ])('is not restored when the stored value %s', async (_, stored) => {
    localStorage.setItem(SESSION_KEY, stored);
    expect((await reopened()).accessToken).toBeNull();
  });

  it('that expired leaves no token in storage', async () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(aSession({ tokensExpiryDate: Date.now() - 1 })));
    await reopened();
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });

  it('ends with everything cleared except the device’s settings', () => {
    signedIn();
    localStorage.setItem(SCHEME_KEY, 'dark');
    localStorage.setItem(PREFERENCES_KEY, '{}');
    sessionStorage.setItem('paceline.draft.user', '{}');
    localStorage.setItem('other', 'x');
    useSession.getState().chooseOwner({ ownerKey: 3, name: 'Oakhaven', variant: null });
    useSession.getState().end('signedOut');
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
      [SCHEME_KEY]: 'dark',
      [PREFERENCES_KEY]: '{}',
    });
    expect(sessionStorage).toHaveLength(0);
    expect(useSession.getState()).toMatchObject({ accessToken: null, owners: null, activeOwner: null });
  });
});

describe('an expired session', () => {
  it('keeps place and form drafts for the same user', () => {
    signedIn();
    const owner = { ownerKey: 3, name: 'Oakhaven', variant: null };
    useSession.getState().chooseOwner(owner);
    window.location.hash = '#/s/owners?owner=3';
    sessionStorage.setItem('paceline.draft.user', '{}');
    useSession.getState().end('expired');
    expect(sessionStorage.getItem('paceline.draft.user')).toBe('{}');
    expect(sessionStorage.getItem(TAB_KEY)).toBeNull();
    expect(readJson(sessionStorage, PLACE_KEY)).toEqual({
      userId: 'agency.admin',
      path: '/s/owners?owner=3',
      activeOwner: owner,
    });
  });
});

describe('other tabs', () => {
  const storageEvent = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key, newValue }));

  it.each([
    [SESSION_KEY, '{}'],
    [SESSION_KEY, null],
    [null, null],
  ])('that clear the storage (%s, %s) end the session here', (key, value) => {
    const stop = followOtherTabs();
    signedIn();
    storageEvent(key, value);
    expect(isSignedIn()).toBe(false);
    stop();
  });

  it('that renew the tokens renew them here, and keep this tab’s owner', () => {
    const stop = followOtherTabs();
    signedIn();
    useSession.getState().chooseOwner({ ownerKey: 3, name: 'Oakhaven', variant: null });
    storageEvent(SESSION_KEY, JSON.stringify(aSession({ accessToken: 'access-2', refreshToken: 'refresh-2' })));
    expect(useSession.getState()).toMatchObject({ accessToken: 'access-2', activeOwner: { ownerKey: 3 } });
    expect(wasReplaced('access-1')).toBe(true);
    stop();
  });

  it('that sign in sign in this tab', () => {
    const stop = followOtherTabs();
    storageEvent(SESSION_KEY, JSON.stringify(aSession()));
    expect(isSignedIn()).toBe(true);
    stop();
  });

  it('that sign in another user remove all data of the first', () => {
    const stop = followOtherTabs();
    signedIn();
    useSession.getState().chooseOwner({ ownerKey: 3, name: 'Oakhaven', variant: null });
    storageEvent(SESSION_KEY, JSON.stringify(aSession({ userId: 'other', accessToken: 'access-9' })));
    expect(useSession.getState()).toMatchObject({ userId: 'other', activeOwner: null });
    expect(wasReplaced('access-1')).toBe(false);
    stop();
  });

  it('that write something else do not matter', () => {
    const stop = followOtherTabs();
    signedIn();
    storageEvent(SCHEME_KEY, null);
    storageEvent(SESSION_KEY, JSON.stringify(aSession()));
    expect(isSignedIn()).toBe(true);
    stop();
  });
});

it('subtracts 600 seconds from the expiry', () => {
  expect(expiryDate(3600, 1_000)).toBe(1_000 + 3_000_000);
});
