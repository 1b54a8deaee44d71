import { signOut } from '@paceline/contract';
import { callApi } from '../../lib/api.ts';
import { SCHEME_KEY } from '../../lib/storage-keys.ts';

const PATIENCE_MS = 2_000;

/**
 * Tells the server that a token is no longer needed, and waits for it a moment: its answer empties this site's storage
 * (Clear-Site-Data), which must not happen to a session that begins right after. The scheme is the device's and stays.
 */
export const giveBack = async (token: string): Promise<void> => {
  const scheme = localStorage.getItem(SCHEME_KEY);
  // Offline or expired: there is nothing left to end, or the token runs out by itself.
  await callApi(signOut, {}, { token, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  if (scheme !== null) localStorage.setItem(SCHEME_KEY, scheme);
};
