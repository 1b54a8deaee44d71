import { signOut } from '@paceline/contract';
import { callApi } from '../../lib/api/api.ts';
import { KEPT_KEYS } from '../../lib/storage/storage-keys.ts';

const PATIENCE_MS = 2_000;

/**
 * Revokes a token on the server and waits briefly: the answer clears this site's storage (Clear-Site-Data), which must not happen to a
 * session that begins right after. Device preferences are restored.
 */
export const giveBack = async (token: string): Promise<void> => {
  const entries = KEPT_KEYS.map((key) => [key, localStorage.getItem(key)] as const);
  // Offline or expired: nothing left to end, or the token expires by itself.
  await callApi(signOut, {}, { token, asIs: true, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  for (const [key, value] of entries) if (value !== null) localStorage.setItem(key, value);
};
