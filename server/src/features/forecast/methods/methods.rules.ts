import { type ForecastSpan, type Kpi } from '@paceline/contract';
import { stepOf } from '../../../metrics/forecast/backtest.rules.ts';
import { chosenFor, horizonAt } from '../../../metrics/forecast/choice.rules.ts';
import { isCost } from '../../../metrics/forecast/line.rules.ts';
import { type ForecastFacts, monthsBetween, monthsFrom } from '../figures.rules.ts';

type Facts = Pick<ForecastFacts, 'basis' | 'basisMonth' | 'startMonth' | 'months' | 'method'>;
type Used = Pick<ForecastSpan, 'usedMethod' | 'why'>;

const horizonOf = ({ basis, basisMonth }: Facts, month: string): number =>
  horizonAt(basis.running !== null, Math.max(0, monthsBetween(basisMonth, month)));

const chosenAt = (facts: Facts, kpi: Kpi, month: string): Used => {
  const { used, why } = chosenFor(facts.basis, kpi, horizonOf(facts, month));
  return { usedMethod: used, why };
};

/** The running month is projected from its results, whatever method is chosen; spend only where all of it is loaded. */
const isProjected = ({ basis, basisMonth, method }: Facts, kpi: Kpi, month: string): boolean =>
  method !== 'MANUAL' &&
  month === basisMonth &&
  basis.running !== null &&
  ((kpi !== 'spend' && !isCost(kpi)) || basis.running.ranges.spend !== undefined);

/** The method of the first future month. */
export const methodOf = (facts: Facts, kpi: Kpi): Used => chosenAt(facts, kpi, facts.startMonth);

/** Consecutive months of the forecast with the same method and the same tests. */
export const spansOf = (facts: Facts, kpi: Kpi): ForecastSpan[] => {
  const spans: (ForecastSpan & { step: number })[] = [];
  for (const month of monthsFrom(facts.startMonth, facts.months)) {
    const isRunning = isProjected(facts, kpi, month);
    const step = isRunning ? -1 : stepOf(horizonOf(facts, month));
    const chosen = chosenAt(facts, kpi, month);
    const used: Used = isRunning ? { usedMethod: chosen.usedMethod, why: 'RUNNING' } : chosen;
    const last = spans.at(-1);
    if (last?.step === step && last.usedMethod === used.usedMethod && last.why === used.why) last.toMonth = month;
    else
      spans.push({
        fromMonth: month,
        toMonth: month,
        ...used,
        wape: isRunning ? null : (facts.basis.errors?.[kpi][step] ?? null),
        step,
      });
  }
  return spans.map(({ step: _, ...span }) => span);
};
