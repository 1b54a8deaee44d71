import { activity } from '../session/activity.ts';
import { refreshSession } from './refresh.ts';
import { useSession, wasReplaced } from '../session/session-store.ts';

/**
 * Handles the first 401 of a call that carried a token: renews the session silently and repeats the call, or ends the session if it cannot
 * be renewed.
 */
export async function afterUnauthorised(token: string | null): Promise<'repeat' | 'reject'> {
  activity.last401At = Date.now();
  if (token === null) return 'reject';
  // Already renewed since the call was sent, by this tab or another.
  if (wasReplaced(token)) return 'repeat';
  // A late answer for an ended session does not affect the current one.
  if (token !== useSession.getState().accessToken) return 'reject';
  const outcome = await refreshSession();
  if (outcome === 'refused' && token === useSession.getState().accessToken) useSession.getState().end('expired');
  return outcome === 'renewed' ? 'repeat' : 'reject';
}

/** Ends the session when a call is refused with fresh tokens too. */
export function afterSecondUnauthorised(token: string | null): void {
  activity.last401At = Date.now();
  const { accessToken, end } = useSession.getState();
  if (token !== null && token === accessToken) end('expired');
}
