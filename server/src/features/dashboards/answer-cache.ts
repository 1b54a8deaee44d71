export interface AnswerAbout {
  ownerKey: number;
  /** Of the data that the answer is made of. */
  version: string;
  /** Who may see it: two viewers of one kind get the same answer, others never each other's. */
  viewer: string;
  question: string;
}

export interface AnswerCache {
  get<Answer>(about: AnswerAbout, make: () => Promise<Answer>): Promise<Answer>;
}

/** Enough for the widgets of a few dozen open dashboards. */
const MOST_ANSWERS = 500;

/**
 * Answers by tenant, viewer, question and the version of the data. A new version of an owner's data drops all of that
 * owner's: nothing is ever told that was true a moment ago. An answer that fails is not kept.
 */
export const createAnswerCache = (most = MOST_ANSWERS): AnswerCache => {
  const answers = new Map<string, { version: string; ownerKey: number; answer: unknown }>();
  const versions = new Map<number, string>();

  const dropOlder = ({ ownerKey, version }: AnswerAbout): void => {
    if (versions.get(ownerKey) === version) return;
    versions.set(ownerKey, version);
    for (const [key, kept] of answers) if (kept.ownerKey === ownerKey && kept.version !== version) answers.delete(key);
  };

  return {
    async get(about, make) {
      dropOlder(about);
      const key = JSON.stringify([about.ownerKey, about.viewer, about.question]);
      const kept = answers.get(key);
      if (kept?.version === about.version) {
        // The one that was asked for last is the last to go.
        answers.delete(key);
        answers.set(key, kept);
        return kept.answer as never;
      }
      const answer = await make();
      answers.set(key, { version: about.version, ownerKey: about.ownerKey, answer });
      const [oldest] = answers.keys();
      if (answers.size > most && oldest !== undefined) answers.delete(oldest);
      return answer;
    },
  };
};
