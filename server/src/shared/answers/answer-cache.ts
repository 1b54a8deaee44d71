/** What a cached answer is based on: the data version, and the period in which the clock alone changes nothing. */
export interface Basis {
  version: number;
  since: Date;
  until: Date;
}

export interface Stored<Answer = unknown> {
  basis: Basis;
  answer: Answer;
}

/** An answer is valid for its own data version or an older one, within its period. */
export const holds = ({ basis }: Stored, version: number, now: Date): boolean =>
  basis.version >= version && basis.since <= now && now < basis.until;

export interface AnswerCache {
  find(key: string): Stored | undefined;
  store(key: string, stored: Stored): void;
  readonly entries: number;
  readonly bytes: number;
}

/** Enough for the widgets of a few dozen open dashboards, with bounded memory. */
const MAX_SIZE = { entries: 1_000, bytes: 64 * 1024 * 1024 };
/** One answer may use at most this fraction of the cache, so that it does not evict all others. */
const LARGEST_PART = 8;

/** An LRU cache of answers, limited by number and size. A newer answer replaces an older one. */
export const createAnswerCache = (most: { entries: number; bytes: number } = MAX_SIZE): AnswerCache => {
  const answers = new Map<string, { stored: Stored; bytes: number }>();
  let bytes = 0;

  const remove = (key: string): void => {
    bytes -= answers.get(key)?.bytes ?? 0;
    answers.delete(key);
  };

  return {
    find(key) {
      const entry = answers.get(key);
      if (entry === undefined) return undefined;
      // Reinserted, so that the least recently used entry is evicted first.
      answers.delete(key);
      answers.set(key, entry);
      return entry.stored;
    },
    store(key, stored) {
      remove(key);
      // Estimated from the JSON text: memory use is proportional to it, and cannot be measured.
      const size = 2 * (key.length + JSON.stringify(stored.answer).length);
      if (size > most.bytes / LARGEST_PART) return;
      answers.set(key, { stored, bytes: size });
      bytes += size;
      for (const oldest of answers.keys()) {
        if (answers.size <= most.entries && bytes <= most.bytes) break;
        remove(oldest);
      }
    },
    get entries() {
      return answers.size;
    },
    get bytes() {
      return bytes;
    },
  };
};
