import { create } from 'zustand';

interface LastSearch {
  /** An address or a number that is looked for: in memory only, never in an address or a storage. */
  person: string;
  /** What the list was asked last, so that its leads can be stepped through. */
  question: Readonly<Record<string, unknown>> | null;
}
export const useLastSearch = create<LastSearch>(() => ({ person: '', question: null }));
