import { groupOfUserType, type UserGroup } from '@paceline/contract';
import { create } from 'zustand';
import { readJson, writeJson } from '../storage/json-storage.ts';
import { savePlace } from '../address/place.ts';
import {
  freshTab,
  NO_SESSION,
  NO_TAB,
  type OwnerOfUser,
  type SessionData,
  type SessionTemplate,
  type TabData,
  type Tokens,
  usableSession,
  wholeSession,
} from './session-data.ts';
import { DRAFT_PREFIX, KEPT_KEYS, SESSION_KEY, TAB_KEY } from '../storage/storage-keys.ts';

/** Empties a storage except for the given keys. */
const clearBut = (storage: Storage, stays: (key: string) => boolean): void => {
  for (const key of Object.keys(storage)) if (!stays(key)) storage.removeItem(key);
};

const clearCookies = (): void => {
  for (const cookie of document.cookie.split('; '))
    if (cookie) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
};

/**
 * Clears browser storage when a session ends. After sign-out nothing stays; after expiry the user's form drafts stay under their name, so
 * that they can go on.
 */
const clearStorage = (reason: 'signedOut' | 'expired' | 'otherTab'): void => {
  clearBut(sessionStorage, (key) => reason === 'expired' && key.startsWith(DRAFT_PREFIX));
  // The other tab has emptied the shared storage, and may have filled it again since.
  if (reason === 'otherTab') return;
  clearBut(localStorage, (key) => KEPT_KEYS.includes(key));
  // Other tabs are notified only of a key that changes, and the server's answer may already have cleared this one: it is written once more
  // to end their sessions, then removed.
  writeJson(localStorage, SESSION_KEY, {});
  localStorage.removeItem(SESSION_KEY);
  clearCookies();
};

/** Why this tab's last session ended; shown on the sign-in page. */
export type EndReason = 'signedOut' | 'expired' | 'otherTab';

type Actions = {
  endReason: EndReason | null;
  /** The server's message when it refused to renew the session. */
  refusal: string | null;
  /** How often a renewal found no server to answer; watched by the code that shows messages. */
  failedRenewals: number;
  begin: (session: SessionData, tab?: TabData) => void;
  /** Replaces the tokens of the session. */
  renew: (tokens: Tokens) => void;
  /** Takes over a session written by another tab. */
  adopt: (session: SessionData) => void;
  /** Updates the owners: names, menus and labels. */
  updateOwners: (owners: OwnerOfUser[]) => void;
  describe: (template: Partial<SessionTemplate>) => void;
  noteRefusal: (message: string) => void;
  countFailedRenewal: () => void;
  end: (reason: EndReason) => void;
  chooseOwner: (activeOwner: OwnerOfUser | null, ownerData?: unknown) => void;
};
export type SessionState = { [Name in keyof SessionData]: SessionData[Name] | null } & TabData & Actions;

/** Tokens replaced by a renewal: a call refused with one of them is worth repeating. */
const replacedTokens = new Set<string>();
export const wasReplaced = (token: string): boolean => replacedTokens.has(token);

const restore = (): Partial<SessionState> => {
  const stored = readJson(localStorage, SESSION_KEY);
  const session = usableSession(stored, Date.now());
  if (session) return { ...session, ...freshTab(session), ...(readJson(sessionStorage, TAB_KEY) as TabData | null) };
  if (!stored || Object.keys(stored).length === 0) return {};
  const tab = readJson(sessionStorage, TAB_KEY) as TabData | null;
  const expired = wholeSession(stored);
  clearStorage('expired');
  if (expired) savePlace(expired.userId, tab?.activeOwner ?? null);
  return { endReason: expired ? 'expired' : null };
};

/** A browser may refuse storage, for example to a report embedded in another site: nobody is signed in there. */
const restored = (): Partial<SessionState> => {
  try {
    return restore();
  } catch {
    return {};
  }
};

const sessionOf = (state: SessionState): SessionData =>
  Object.fromEntries(Object.keys(NO_SESSION).map((name) => [name, state[name as keyof SessionData]])) as SessionData &
    Record<string, unknown>;

/** The tab's active owner, taken from a newer list. */
const followed = (active: OwnerOfUser | null, owners: readonly OwnerOfUser[]): OwnerOfUser | null =>
  owners.find(({ ownerKey }) => ownerKey === active?.ownerKey) ?? active;

const NOTHING_WRONG = { endReason: null, refusal: null, failedRenewals: 0 };

export const useSession = create<SessionState>((set, get) => ({
  ...NO_SESSION,
  ...NO_TAB,
  ...NOTHING_WRONG,
  ...restored(),
  begin: (session, tab = freshTab(session)) => {
    replacedTokens.clear();
    writeJson(localStorage, SESSION_KEY, session);
    writeJson(sessionStorage, TAB_KEY, tab);
    set({ ...session, ...tab, ...NOTHING_WRONG });
  },
  renew: (tokens) => {
    const { accessToken } = get();
    if (accessToken !== null && accessToken !== tokens.accessToken) replacedTokens.add(accessToken);
    writeJson(localStorage, SESSION_KEY, { ...sessionOf(get()), ...tokens });
    set({ ...tokens, failedRenewals: 0 });
  },
  adopt: (session) => {
    const { userId, accessToken } = get();
    if (accessToken !== null && userId === session.userId) {
      if (accessToken !== session.accessToken) replacedTokens.add(accessToken);
      set({ ...session, activeOwner: followed(get().activeOwner, session.owners), failedRenewals: 0 });
      return;
    }
    replacedTokens.clear();
    sessionStorage.removeItem(TAB_KEY);
    set({ ...session, ...freshTab(session), ...NOTHING_WRONG });
  },
  updateOwners: (owners) => {
    const { accessToken, owners: before, activeOwner, ownerData } = get();
    if (accessToken === null || JSON.stringify(owners) === JSON.stringify(before)) return;
    const active = followed(activeOwner, owners);
    set({ owners, activeOwner: active });
    writeJson(localStorage, SESSION_KEY, sessionOf(get()));
    writeJson(sessionStorage, TAB_KEY, { activeOwner: active, ownerData });
  },
  describe: (template) => {
    const { sessionDataTemplate, accessToken } = get();
    if (accessToken === null) return;
    const whole = { applications: null, previousLoginAt: null, ...sessionDataTemplate, ...template };
    set({ sessionDataTemplate: whole });
    writeJson(localStorage, SESSION_KEY, sessionOf(get()));
  },
  noteRefusal: (refusal) => set({ refusal }),
  countFailedRenewal: () => set(({ failedRenewals }) => ({ failedRenewals: failedRenewals + 1 })),
  end: (endReason) => {
    const { userId, activeOwner } = get();
    clearStorage(endReason);
    if (endReason !== 'signedOut' && userId !== null) savePlace(userId, activeOwner);
    replacedTokens.clear();
    set({ ...NO_SESSION, ...NO_TAB, endReason, failedRenewals: 0 });
  },
  chooseOwner: (activeOwner, ownerData = null) => {
    writeJson(sessionStorage, TAB_KEY, { activeOwner, ownerData });
    set({ activeOwner, ownerData });
  },
}));

export const isSignedIn = (): boolean => useSession.getState().accessToken !== null;

export const groupOfSession = (): UserGroup | null => groupOfUserType(useSession.getState().userType ?? '');

/** The tab's active owner; null for a media partner, who works for all its owners at once. */
export const useActiveOwnerKey = (): number | null => useSession(({ activeOwner }) => activeOwner?.ownerKey ?? null);

/** The active owner on an owner's page, whose route is not drawn before one is chosen. */
export const useOwner = (): OwnerOfUser => {
  const owner = useSession(({ activeOwner }) => activeOwner);
  if (owner === null) throw new Error('A page of an owner is drawn without one');
  return owner;
};
export const useOwnerKey = (): number => useOwner().ownerKey;
