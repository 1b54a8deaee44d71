import { formatCompact } from '../formats.ts';
import { pacingMark, type PacingMark } from './pacing-marks.ts';

/** What a month is judged by: what came so far, where it is heading, and what it was to come to. */
export interface Judged {
  kind: 'dollar' | 'count';
  soFar: number | null;
  projected: number | null;
  target: number | null;
  /** A month that is over and whose data are complete has ended where it is: nothing is projected any more. */
  ended: boolean;
  /** The owner's. */
  band: number;
  /** A day or two of data judge nothing. */
  early: boolean;
}

export interface PacingVerdict {
  /** Null where nothing can be judged. */
  mark: PacingMark | null;
  words: string;
}

const NOUNS = {
  dollar: { target: 'budget', came: 'spent', none: 'No spend yet' },
  count: { target: 'goal', came: 'came in', none: 'No inquiries yet' },
} as const;

const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const endWords = (percent: number, target: string): string => {
  const off = Math.round(percent - 100);
  return off === 0 ? `on ${target}` : `${PERCENT.format(Math.abs(off))}% ${off > 0 ? 'over' : 'under'}`;
};

/** A month against its budget, or inquiries against their goal, in a sentence: "On pace: projected $67.6K of $70.2K". */
export const pacingVerdict = ({ kind, soFar, projected, target, ended, early, band }: Judged): PacingVerdict => {
  const nouns = NOUNS[kind];
  const text = (value: number | null): string => formatCompact(kind, value);
  if (target === null || target === 0)
    return { mark: null, words: `No ${nouns.target}: ${text(soFar ?? 0)} ${nouns.came}` };
  if (ended) {
    const percent = ((soFar ?? 0) * 100) / target;
    const mark = pacingMark({ projectionToBudget: percent, capped: false }, band);
    return { mark, words: `Ended at ${text(soFar ?? 0)}, ${endWords(percent, nouns.target)}` };
  }
  if (projected === null || (projected === 0 && (soFar ?? 0) === 0))
    return { mark: null, words: `${nouns.none}: ${text(0)} of ${text(target)}` };
  if (early) return { mark: null, words: `Too early to judge: ${text(soFar ?? 0)} of ${text(target)} so far` };
  const mark = pacingMark({ projectionToBudget: (projected * 100) / target, capped: false }, band);
  const off = text(Math.abs(projected - target));
  const verdict = mark === 'over' ? `Over by ${off}` : mark === 'under' ? `Under by ${off}` : 'On pace';
  return { mark, words: `${verdict}: projected ${text(projected)} of ${text(target)}` };
};
