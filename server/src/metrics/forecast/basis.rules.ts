import { type Kpi, KPI_CODES } from '@paceline/contract';
import { dueIn } from './arrivals.rules.ts';
import {
  type Accuracy,
  accuracyOf,
  autoAhead,
  beatsNaive,
  recentOf,
  stepOf,
  STEPS,
  testedOf,
  wapeOf,
} from './backtest.rules.ts';
import {
  choiceAt,
  type Choices,
  horizonAt,
  isCostHeld,
  seriesOfChosen,
  type TestedLine,
  toldOf,
} from './choice.rules.ts';
import { type CurveBase, type Exponent, fitExponent } from './curve.rules.ts';
import {
  byKpi,
  completeMonths,
  COUNTED_KPIS,
  type CountedKpi,
  type Counts,
  isCost,
  type LineHistory,
  type OwnerHistory,
  type RateBook,
  recentCost,
  seriesAhead,
  type SeriesMethod,
  STAGE_KPIS,
  type StageKpi,
} from './line.rules.ts';
import { type Range, type Spread, spreadOf, TAIL, TAIL_OF_OUTCOME_COST } from './range.rules.ts';
import { sum } from './series.rules.ts';

/** A year that begins up to eleven months from now. */
export const BASIS_MONTHS = 23;

/** From the errors of all lines together. */
export const spreadsOf = (lines: readonly TestedLine[]): Record<Kpi, Spread> =>
  byKpi(KPI_CODES, (kpi) =>
    spreadOf(
      lines.flatMap((line) => toldOf(line, kpi)),
      isCost(kpi) && kpi !== 'cpl' ? TAIL_OF_OUTCOME_COST : TAIL,
    ),
  );

/**
 * Everything known of a line item when its forecast is built, by month from the current one on: plans, overrides and what-ifs are
 * calculated from it without the history.
 */
export interface Basis extends Choices {
  completeMonths: number;
  /** Forecast without plans or overrides. */
  base: Counts;
  /** The line's own position: the ring on its curve. */
  curves: CurveBase[];
  exponent: Exponent;
  /** Mature rates, and the mature inquiries whose outcomes are due in each month, from past and forecast cohorts. */
  rates: Record<StageKpi, number>;
  due: Record<StageKpi, number[]>;
  shares: Record<StageKpi, readonly number[]>;
  /** For the current month: elapsed share, outcomes so far, and the ranges of its projections. */
  running: {
    done: number;
    soFar: Record<StageKpi, number>;
    ranges: Partial<Record<CountedKpi, Range>>;
  } | null;
  capacity: (number | null)[];
  spreads: Record<Kpi, Spread>;
  accuracy: Record<Kpi, Accuracy>;
  /** Error of each KPI one, two, three, and four or more months ahead; missing in older forecasts. */
  errors?: Record<Kpi, readonly (number | null)[]>;
}

/** Forecast of each KPI without plans or overrides. */
const baseAhead = (owner: OwnerHistory, rates: RateBook, testedLine: TestedLine): Counts => {
  const { line } = testedLine;
  const at = { monthCount: owner.months, months: BASIS_MONTHS, withRunning: true };
  const auto = autoAhead(owner, rates, line, at);
  const hasRunning = line.running !== null;
  const choiceOf = (ahead: number) => choiceAt(testedLine, horizonAt(hasRunning, ahead));
  const apart = byKpi(COUNTED_KPIS, (kpi) => {
    const series = new Map<SeriesMethod, readonly number[]>([['AUTO', auto[kpi]]]);
    return auto[kpi].map((byAuto, ahead) => {
      // Outcomes of the current month: actuals, and what is due in the rest of it.
      if (hasRunning && ahead === 0 && kpi !== 'spend' && kpi !== 'inquiries') return byAuto;
      const method = seriesOfChosen(choiceOf(ahead)[kpi]);
      const values = series.get(method) ?? seriesAhead(owner, line, kpi, method, at) ?? auto[kpi];
      series.set(method, values);
      return values[ahead] ?? byAuto;
    });
  });
  const cost = recentCost(line, owner.months);
  if (cost === null) return apart;
  // The current month's spend is projected from its spend so far.
  const isProjected = hasRunning && line.spendMonths >= owner.months;
  return {
    ...apart,
    spend: apart.spend.map((spend, ahead) =>
      !isCostHeld(choiceOf(ahead)) || (isProjected && ahead === 0) ? spend : (apart.inquiries[ahead] ?? 0) * cost,
    ),
  };
};

/** Cost per inquiry of the owner's lines in the channel, for a line without one of its own. */
const parentCost = ({ lines }: OwnerHistory, { channel }: LineHistory): number => {
  const alike = channel === null ? lines : lines.filter((line) => line.channel === channel);
  const recent = (kpi: CountedKpi): number => sum(alike.map(({ counts }) => sum(counts[kpi].slice(-12))));
  const inquiries = recent('inquiries');
  return inquiries > 0 ? recent('spend') / inquiries : 0;
};

export const basisOf = (
  owner: OwnerHistory,
  rates: RateBook,
  testedLine: TestedLine,
  spreads: Record<Kpi, Spread>,
): Basis => {
  const { line, tested, chosen, later } = testedLine;
  const base = baseAhead(owner, rates, testedLine);
  const exponent = fitExponent(line.counts.spend.slice(0, line.spendMonths), line.counts.inquiries);
  const cohorts = [...line.counts.inquiries.slice(0, owner.months), ...base.inquiries];
  return {
    completeMonths: completeMonths(line),
    base,
    curves: base.spend.map((spend, ahead) => {
      const inquiries = base.inquiries[ahead] ?? 0;
      const hasOwn = spend > 0 && inquiries > 0;
      return {
        spend: hasOwn ? spend : 0,
        cpl: hasOwn ? spend / inquiries : parentCost(owner, line),
        exponent: exponent.exponent,
      };
    }),
    exponent,
    rates: byKpi(STAGE_KPIS, (stage) => rates.rateOf(line, stage, owner.months)),
    due: byKpi(STAGE_KPIS, (stage) =>
      base.inquiries.map((_, ahead) => dueIn(cohorts, line.shares[stage], owner.months + ahead)),
    ),
    shares: line.shares,
    running:
      line.running === null
        ? null
        : {
            done: line.running.inquiries.done,
            soFar: byKpi(STAGE_KPIS, (stage) => line.running?.[stage].expected ?? 0),
            ranges: Object.fromEntries(
              COUNTED_KPIS.flatMap((kpi) => {
                const range = line.running?.[kpi].range ?? null;
                return range === null || (kpi === 'spend' && line.spendMonths < owner.months) ? [] : [[kpi, range]];
              }),
            ),
          },
    capacity: line.capacity.slice(0, BASIS_MONTHS),
    chosen,
    ...(later !== undefined && { later }),
    spreads,
    accuracy: byKpi(KPI_CODES, (kpi) => ({
      ...accuracyOf(
        recentOf(toldOf(testedLine, kpi), owner.months).map(({ auto, ...one }) => ({ ...one, foreseen: auto })),
      ),
      beatsNaive: beatsNaive(recentOf(testedOf(tested, kpi), owner.months)),
    })),
    errors: byKpi(KPI_CODES, (kpi) => {
      const history = toldOf(testedLine, kpi);
      return Array.from({ length: STEPS }, (_, step) =>
        wapeOf(
          history
            .filter(({ horizon }) => stepOf(horizon) === step)
            .map(({ auto, actual }) => ({ foreseen: auto, actual })),
        ),
      );
    }),
  };
};
