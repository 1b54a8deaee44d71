import { readJson, writeJson } from './json-storage.ts';
import type { OwnerOfUser } from './session-data.ts';
import { PLACE_KEY } from './storage-keys.ts';

/** Where somebody was when their session ended without their wanting it. */
export interface Place {
  userId: string;
  /** The hash route with its filters. */
  path: string;
  activeOwner: OwnerOfUser | null;
}

export const savePlace = (userId: string, activeOwner: OwnerOfUser | null): void => {
  const path = window.location.hash.slice(1);
  if (path.startsWith('/') && path !== '/') writeJson(sessionStorage, PLACE_KEY, { userId, path, activeOwner });
};

/** The place of this user, once. Somebody else's is thrown away. */
export const takePlace = (userId: string): Place | null => {
  const place = readJson(sessionStorage, PLACE_KEY) as Place | null;
  sessionStorage.removeItem(PLACE_KEY);
  return place?.userId === userId && typeof place.path === 'string' ? place : null;
};
