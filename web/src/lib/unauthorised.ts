import { activity } from './activity.ts';
import { useSession } from './session-store.ts';

/**
 * The one place that answers a 401 of a call that carried a token. It says whether the call is to be made again; today it
 * never is, and the silent renewal with the refresh token will be written here.
 */
export async function afterUnauthorised(token: string | null): Promise<'repeat' | 'reject'> {
  activity.last401At = Date.now();
  const session = useSession.getState();
  // A late answer to an ended session says nothing about the one that runs now.
  if (token !== null && token === session.accessToken) session.end('expired');
  return 'reject';
}
