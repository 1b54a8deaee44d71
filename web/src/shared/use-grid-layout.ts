import { useCallback, useState } from 'react';
import { readJson, writeJson } from '../lib/storage/json-storage.ts';
import { useSession } from '../lib/session/session-store.ts';
import { LAYOUTS_KEY } from '../lib/storage/storage-keys.ts';
import { isLayout } from '../ui/grid/view/layout-check.ts';
import { fitOrder, isSameLayout } from '../ui/grid/view/layout.ts';
import type { GridLayout } from '../ui/grid/types.ts';

/** Increase when the shape of a layout changes: stored layouts of the old shape are then ignored. */
const VERSION = 1;
/** User → grid → layout. */
type StoredLayouts = Partial<Record<string, Partial<Record<string, { version: number; layout: GridLayout }>>>>;

const readAll = (): StoredLayouts => (readJson(localStorage, LAYOUTS_KEY) as StoredLayouts | null) ?? {};

const read = (userId: string, name: string, defaults: GridLayout): GridLayout => {
  const stored = readAll()[userId]?.[name];
  return stored?.version === VERSION && isLayout(stored.layout) ? fitOrder(stored.layout, defaults) : defaults;
};

/** Null restores the default, including later changes to it. */
const write = (userId: string, name: string, layout: GridLayout | null): void => {
  const all = readAll();
  const { [name]: _old, ...others } = all[userId] ?? {};
  writeJson(localStorage, LAYOUTS_KEY, {
    ...all,
    [userId]: layout ? { ...others, [name]: { version: VERSION, layout } } : others,
  });
};

/** A user's own layout of a grid, stored on this device. Columns that no longer exist are dropped. */
export const useGridLayout = (
  name: string,
  defaults: GridLayout,
): [layout: GridLayout, setLayout: (layout: GridLayout) => void] => {
  const userId = useSession((state) => state.userId) ?? '';
  const [stored, setStored] = useState(() => ({ userId, name, layout: read(userId, name, defaults) }));
  const isOther = stored.userId !== userId || stored.name !== name;
  const now = isOther ? { userId, name, layout: read(userId, name, defaults) } : stored;
  if (isOther) setStored(now);
  const setLayout = useCallback(
    (layout: GridLayout) => {
      setStored({ userId, name, layout });
      write(userId, name, isSameLayout(layout, defaults) ? null : layout);
    },
    [userId, name, defaults],
  );
  return [now.layout, setLayout];
};
