import { localError } from '../api/api-error.ts';

/** JSON in browser storage. Reading never throws: unreadable values count as absent. */
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
    // A cycle or a bigint is not JSON.
  }
  throw localError('LOCAL_NOT_JSON');
};

/**
 * Refuses undefined and values that are not JSON: both would be read back as something else. Private windows and full disks may refuse to
 * store; the session then lives as long as the tab.
 */
export const writeJson = (storage: Storage, key: string, value: unknown): void => {
  if (value === null || value === undefined) throw localError(storage === localStorage ? 'LOCAL_NULL' : 'SESSION_NULL');
  const text = asJson(value);
  try {
    storage.setItem(key, text);
  } catch {
    // No message: everything works until a reload.
  }
};
