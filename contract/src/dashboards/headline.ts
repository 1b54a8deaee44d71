import { formatCompact, formatMetricValue } from '../core/values/formats.ts';
import { LIST_FROM_DAY } from '../core/metrics/pacing/pacing-marks.ts';
import { judgedTotals, pacingVerdict } from '../core/metrics/pacing/pacing-verdict.ts';
import { type WidgetAnswer } from './schema.ts';
import { isTooYoung } from './too-early.ts';

/** Plan numbers beside the key figures if the days are a month, as in the pacing tables. */
export const HEADLINE_PLAN = ['budget', 'spendProjection', 'inquiryGoal', 'leadProjection', 'matureCpe'] as const;

export const HEADLINE_FIGURES = ['inquiries', 'spend', 'cpl', 'enrollments', 'cpe'] as const;
export type HeadlineFigure = (typeof HEADLINE_FIGURES)[number];

/** `good` and `bad` select the colour, which only repeats the text. */
interface Verdict {
  text: string;
  tone: 'good' | 'bad' | 'none';
}

/** Changes below this percentage are not worth acting on. */
export const STEADY_CHANGE = 5;
/** Below this count a single outcome is a large change. */
const FEWEST = 10;

/** From this percentage on a cohort counts as complete. */
const FULL = 95;

const none = (text: string): Verdict => ({ text, tone: 'none' });
const EARLY = none('Too early to judge');

const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

interface Asked {
  answer: Pick<WidgetAnswer, 'totals' | 'basis'>;
  /** Name of the comparison period. */
  before: string | null;
  /** Complete days of the current month; null if the period is over. */
  daysDone: number | null;
  /** The owner's pacing band. */
  band: number;
}

const at = ({ answer }: Asked, key: string): number | null => {
  const value = answer.totals[key];
  return typeof value === 'number' ? value : null;
};

/** Format of the figures that have a plan. */
const PLANNED = { spend: 'dollar', inquiries: 'count' } as const;

/** Same rule and words as the pacing overview: more inquiries than planned are not bad. */
const againstPlan = (headline: Asked, key: keyof typeof PLANNED): Verdict | null => {
  const ended = headline.daysDone === null;
  const { totals } = headline.answer;
  const all = { mtdSpent: totals['spend'], mtdInquiries: totals['inquiries'] };
  const judged = judgedTotals(PLANNED[key], { ...totals, ...all }, { ended });
  if (judged.target === null || judged.target === 0 || judged.projected === null) return null;
  const { mark, words } = pacingVerdict({ ...judged, ended, early: false, band: headline.band });
  if (mark === null) return none(words);
  const isGood = mark === 'on' || (mark === 'over' && key === 'inquiries');
  return { text: words, tone: isGood ? 'good' : 'bad' };
};

/** Unplanned figures are compared with the earlier period. */
const againstBefore = (headline: Asked, key: HeadlineFigure): Verdict => {
  const [now, then, change] = [at(headline, key), at(headline, `${key}Previous`), at(headline, `${key}Change`)];
  if (change === null || then === null || headline.before === null) return none('Nothing to compare with');
  const isCost = key === 'cpl' || key === 'cpe';
  if (!isCost && Math.max(now ?? 0, then) < FEWEST) return none('Too few to judge');
  const of = headline.answer.basis?.[key];
  // With outcomes still to come, only the change at equal maturity is comparable.
  if (of?.counted === 'cohort' && (of.percentMatured ?? 0) < FULL) {
    if (Math.abs(change) < STEADY_CHANGE) return none('Steady at equal maturity');
    const by = formatMetricValue({ kind: 'percent', decimals: 0 }, Math.abs(change));
    return {
      text: `${change > 0 ? 'Higher' : 'Lower'} by ${by} at equal maturity`,
      tone: change > 0 === isCost ? 'bad' : 'good',
    };
  }
  const was = isCost
    ? formatMetricValue({ kind: 'dollar' }, then)
    : key === 'spend'
      ? formatCompact('dollar', then)
      : count(then);
  if (Math.abs(change) < STEADY_CHANGE) return none(`Steady: ${was} in ${headline.before}`);
  const isUp = change > 0;
  const words = isCost || key === 'spend' ? (isUp ? 'Higher than' : 'Lower than') : isUp ? 'More than' : 'Fewer than';
  const tone = key === 'spend' ? 'none' : isUp === isCost ? 'bad' : 'good';
  return { text: `${words} ${was} in ${headline.before}`, tone };
};

/** Verdict on a key figure: against its plan if it has one, else against the earlier period. */
export const headlineVerdict = (key: HeadlineFigure, headline: Asked): Verdict => {
  if (isTooYoung(headline.answer, key)) return EARLY;
  if (headline.daysDone !== null && headline.daysDone < LIST_FROM_DAY) return EARLY;
  const planned = key === 'spend' || key === 'inquiries' ? againstPlan(headline, key) : null;
  return planned ?? againstBefore(headline, key);
};
