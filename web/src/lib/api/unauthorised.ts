import { activity } from '../session/activity.ts';
import { refreshSession } from './refresh.ts';
import { useSession, wasReplaced } from '../session/session-store.ts';

/**
 * The one place that answers the first 401 of a call that carried a token: the session is renewed in silence and the call
 * made again; where it cannot be renewed, it ends.
 */
export async function afterUnauthorised(token: string | null): Promise<'repeat' | 'reject'> {
  activity.last401At = Date.now();
  if (token === null) return 'reject';
  // Renewed since the call went out, by this tab or by another.
  if (wasReplaced(token)) return 'repeat';
  // A late answer to an ended session says nothing about the one that runs now.
  if (token !== useSession.getState().accessToken) return 'reject';
  const outcome = await refreshSession();
  if (outcome === 'refused' && token === useSession.getState().accessToken) useSession.getState().end('expired');
  return outcome === 'renewed' ? 'repeat' : 'reject';
}

/** A call that is refused with fresh tokens as well: there is no session any more. */
export function afterSecondUnauthorised(token: string | null): void {
  activity.last401At = Date.now();
  const { accessToken, end } = useSession.getState();
  if (token !== null && token === accessToken) end('expired');
}
