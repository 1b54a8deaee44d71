/** A campaign or line item that a platform's campaign may belong to. */
export interface Candidate {
  key: number;
  name: string;
}

/** Words that stand in most names and distinguish nothing. */
const NOISE = new Set(['the', 'and', 'of', 'for', 'campaign', 'search', 'ads', 'ad', 'new', 'copy']);

const wordsOf = (name: string): Set<string> =>
  new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !NOISE.has(word)),
  );

/** The share of the candidate's words that the name has, and their number. */
const likeness = (words: ReadonlySet<string>, candidate: ReadonlySet<string>): { share: number; common: number } => {
  let common = 0;
  for (const word of candidate) if (words.has(word)) common += 1;
  return { share: candidate.size === 0 ? 0 : common / candidate.size, common };
};

const MIN_SHARE = 0.6;

/** Suggests a candidate by name. A tie suggests nothing: a wrong guess costs more than none. */
export const suggester = (candidates: readonly Candidate[]): ((name: string) => Candidate | null) => {
  const candidateWords = candidates.map((candidate) => ({ candidate, words: wordsOf(candidate.name) }));
  return (name) => {
    const words = wordsOf(name);
    let best: { candidate: Candidate; share: number; common: number } | null = null;
    let tied = false;
    for (const { candidate, words: own } of candidateWords) {
      const { share, common } = likeness(words, own);
      if (share < MIN_SHARE) continue;
      const ahead = best === null ? 1 : common - best.common || share - best.share;
      if (ahead > 0) best = { candidate, share, common };
      if (ahead >= 0) tied = ahead === 0;
    }
    return best === null || tied ? null : { key: best.candidate.key, name: best.candidate.name };
  };
};
