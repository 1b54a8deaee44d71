import { generateToken, type LoginResult } from '@paceline/contract';
import { activity } from '../session/activity.ts';
import { ApiError, localError } from './api-error.ts';
import { unwrap } from './envelope.ts';
import { readJson } from '../storage/json-storage.ts';
import { outgoing } from './request.ts';
import { tokensOf, wholeSession } from '../session/session-data.ts';
import { useSession } from '../session/session-store.ts';
import { SESSION_KEY } from '../storage/storage-keys.ts';

/** `refused`: the session is over. `failed`: nobody answered, so nobody knows. */
export type RefreshOutcome = 'renewed' | 'refused' | 'failed';

const PATIENCE_MS = 20_000;
const LOCK = 'paceline.refresh';

/**
 * One tab at a time, for whatever replaces the tokens. A plain-http address that is not this machine has no Web Locks; there
 * tabs may renew at once, and the server's grace gives them all the same tokens.
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

/** Too many requests is an answer about the moment, not about the session. */
const isRefusal = ({ status }: ApiError): boolean => status !== null && status < 500 && status !== 429;

const renewUnderLock = async (): Promise<RefreshOutcome> => {
  const { refreshToken, adopt, renew } = useSession.getState();
  if (refreshToken === null) return 'refused';
  const stored = wholeSession(readJson(localStorage, SESSION_KEY));
  // Another tab had the lock before and has renewed for all.
  if (stored && stored.userId === useSession.getState().userId && stored.refreshToken !== refreshToken) {
    adopt(stored);
    return 'renewed';
  }
  try {
    const tokens = tokensOf(await askForTokens(refreshToken), Date.now());
    // Signed out meanwhile, here or in another tab: these tokens must not bring the session back.
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

/** Renews the tokens for all tabs. Whoever asks while it runs gets the outcome of the same renewal. */
export const refreshSession = (): Promise<RefreshOutcome> =>
  (running ??= withTokenLock(renewUnderLock)
    .then((outcome) => {
      if (outcome === 'failed') useSession.getState().countFailedRenewal();
      return outcome;
    })
    .finally(() => {
      running = null;
    }));
