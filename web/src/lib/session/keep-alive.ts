import { keepAlive } from '@paceline/contract';
import { activity } from './activity.ts';
import { callApi } from '../api/api.ts';
import { isSignedIn, useSession } from './session-store.ts';
import { lastInput } from './user-activity.ts';

export const KEEP_ALIVE_MS = 5 * 60_000;

/**
 * Tells the server that the user is still there, when they work in this tab without anything being asked. That is also how
 * somebody who was signed out elsewhere hears of it. Answers with the way to stop.
 */
export const keepAlivePeriodically = (): (() => void) => {
  const timer = setInterval(() => {
    const since = Date.now() - KEEP_ALIVE_MS;
    const isQuiet = (activity.lastRequestAt ?? 0) <= since;
    if (!isSignedIn() || useSession.getState().firstTimeLogin || !isQuiet || lastInput() < since) return;
    // A 401 has been answered by then; anything else will show where the user asks for something.
    callApi(keepAlive, {}).catch(() => undefined);
  }, KEEP_ALIVE_MS);
  return () => clearInterval(timer);
};
