import { countDaysOf, type Days, firstOfMonth, lastOfMonth, plusDays } from '../core/values/days.ts';
import { isMetricKey, METRICS } from '../core/metrics/metrics.ts';
import { type FigureCard, GOAL_SIDES } from './dashboard-card.ts';
import { type ReportQuestion } from './question.ts';

/** Within this share of what the days so far would need, a figure is on pace. */
const TOLERANCE = 0.05;

export interface GoalState {
  /** Such as "62% of $70,200.00, 63% of the days". */
  text: string;
  verdict: string;
  tone: 'good' | 'bad' | 'neither';
  /** Shares of the goal reached, and of the days that have gone; null where a part of a goal means nothing. */
  bar: { reached: number; gone: number } | null;
}

interface GoalInput {
  goal: NonNullable<FigureCard['goal']>;
  measure: string;
  value: number | null;
  period: ReportQuestion['period'];
  /** In the owner's zone. */
  today: string;
  /** How mature the outcomes are, in words, where they are too young. */
  young: string | null;
  write: (value: number) => string;
}

/** All days that the goal is for, also those to come. */
const wholeDays = (period: ReportQuestion['period'], today: string): Days | null => {
  if (!('range' in period)) return period;
  return period.range === 'thisMonth' ? { from: firstOfMonth(today), to: lastOfMonth(today) } : null;
};

/** The share of the period's days that are complete. */
export const shareGone = (period: ReportQuestion['period'], today: string): number => {
  const whole = wholeDays(period, today);
  const through = plusDays(today, -1);
  if (whole === null || whole.to <= through) return 1;
  return through < whole.from ? 0 : countDaysOf({ from: whole.from, to: through }) / countDaysOf(whole);
};

const PACE_WORDS = { above: ['On pace', 'Under'], below: ['Within the goal', 'Over'] } as const;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** A figure beside its goal: with the days gone where it is a sum that still grows, else as it is. */
export const goalState = ({ goal, measure, value, period, today, young, write }: GoalInput): GoalState => {
  const { side, amount } = goal;
  const wanted = `${GOAL_SIDES[side].toLowerCase()} ${write(amount)}`;
  const isSum = isMetricKey(measure) && METRICS[measure].basis === 'additive';
  const gone = shareGone(period, today);
  const bar = isSum && amount > 0 && value !== null ? { reached: value / amount, gone } : null;
  if (value === null) return { text: `Goal: ${wanted}`, verdict: 'No value yet', tone: 'neither', bar };
  if (young !== null) return { text: `${young}. Goal: ${wanted}`, verdict: 'Too early to judge', tone: 'neither', bar };
  if (bar !== null && gone < 1) {
    const text = `${percent(bar.reached)} of ${write(amount)}, ${percent(gone)} of the days`;
    if (gone === 0) return { text, verdict: 'Too early to judge', tone: 'neither', bar };
    const needed = gone * (side === 'above' ? 1 - TOLERANCE : 1 + TOLERANCE);
    const isGood = side === 'above' ? bar.reached >= needed : bar.reached <= needed;
    const [good, bad] = PACE_WORDS[side];
    return { text, verdict: isGood ? good : bad, tone: isGood ? 'good' : 'bad', bar };
  }
  const isMet = side === 'above' ? value >= amount : value <= amount;
  const gap = write(Math.abs(value - amount));
  return {
    text: `Goal: ${wanted}`,
    verdict: isMet ? 'Goal met' : `${gap} ${side === 'above' ? 'below' : 'above'} the goal`,
    tone: isMet ? 'good' : 'bad',
    bar,
  };
};
