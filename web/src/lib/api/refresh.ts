import { generateToken, type LoginResult } from '@paceline/contract';
import { activity } from '../session/activity.ts';
import { ApiError, localError } from './api-error.ts';
import { unwrap } from './envelope.ts';
import { readJson } from '../storage/json-storage.ts';
import { outgoing } from './request.ts';
import { tokensOf, wholeSession } from '../session/session-data.ts';
import { useSession } from '../session/session-store.ts';
import { SESSION_KEY } from '../storage/storage-keys.ts';

/** `refused`: the session is over. `failed`: no answer, so the session's state is unknown. */
export type RefreshOutcome = 'renewed' | 'refused' | 'failed';

const PATIENCE_MS = 20_000;
const LOCK = 'paceline.refresh';

/**
 * Runs code that replaces the tokens in one tab at a time. On plain http other than localhost there are no Web Locks: tabs may renew at the
 * same time, and the server's grace period gives all of them the same tokens.
 */
export const withTokenLock = <T>(run: () => Promise<T>): Promise<T> => {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(LOCK, run) : run();
};

const askForTokens = async (refreshToken: string): Promise<LoginResult> => {
  const body = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const { url, method, headers, body: form } = outgoing(generateToken, { body }, null);
  activity.lastRequestAt = Date.now();
  let response: Response;
  try {
    response = await fetch(url, { method, headers, body: form, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw localError('OFFLINE');
  }
  return unwrap(response.status, await response.text(), response.headers.get('x-request-id')) as LoginResult;
};

/** 429 is temporary and says nothing about the session. */
const isRefusal = ({ status }: ApiError): boolean => status !== null && status < 500 && status !== 429;

const renewUnderLock = async (): Promise<RefreshOutcome> => {
  const { refreshToken, adopt, renew } = useSession.getState();
  if (refreshToken === null) return 'refused';
  const stored = wholeSession(readJson(localStorage, SESSION_KEY));
  // Another tab held the lock before and has already renewed the tokens.
  if (stored && stored.userId === useSession.getState().userId && stored.refreshToken !== refreshToken) {
    adopt(stored);
    return 'renewed';
  }
  try {
    const tokens = tokensOf(await askForTokens(refreshToken), Date.now());
    // Signed out meanwhile, here or in another tab: the new tokens must not revive the session.
    const isEmptied = stored !== null && wholeSession(readJson(localStorage, SESSION_KEY)) === null;
    if (isEmptied || useSession.getState().refreshToken !== refreshToken) return 'refused';
    renew(tokens);
    return 'renewed';
  } catch (error) {
    if (!(error instanceof ApiError) || !isRefusal(error)) return 'failed';
    useSession.getState().noteRefusal(error.message);
    return 'refused';
  }
};

let running: Promise<RefreshOutcome> | null = null;

/** Renews the tokens for all tabs. Concurrent callers share one renewal. */
export const refreshSession = (): Promise<RefreshOutcome> =>
  (running ??= withTokenLock(renewUnderLock)
    .then((outcome) => {
      if (outcome === 'failed') useSession.getState().countFailedRenewal();
      return outcome;
    })
    .finally(() => {
      running = null;
    }));
