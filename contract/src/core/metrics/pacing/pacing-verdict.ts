import { formatCompact } from '../../values/formats.ts';
import { type CoveredPartKey } from '../formula/facts.ts';
import { pacingMark, type PacingMark } from './pacing-marks.ts';

/** Inputs of a month's verdict: actual, projected, and target. */
export interface Judged {
  kind: 'dollar' | 'count';
  soFar: number | null;
  projected: number | null;
  target: number | null;
  /** Projection of line items without a target: compared with nothing and stated separately. */
  withoutTarget?: number | null;
  /** A past month with complete data is final: nothing is projected. */
  ended: boolean;
  /** The owner's pacing band. */
  band: number;
  /** One or two days of data: too early for a verdict. */
  early: boolean;
}

export interface PacingVerdict {
  /** Null if there is nothing to judge. */
  mark: PacingMark | null;
  words: string;
}

type Totals = Readonly<Record<string, unknown>>;

/** Parts read for a verdict: the target, the results of line items that have one, and the results of all. */
const OF_KIND = {
  dollar: {
    target: 'budget',
    withTarget: { soFar: 'budgetedSpend', projected: 'budgetedProjection' },
    all: { soFar: 'mtdSpent', projected: 'spendProjection' },
  },
  count: {
    target: 'inquiryGoal',
    withTarget: { soFar: 'goalLeads', projected: 'goalProjection' },
    all: { soFar: 'mtdInquiries', projected: 'leadProjection' },
  },
} as const satisfies Record<
  Judged['kind'],
  {
    target: string;
    withTarget: Record<'soFar' | 'projected', CoveredPartKey>;
    all: Record<'soFar' | 'projected', string>;
  }
>;

/** Parts of a month's totals used only by its verdicts. */
export const VERDICT_PARTS = Object.values(OF_KIND).flatMap(({ withTarget }) => Object.values(withTarget));

/**
 * Verdict inputs for spend or inquiries from the totals of a month's pacing tables. Both halves cover the line items with a target, as in
 * the tables' percentages: otherwise one month could be 98 % in a sentence and 100 % in the row below.
 */
export const judgedTotals = (
  kind: Judged['kind'],
  totals: Totals,
  { ended }: Pick<Judged, 'ended'>,
): Pick<Judged, 'kind' | 'soFar' | 'projected' | 'target' | 'withoutTarget'> => {
  const at = (key: string): number | null => (typeof totals[key] === 'number' ? totals[key] : null);
  const { target, withTarget, all } = OF_KIND[kind];
  const of = (key: 'soFar' | 'projected'): number | null => at(withTarget[key]) ?? at(all[key]);
  const end = ended ? 'soFar' : 'projected';
  return {
    kind,
    soFar: of('soFar'),
    projected: of('projected'),
    target: at(target),
    withoutTarget: (at(all[end]) ?? 0) - (of(end) ?? 0),
  };
};

const NOUNS = {
  dollar: { target: 'budget', came: 'spent', none: 'No spend yet' },
  count: { target: 'goal', came: 'came in', none: 'No inquiries yet' },
} as const;

/** Differences below a dollar or an inquiry are rounding. */
const MIN_NAMED = 1;

const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const endWords = (percent: number, target: string): string => {
  const off = Math.round(percent - 100);
  return off === 0 ? `on ${target}` : `${PERCENT.format(Math.abs(off))}% ${off > 0 ? 'over' : 'under'}`;
};

/** A month's spend against budget, or inquiries against their goal, in a sentence: "On pace: projected $67.6K of $70.2K". */
export const pacingVerdict = (judged: Judged): PacingVerdict => {
  const { kind, soFar, projected, target, ended, early, band } = judged;
  const nouns = NOUNS[kind];
  const text = (value: number | null): string => formatCompact(kind, value);
  const rest = judged.withoutTarget ?? 0;
  const beside = rest >= MIN_NAMED ? `; ${text(rest)} more without a ${nouns.target}` : '';
  if (target === null || target === 0)
    return { mark: null, words: `No ${nouns.target}: ${text(soFar ?? 0)} ${nouns.came}` };
  if (ended) {
    const percent = ((soFar ?? 0) * 100) / target;
    const mark = pacingMark({ projectionToBudget: percent, capped: false }, band);
    return { mark, words: `Ended at ${text(soFar ?? 0)}, ${endWords(percent, nouns.target)}${beside}` };
  }
  if (projected === null || (projected === 0 && (soFar ?? 0) === 0))
    return { mark: null, words: `${nouns.none}: ${text(0)} of ${text(target)}` };
  if (early) return { mark: null, words: `Too early to judge: ${text(soFar ?? 0)} of ${text(target)} so far` };
  const mark = pacingMark({ projectionToBudget: (projected * 100) / target, capped: false }, band);
  const off = text(Math.abs(projected - target));
  const verdict = mark === 'over' ? `Over by ${off}` : mark === 'under' ? `Under by ${off}` : 'On pace';
  return { mark, words: `${verdict}: projected ${text(projected)} of ${text(target)}${beside}` };
};
