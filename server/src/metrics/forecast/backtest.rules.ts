import { type Kpi } from '@paceline/contract';
import {
  completeMonths,
  COST_OF,
  COUNTED_KPIS,
  type CountedKpi,
  type Counts,
  isCost,
  type LineHistory,
  outcomesAhead,
  type OwnerHistory,
  type RateBook,
  seriesAhead,
  STAGE_KPIS,
} from './line.rules.ts';
import { MIN_MONTHS, sum } from './series.rules.ts';

/** A year of months, so that each season has its say in methods and ranges. */
const TESTED_MONTHS = 12;
export const TESTED_HORIZON = 6;
/** How far a forecast was off is told of the last months, up to so far ahead. */
const TOLD_MONTHS = 6;
const TOLD_HORIZON = 3;
/** One, two, three and more months ahead are judged apart; of the fourth to the sixth there are too few to part them. */
export const STEPS = 4;
export const stepOf = (horizon: number): number => Math.min(Math.max(1, horizon), STEPS) - 1;

/** What would have been foreseen for a past month from one to six months before, and what came. */
export interface Tested {
  /** Which month, counted as the history's are. */
  month: number;
  horizon: number;
  actual: number;
  auto: number;
  /** The same month a year before, times the growth; null where there is none. */
  naive: number | null;
  /** The same month a year before, as it was. */
  plain: number | null;
  /** The mean of the three months before. */
  runRate: number;
  /** The count behind the figure, as it was foreseen: few of something scatter more. */
  size: number;
}

export type TestedCounts = Record<CountedKpi, readonly Tested[]>;

/** From how many complete months it was foreseen. */
export const knownAt = ({ month, horizon }: Pick<Tested, 'month' | 'horizon'>): number => month - horizon + 1;

export interface Accuracy {
  /** Percent of what came: by how much the months were missed, and by how much too high or low they were together. */
  wape: number | null;
  bias: number | null;
  monthsTested: number;
  beatsNaive: boolean | null;
}

/** All counted figures of the months after the first `monthCount`, as they would have been told then. */
export const autoAhead = (
  owner: OwnerHistory,
  rates: RateBook,
  line: LineHistory,
  { monthCount, months, withRunning }: { monthCount: number; months: number; withRunning: boolean },
): Counts => {
  const ahead = (kpi: CountedKpi): number[] =>
    seriesAhead(owner, line, kpi, 'AUTO', { monthCount, months, withRunning }) ?? [];
  const inquiries = ahead('inquiries');
  const stages = STAGE_KPIS.map((stage) => {
    const outcomes = outcomesAhead(line, stage, monthCount, inquiries, rates.rateOf(line, stage, monthCount));
    const running = withRunning ? line.running?.[stage] : undefined;
    if (running !== undefined && outcomes.length > 0)
      outcomes[0] = running.expected + (1 - running.done) * (outcomes[0] ?? 0);
    return [stage, outcomes] as const;
  });
  return {
    spend: ahead('spend'),
    inquiries,
    ...(Object.fromEntries(stages) as Pick<Counts, (typeof STAGE_KPIS)[number]>),
  };
};

/** The last twelve months, each foreseen from one to six months before it. */
export const backtestLine = (owner: OwnerHistory, rates: RateBook, line: LineHistory): TestedCounts => {
  const tested = Object.fromEntries(COUNTED_KPIS.map((kpi) => [kpi, [] as Tested[]])) as Record<CountedKpi, Tested[]>;
  const oldest = owner.months - completeMonths(line) + MIN_MONTHS;
  const first = Math.max(owner.months - TESTED_MONTHS, 0);
  for (let loaded = Math.max(oldest, first - TESTED_HORIZON + 1); loaded < owner.months; loaded += 1) {
    const at = { monthCount: loaded, months: TESTED_HORIZON, withRunning: false };
    const auto = autoAhead(owner, rates, line, at);
    for (const kpi of COUNTED_KPIS) {
      const naive = seriesAhead(owner, line, kpi, 'SEASONAL_NAIVE', at);
      const plain = seriesAhead(owner, line, kpi, 'LAST_YEAR', at);
      const runRate = seriesAhead(owner, line, kpi, 'RUN_RATE', at);
      const last = kpi === 'spend' ? Math.min(owner.months, line.spendMonths) : owner.months;
      for (let month = Math.max(first, loaded); month < Math.min(loaded + TESTED_HORIZON, last); month += 1)
        tested[kpi].push({
          month,
          horizon: month - loaded + 1,
          actual: line.counts[kpi][month] ?? 0,
          auto: auto[kpi][month - loaded] ?? 0,
          naive: naive?.[month - loaded] ?? null,
          plain: plain?.[month - loaded] ?? null,
          runRate: runRate?.[month - loaded] ?? 0,
          size: (kpi === 'spend' ? auto.inquiries : auto[kpi])[month - loaded] ?? 0,
        });
    }
  }
  return tested;
};

export const wapeOf = (tested: readonly { foreseen: number; actual: number }[]): number | null => {
  const whole = sum(tested.map(({ actual }) => actual));
  return whole > 0 ? (100 * sum(tested.map(({ foreseen, actual }) => Math.abs(foreseen - actual)))) / whole : null;
};

/** In percent: what rounding makes of two equal errors. */
export const NO_DIFFERENCE = 1e-6;

/** Whether AUTO came nearer than last year's value, over the months for which both said something. */
export const beatsNaive = (tested: readonly Tested[]): boolean | null => {
  const both = tested.flatMap(({ actual, auto, naive }) => (naive === null ? [] : [{ actual, auto, naive }]));
  const auto = wapeOf(both.map((one) => ({ foreseen: one.auto, actual: one.actual })));
  const naive = wapeOf(both.map((one) => ({ foreseen: one.naive, actual: one.actual })));
  return auto === null || naive === null ? null : auto <= naive + NO_DIFFERENCE;
};

/** Of the tested months those that tell how far a forecast was off. */
export const recentOf = <T extends Pick<Tested, 'month' | 'horizon'>>(tested: readonly T[], months: number): T[] =>
  tested.filter(({ month, horizon }) => month >= months - TOLD_MONTHS && horizon <= TOLD_HORIZON);

/** By how much the months were missed, in percent of what came. */
export const accuracyOf = (
  pairs: readonly { foreseen: number; actual: number; horizon: number }[],
): Omit<Accuracy, 'beatsNaive'> => {
  const whole = sum(pairs.map(({ actual }) => actual));
  return {
    wape: wapeOf(pairs),
    bias: whole > 0 ? (100 * sum(pairs.map(({ foreseen, actual }) => foreseen - actual))) / whole : null,
    monthsTested: pairs.filter(({ horizon }) => horizon === 1).length,
  };
};

/** One number for a month and how far ahead it was. */
export const placeOf = ({ month, horizon }: Pick<Tested, 'month' | 'horizon'>): number =>
  month * (TESTED_HORIZON + 1) + horizon;

/** A cost of the tested months: what was foreseen of its two halves, and what they came to; months without a count have none. */
export const costTested = (spend: readonly Tested[], counts: readonly Tested[]): Tested[] => {
  const ratio = (above: number | null, below: number | null): number | null =>
    above === null || below === null || below <= 0 ? null : above / below;
  const countOf = new Map(counts.map((count) => [placeOf(count), count]));
  // By their month: of a late ad account there are fewer months of spend than of counts.
  return spend.flatMap((one) => {
    const count = countOf.get(placeOf(one));
    const actual = ratio(one.actual, count?.actual ?? 0);
    const auto = ratio(one.auto, count?.auto ?? 0);
    if (count === undefined || actual === null || auto === null) return [];
    return [
      {
        month: one.month,
        horizon: one.horizon,
        actual,
        auto,
        naive: ratio(one.naive, count.naive),
        plain: ratio(one.plain, count.plain),
        runRate: ratio(one.runRate, count.runRate) ?? auto,
        size: count.size,
      },
    ];
  });
};

/** Of a cost from its halves, of everything else as it was tested. */
export const testedOf = (tested: TestedCounts, kpi: Kpi): readonly Tested[] =>
  isCost(kpi) ? costTested(tested.spend, tested[COST_OF[kpi]]) : tested[kpi];
