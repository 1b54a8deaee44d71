import { writeJson } from './json-storage.ts';
import { DRAFT_PREFIX, KEPT_KEYS, SESSION_KEY } from './storage-keys.ts';

/** Empties a storage but for the keys that are to stay. */
const clearBut = (storage: Storage, stays: (key: string) => boolean): void => {
  for (const key of Object.keys(storage)) if (!stays(key)) storage.removeItem(key);
};

const clearCookies = (): void => {
  for (const cookie of document.cookie.split('; '))
    if (cookie) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
};

/**
 * What the end of a session leaves in the browser. Somebody who signed out leaves nothing; somebody whose session ran out
 * will want to go on, so their half-filled forms wait under their name.
 */
export const clearStorage = (reason: 'signedOut' | 'expired' | 'otherTab'): void => {
  clearBut(sessionStorage, (key) => reason === 'expired' && key.startsWith(DRAFT_PREFIX));
  // The other tab has emptied what both share, and may have filled it again since.
  if (reason === 'otherTab') return;
  clearBut(localStorage, (key) => KEPT_KEYS.includes(key));
  // Other tabs hear of a key that changes, and not of one that the server's answer has emptied before: so it is written once
  // more, as the sign to end their session too, and nothing of it stays.
  writeJson(localStorage, SESSION_KEY, {});
  localStorage.removeItem(SESSION_KEY);
  clearCookies();
};
