import { signOut } from '@paceline/contract';
import { callApi } from '../../lib/api/api.ts';
import { KEPT_KEYS } from '../../lib/storage/storage-keys.ts';

const PATIENCE_MS = 2_000;

/**
 * Tells the server that a token is no longer needed, and waits for it a moment: its answer empties this site's storage
 * (Clear-Site-Data), which must not happen to a session that begins right after. What is the device's own stays.
 */
export const giveBack = async (token: string): Promise<void> => {
  const entries = KEPT_KEYS.map((key) => [key, localStorage.getItem(key)] as const);
  // Offline or expired: there is nothing left to end, or the token runs out by itself.
  await callApi(signOut, {}, { token, asIs: true, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  for (const [key, value] of entries) if (value !== null) localStorage.setItem(key, value);
};
