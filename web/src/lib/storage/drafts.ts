import { readJson, writeJson } from './json-storage.ts';
import { DRAFT_PREFIX } from './storage-keys.ts';

interface Draft {
  userId: string;
  savedAt: number;
  values: unknown;
}

const keyOf = (name: string): string => `${DRAFT_PREFIX}${name}`;

export const saveDraft = (name: string, userId: string, values: unknown): void =>
  writeJson(sessionStorage, keyOf(name), { userId, savedAt: Date.now(), values } satisfies Draft);

/** This user's draft; another user's is never returned. */
export const readDraft = (name: string, userId: string): Draft | null => {
  const draft = readJson(sessionStorage, keyOf(name)) as Draft | null;
  return draft?.userId === userId && typeof draft.savedAt === 'number' ? draft : null;
};

export const dropDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));

/** Removes other users' drafts from this tab after a sign-in. */
export const dropOthersDrafts = (userId: string): void => {
  for (const key of Object.keys(sessionStorage)) {
    const draft = key.startsWith(DRAFT_PREFIX) ? (readJson(sessionStorage, key) as Partial<Draft> | null) : null;
    if (key.startsWith(DRAFT_PREFIX) && draft?.userId !== userId) sessionStorage.removeItem(key);
  }
};
