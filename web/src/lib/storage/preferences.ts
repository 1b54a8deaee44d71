import { create } from 'zustand';
import { readJson, writeJson } from './json-storage.ts';
import { PREFERENCES_KEY } from './storage-keys.ts';

interface OwnerMarks {
  recent: number[];
  favourite: number[];
}
interface Stored {
  railOpen: boolean;
  /** By user name: several people may share a device. */
  owners: Record<string, OwnerMarks>;
}
interface Preferences extends Stored {
  setRailOpen: (open: boolean) => void;
  noteOwner: (userId: string, ownerKey: number) => void;
  toggleFavourite: (userId: string, ownerKey: number) => void;
}

const MAX_RECENT = 5;
const NO_MARKS: OwnerMarks = { recent: [], favourite: [] };

const isKeys = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'number');

const restore = (): Stored => {
  const stored = readJson(localStorage, PREFERENCES_KEY) as Partial<Stored> | null;
  const owners = Object.entries(stored?.owners ?? {}).filter(
    ([, marks]) => isKeys(marks?.recent) && isKeys(marks.favourite),
  );
  return { railOpen: stored?.railOpen !== false, owners: Object.fromEntries(owners) };
};

export const usePreferences = create<Preferences>((set, get) => {
  const save = (change: Partial<Stored>): void => {
    set(change);
    const { railOpen, owners } = get();
    writeJson(localStorage, PREFERENCES_KEY, { railOpen, owners });
  };
  const mark = (userId: string, change: (marks: OwnerMarks) => Partial<OwnerMarks>): void => {
    const marks = get().owners[userId] ?? NO_MARKS;
    save({ owners: { ...get().owners, [userId]: { ...marks, ...change(marks) } } });
  };
  return {
    ...restore(),
    setRailOpen: (railOpen) => save({ railOpen }),
    noteOwner: (userId, ownerKey) =>
      mark(userId, ({ recent }) => ({
        recent: [ownerKey, ...recent.filter((key) => key !== ownerKey)].slice(0, MAX_RECENT),
      })),
    toggleFavourite: (userId, ownerKey) =>
      mark(userId, ({ favourite }) => ({
        favourite: favourite.includes(ownerKey)
          ? favourite.filter((key) => key !== ownerKey)
          : [...favourite, ownerKey],
      })),
  };
});

export const marksOf = (owners: Stored['owners'], userId: string | null): OwnerMarks =>
  owners[userId ?? ''] ?? NO_MARKS;
