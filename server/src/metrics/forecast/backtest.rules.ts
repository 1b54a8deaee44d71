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

/** A full year, so that every season affects methods and ranges. */
const TESTED_MONTHS = 12;
export const TESTED_HORIZON = 6;
/** Months and horizon of the displayed accuracy. */
const TOLD_MONTHS = 6;
const TOLD_HORIZON = 3;
/** One, two, three and more months ahead are evaluated separately; there are too few tests four to six months ahead to separate them. */
export const STEPS = 4;
export const stepOf = (horizon: number): number => Math.min(Math.max(1, horizon), STEPS) - 1;

/** A forecast of a past month, made one to six months before, with the actual value. */
export interface Tested {
  /** Index of the month in the history. */
  month: number;
  horizon: number;
  actual: number;
  auto: number;
  /** Same month of the previous year times the growth; null if there is none. */
  naive: number | null;
  /** Same month of the previous year; null if there is none. */
  plain: number | null;
  /** Mean of the three preceding months. */
  runRate: number;
  /** The forecast count behind the KPI: small counts scatter more. */
  size: number;
}

export type TestedCounts = Record<CountedKpi, readonly Tested[]>;

/** Number of complete months known when it was forecast. */
export const knownAt = ({ month, horizon }: Pick<Tested, 'month' | 'horizon'>): number => month - horizon + 1;

export interface Accuracy {
  /** Percent of the actuals: the absolute error of the months, and their total deviation. */
  wape: number | null;
  bias: number | null;
  monthsTested: number;
  beatsNaive: boolean | null;
}

/** Forecasts of all counted KPIs as they would have been made after `monthCount` months. */
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

/** Back-tests the last twelve months, each forecast from one to six months before. */
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

/** In percent: rounding differences between equal errors. */
export const NO_DIFFERENCE = 1e-6;

/** Whether AUTO had a smaller error than last year's value, over months that have both. */
export const beatsNaive = (tested: readonly Tested[]): boolean | null => {
  const both = tested.flatMap(({ actual, auto, naive }) => (naive === null ? [] : [{ actual, auto, naive }]));
  const auto = wapeOf(both.map((one) => ({ foreseen: one.auto, actual: one.actual })));
  const naive = wapeOf(both.map((one) => ({ foreseen: one.naive, actual: one.actual })));
  return auto === null || naive === null ? null : auto <= naive + NO_DIFFERENCE;
};

/** The tested months used for the displayed accuracy. */
export const recentOf = <T extends Pick<Tested, 'month' | 'horizon'>>(tested: readonly T[], months: number): T[] =>
  tested.filter(({ month, horizon }) => month >= months - TOLD_MONTHS && horizon <= TOLD_HORIZON);

/** Error and bias of the months, in percent of the actuals. */
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

/** Numeric key of a month and a horizon. */
export const placeOf = ({ month, horizon }: Pick<Tested, 'month' | 'horizon'>): number =>
  month * (TESTED_HORIZON + 1) + horizon;

/** Tests of a cost: the forecast numerator and denominator against the actual ones; months with a zero count are left out. */
export const costTested = (spend: readonly Tested[], counts: readonly Tested[]): Tested[] => {
  const ratio = (above: number | null, below: number | null): number | null =>
    above === null || below === null || below <= 0 ? null : above / below;
  const countOf = new Map(counts.map((count) => [placeOf(count), count]));
  // Matched by month: with a late ad account, spend covers fewer months than counts.
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

/** Tests of a KPI: costs from their two parts, all others directly. */
export const testedOf = (tested: TestedCounts, kpi: Kpi): readonly Tested[] =>
  isCost(kpi) ? costTested(tested.spend, tested[COST_OF[kpi]]) : tested[kpi];
