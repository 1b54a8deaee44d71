/** JSON in a browser storage. Reading never fails: what cannot be read is absent. */
export const readJson = (storage: Storage, key: string): unknown => {
  try {
    const text = storage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

/** Private windows and full disks refuse to store; the session then lives as long as the tab. */
export const writeJson = (storage: Storage, key: string, value: object): void => {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to tell the user: all works until a reload.
  }
};
