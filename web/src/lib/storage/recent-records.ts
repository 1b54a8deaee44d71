import { readJson, writeJson } from './json-storage.ts';

/** A record the user opened. Removed at sign-out: its name is customer data. */
interface RecentRecord {
  /** Includes the owner. */
  path: string;
  name: string;
  ownerKey: number | null;
  ownerName: string | null;
}

const KEY = 'paceline.recent';
const MAX_RECORDS = 8;
const RECORD = /^\/s\/.+\/\d+$/;

const pathnameOf = (path: string): string => path.split('?')[0] ?? '';
const isRecordPath = (path: string): boolean => RECORD.test(pathnameOf(path));

export const readRecent = (): RecentRecord[] => {
  const stored = readJson(localStorage, KEY);
  return Array.isArray(stored) ? (stored as RecentRecord[]).filter(({ path, name }) => path && name) : [];
};

/** Newest first, each record once, regardless of the view that was open. */
export const noteRecord = (record: RecentRecord): void => {
  if (!isRecordPath(record.path) || record.name === '') return;
  const others = readRecent().filter(({ path }) => pathnameOf(path) !== pathnameOf(record.path));
  writeJson(localStorage, KEY, [record, ...others].slice(0, MAX_RECORDS));
};
