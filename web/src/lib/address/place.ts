import { readJson, writeJson } from '../storage/json-storage.ts';
import type { OwnerOfUser } from '../session/session-data.ts';
import { PLACE_KEY } from '../storage/storage-keys.ts';

/** Where a sign-in leads: to where somebody was when their session ended, or to the link that was opened signed out. */
interface Place {
  /** Null for a link: whoever signs in next asked for it. */
  userId: string | null;
  /** The hash route with its filters. */
  path: string;
  activeOwner: OwnerOfUser | null;
}

export const savePlace = (userId: string, activeOwner: OwnerOfUser | null): void => {
  const path = window.location.hash.slice(1);
  if (path.startsWith('/') && path !== '/') writeJson(sessionStorage, PLACE_KEY, { userId, path, activeOwner });
};

/** The link that was opened signed out. The place of somebody whose session ran out there is the better one. */
export const saveLink = (path: string): void => {
  const place = readJson(sessionStorage, PLACE_KEY) as Place | null;
  if (place?.path !== path) writeJson(sessionStorage, PLACE_KEY, { userId: null, path, activeOwner: null });
};

/** The place of this user, once. Somebody else's is thrown away. */
export const takePlace = (userId: string): Place | null => {
  const place = readJson(sessionStorage, PLACE_KEY) as Place | null;
  sessionStorage.removeItem(PLACE_KEY);
  const isTheirs = place?.userId === null || place?.userId === userId;
  return isTheirs && typeof place?.path === 'string' ? place : null;
};
