import { readJson, writeJson } from '../storage/json-storage.ts';
import type { OwnerOfUser } from '../session/session-data.ts';
import { PLACE_KEY } from '../storage/storage-keys.ts';

/** Where to go after sign-in: where the user was when the session ended, or the link that was opened while signed out. */
interface Place {
  /** Null for a link: it is valid for any user who signs in next. */
  userId: string | null;
  /** The hash route with its filters. */
  path: string;
  activeOwner: OwnerOfUser | null;
}

export const savePlace = (userId: string, activeOwner: OwnerOfUser | null): void => {
  const path = window.location.hash.slice(1);
  if (path.startsWith('/') && path !== '/') writeJson(sessionStorage, PLACE_KEY, { userId, path, activeOwner });
};

/** Saves a link opened while signed out, unless a place from an expired session is stored: that one wins. */
export const saveLink = (path: string): void => {
  const place = readJson(sessionStorage, PLACE_KEY) as Place | null;
  if (place?.path !== path) writeJson(sessionStorage, PLACE_KEY, { userId: null, path, activeOwner: null });
};

/** Reads and removes the stored place. Another user's place is discarded. */
export const takePlace = (userId: string): Place | null => {
  const place = readJson(sessionStorage, PLACE_KEY) as Place | null;
  sessionStorage.removeItem(PLACE_KEY);
  const isTheirs = place?.userId === null || place?.userId === userId;
  return isTheirs && typeof place?.path === 'string' ? place : null;
};
