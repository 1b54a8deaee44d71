import { keepAlive } from '@paceline/contract';
import { activity } from './activity.ts';
import { callApi } from '../api/api.ts';
import { isSignedIn, useSession } from './session-store.ts';
import { lastInput } from './user-activity.ts';

export const KEEP_ALIVE_MS = 5 * 60_000;

/**
 * Tells the server that the user is still active while they work in this tab without making calls. It also detects that the user was signed
 * out elsewhere. Returns a function that stops it.
 */
export const keepAlivePeriodically = (): (() => void) => {
  const timer = setInterval(() => {
    const since = Date.now() - KEEP_ALIVE_MS;
    const isQuiet = (activity.lastRequestAt ?? 0) <= since;
    if (!isSignedIn() || useSession.getState().firstTimeLogin || !isQuiet || lastInput() < since) return;
    // A 401 has been handled by then; other errors will show with the user's next call.
    callApi(keepAlive, {}).catch(() => undefined);
  }, KEEP_ALIVE_MS);
  return () => clearInterval(timer);
};
