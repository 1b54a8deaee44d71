import { useState } from 'react';
import { readJson, writeJson } from '../../../lib/storage/json-storage.ts';
import { DASHBOARD_KEY } from '../../../lib/storage/storage-keys.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import type { Slot } from '../dashboards.ts';
import { type Arrangement, arranged, moved } from './prepare-arrangement.ts';

type StoredArrangements = Record<string, unknown>;
const readAll = (): StoredArrangements => (readJson(localStorage, DASHBOARD_KEY) as StoredArrangements | null) ?? {};

const isArrangement = (value: unknown): value is Arrangement => {
  const { order, hidden } = (value ?? {}) as Partial<Arrangement>;
  return Array.isArray(order) && Array.isArray(hidden);
};

/** The user's own widget arrangement. */
export const useArrangement = (place: string, slots: readonly Slot[]) => {
  const userId = useSession((state) => state.userId);
  const name = `${userId ?? ''} ${place}`;
  const [stored, setStored] = useState<Arrangement | null>(() => {
    const arrangement = readAll()[name];
    return isArrangement(arrangement) ? arrangement : null;
  });
  const keep = (next: Arrangement | null): void => {
    setStored(next);
    const { [name]: _before, ...others } = readAll();
    writeJson(localStorage, DASHBOARD_KEY, next === null ? others : { ...others, [name]: next });
  };
  const { shown, hidden } = arranged(slots, stored);
  const now = (): Arrangement => ({
    order: [...shown, ...hidden].map(({ slot }) => slot),
    hidden: hidden.map(({ slot }) => slot),
  });
  return {
    shown,
    hidden,
    isChanged: stored !== null,
    move: (slot: string, by: -1 | 1) => keep({ ...now(), order: moved(now().order, slot, by) }),
    hide: (slot: string) => keep({ ...now(), hidden: [...now().hidden, slot] }),
    show: (slot: string) => keep({ ...now(), hidden: now().hidden.filter((one) => one !== slot) }),
    reset: () => keep(null),
  };
};
