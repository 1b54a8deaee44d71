/** What an answer was made of: the version of the data, and the time during which the clock alone changes nothing. */
export interface Basis {
  version: number;
  since: Date;
  until: Date;
}

export interface Stored<Answer = unknown> {
  basis: Basis;
  answer: Answer;
}

/** An answer holds for whoever asks at its version or at an older one, as long as its time lasts. */
export const holds = ({ basis }: Stored, version: number, now: Date): boolean =>
  basis.version >= version && basis.since <= now && now < basis.until;

export interface AnswerCache {
  find(key: string): Stored | undefined;
  store(key: string, stored: Stored): void;
  readonly entries: number;
  readonly bytes: number;
}

/** Enough for the widgets of a few dozen open dashboards, and no more of the memory than that. */
const MAX_SIZE = { entries: 1_000, bytes: 64 * 1024 * 1024 };
/** One answer may not push out all others. */
const LARGEST_PART = 8;

/** The answers that were asked for last, within bounds of number and size. A newer answer takes the place of the older one. */
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
      // The one that was asked for last is the last to go.
      answers.delete(key);
      answers.set(key, entry);
      return entry.stored;
    },
    store(key, stored) {
      remove(key);
      // As text: what it takes in memory is in proportion, and nothing else about it can be known.
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
