import { create } from 'zustand';

interface LastSearch {
  /** The email or phone number searched for: in memory only, never in an address or storage. */
  person: string;
  /** The list's last question, for stepping through its leads. */
  question: Readonly<Record<string, unknown>> | null;
}
export const useLastSearch = create<LastSearch>(() => ({ person: '', question: null }));
