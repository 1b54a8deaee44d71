import { localError } from '../api/api-error.ts';

/** JSON in a browser storage. Reading never fails: what cannot be read is absent. */
export const readJson = (storage: Storage, key: string): unknown => {
  try {
    const text = storage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

const asJson = (value: unknown): string => {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch {
    // A cycle or a bigint: no JSON either.
  }
  throw localError('LOCAL_NOT_JSON');
};

/**
 * Nothing and what is no JSON are refused: both would be read back as something else. Private windows and full disks refuse
 * to store at all; the session then lives as long as the tab.
 */
export const writeJson = (storage: Storage, key: string, value: unknown): void => {
  if (value === null || value === undefined) throw localError(storage === localStorage ? 'LOCAL_NULL' : 'SESSION_NULL');
  const text = asJson(value);
  try {
    storage.setItem(key, text);
  } catch {
    // Nothing to tell the user: all works until a reload.
  }
};
