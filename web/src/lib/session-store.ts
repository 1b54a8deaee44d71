import { groupOfUserType, type UserGroup } from '@paceline/contract';
import { create } from 'zustand';
import { readJson, writeJson } from './json-storage.ts';
import { NO_SESSION, NO_TAB, type OwnerOfUser, type SessionData, type TabData, usableSession } from './session-data.ts';
import { SCHEME_KEY, SESSION_KEY, TAB_KEY } from './storage-keys.ts';

/** Why the last session of this tab ended: what the sign-in page then says. */
export type EndReason = 'signedOut' | 'expired' | 'otherTab';

type Actions = {
  endReason: EndReason | null;
  begin: (session: SessionData) => void;
  end: (reason: EndReason) => void;
  chooseOwner: (activeOwner: OwnerOfUser | null, ownerData?: unknown) => void;
};
export type SessionState = { [Name in keyof SessionData]: SessionData[Name] | null } & TabData & Actions;

const clearStorage = (): void => {
  const scheme = localStorage.getItem(SCHEME_KEY);
  localStorage.clear();
  sessionStorage.clear();
  // An empty object, not an absent key: other tabs take it as the sign to end their session too.
  writeJson(localStorage, SESSION_KEY, {});
  if (scheme !== null) localStorage.setItem(SCHEME_KEY, scheme);
  for (const cookie of document.cookie.split('; '))
    if (cookie) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
};

const restore = (): Partial<SessionState> => {
  const stored = readJson(localStorage, SESSION_KEY);
  const session = usableSession(stored, Date.now());
  if (session) return { ...session, ...(readJson(sessionStorage, TAB_KEY) as TabData | null) };
  if (stored && Object.keys(stored).length > 0) clearStorage();
  return {};
};

export const useSession = create<SessionState>((set) => ({
  ...NO_SESSION,
  ...NO_TAB,
  ...restore(),
  endReason: null,
  begin: (session) => {
    writeJson(localStorage, SESSION_KEY, session);
    set({ ...session, ...NO_TAB, endReason: null });
  },
  end: (endReason) => {
    // The other tab has emptied what both share, and may have filled it again since.
    if (endReason === 'otherTab') sessionStorage.clear();
    else clearStorage();
    set({ ...NO_SESSION, ...NO_TAB, endReason });
  },
  chooseOwner: (activeOwner, ownerData = null) => {
    writeJson(sessionStorage, TAB_KEY, { activeOwner, ownerData });
    set({ activeOwner, ownerData });
  },
}));

export const isSignedIn = (): boolean => useSession.getState().accessToken !== null;

export const groupOfSession = (): UserGroup | null => groupOfUserType(useSession.getState().userType ?? '');

/** Ends this tab's session when another tab signed out. Answers with the way to stop listening. */
export const followOtherTabs = (): (() => void) => {
  const listen = ({ storageArea, key, newValue }: StorageEvent) => {
    if (storageArea !== localStorage || (key !== null && key !== SESSION_KEY)) return;
    const emptied = newValue === null || newValue === '{}';
    if (emptied && isSignedIn()) useSession.getState().end('otherTab');
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
};
