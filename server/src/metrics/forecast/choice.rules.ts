import { type ForecastMethod, type Kpi, type WhyMethod } from '@paceline/contract';
import {
  backtestLine,
  beatsNaive,
  costTested,
  knownAt,
  NO_DIFFERENCE,
  type Tested,
  testedOf,
  wapeOf,
} from './backtest.rules.ts';
import {
  byKpi,
  completeMonths,
  COST_OF,
  COUNTED_KPIS,
  type CountedKpi,
  isCost,
  type LineHistory,
  type OwnerHistory,
  type RateBook,
  recentCost,
} from './line.rules.ts';
import { LEAST_MONTHS } from './series.rules.ts';

export interface Chosen {
  used: ForecastMethod;
  why: WhyMethod;
}
/** Which method each count goes by. Spend may follow inquiries instead: why says `COST_HELD`. */
export type Choice = Record<CountedKpi, Chosen>;

/** Which method a figure goes by. AUTO gives way where last year's value came nearer, or where there is too little to go by. */
export const choose = (method: ForecastMethod, months: number, tested: readonly Tested[]): Chosen => {
  if (method === 'MANUAL') return { used: method, why: 'ASKED' };
  if (months < LEAST_MONTHS) return { used: 'RUN_RATE', why: 'TOO_SHORT' };
  if (method === 'SEASONAL_NAIVE' && months < 12) return { used: 'RUN_RATE', why: 'NO_LAST_YEAR' };
  if (method !== 'AUTO') return { used: method, why: 'ASKED' };
  return beatsNaive(tested) === false ? { used: 'SEASONAL_NAIVE', why: 'NAIVE_BETTER' } : { used: 'AUTO', why: 'BEST' };
};

export const isCostHeld = ({ spend }: Choice): boolean => spend.why === 'COST_HELD';

type TestedCounts = Record<CountedKpi, readonly Tested[]>;

const foreseenBy = ({ used }: Chosen, { auto, naive, runRate }: Tested): number =>
  used === 'SEASONAL_NAIVE' ? (naive ?? auto) : used === 'RUN_RATE' ? runRate : auto;

/** Spend of the tested months as inquiries at what one cost in the three months before; as it was where nothing says so. */
const atHeldCost = (line: LineHistory, spend: readonly Tested[], inquiries: readonly Tested[]): Tested[] =>
  spend.map((one) => {
    const count = inquiries.find(({ month, horizon }) => month === one.month && horizon === one.horizon);
    const cost = recentCost(line, knownAt(one));
    return count === undefined || cost === null ? one : { ...one, auto: count.auto * cost };
  });

/** Each month by the method that was chosen for it. */
const foreseen = (
  line: LineHistory,
  tested: TestedCounts,
  choiceOf: (one: Tested) => Choice,
  isHeld: (one: Tested) => boolean = (one) => isCostHeld(choiceOf(one)),
): TestedCounts => {
  const counts = byKpi(COUNTED_KPIS, (kpi) =>
    tested[kpi].map((one) => ({ ...one, auto: foreseenBy(choiceOf(one)[kpi], one) })),
  );
  const held = atHeldCost(line, counts.spend, counts.inquiries);
  return { ...counts, spend: counts.spend.map((one, place) => (isHeld(one) ? (held[place] ?? one) : one)) };
};

/** By how much spend and the cost of an inquiry were missed; null where nothing came. */
const missedBy = ({ spend, inquiries }: TestedCounts): { spend: number; cost: number } | null => {
  const off = (tested: readonly Tested[]) => wapeOf(tested.map(({ auto, actual }) => ({ foreseen: auto, actual })));
  const [ofSpend, ofCost] = [off(spend), off(costTested(spend, inquiries))];
  return ofSpend === null || ofCost === null ? null : { spend: ofSpend, cost: ofCost };
};

/**
 * The methods of a line as its tested months speak for them. Two halves that each go by a method of their own make a bad ratio: AUTO
 * lets spend follow inquiries at their cost of late, unless spend by itself came as near, for spend and for the cost.
 */
const chooseAll = (method: ForecastMethod, line: LineHistory, tested: TestedCounts): Choice => {
  const months = completeMonths(line);
  const apart = byKpi(COUNTED_KPIS, (kpi) => choose(method, months, tested[kpi]));
  if (method !== 'AUTO' || months < LEAST_MONTHS) return apart;
  const missed = (isHeld: boolean) =>
    missedBy(
      foreseen(
        line,
        tested,
        () => apart,
        () => isHeld,
      ),
    );
  const [byItself, held] = [missed(false), missed(true)];
  const isAsNear =
    byItself === null ||
    held === null ||
    (byItself.spend <= held.spend + NO_DIFFERENCE && byItself.cost <= held.cost + NO_DIFFERENCE);
  return isAsNear ? apart : { ...apart, spend: { used: apart.inquiries.used, why: 'COST_HELD' } };
};

export interface TestedLine {
  line: LineHistory;
  tested: TestedCounts;
  chosen: Choice;
  /** What would have been told of each tested month: by the methods that the months before it spoke for, never by itself. */
  told: TestedCounts;
}

export const testLine = (
  owner: OwnerHistory,
  rates: RateBook,
  line: LineHistory,
  method: ForecastMethod,
): TestedLine => {
  const tested = backtestLine(owner, rates, line);
  const choices = new Map<number, Choice>();
  const chosenAt = (known: number): Choice => {
    const made =
      choices.get(known) ??
      chooseAll(
        method,
        line,
        byKpi(COUNTED_KPIS, (kpi) => tested[kpi].filter(({ month }) => month < known)),
      );
    choices.set(known, made);
    return made;
  };
  return {
    line,
    tested,
    chosen: chosenAt(owner.months),
    told: foreseen(line, tested, (one) => chosenAt(knownAt(one))),
  };
};

/** What would have been told of a figure; a cost divides what would have been told of its halves. */
export const toldOf = ({ told }: TestedLine, kpi: Kpi): readonly Tested[] => testedOf(told, kpi);

/** Which method a figure is told by: a cost follows its count, that of an inquiry what is held. */
export const chosenFor = ({ chosen }: { chosen: Choice }, kpi: Kpi): Chosen => {
  if (kpi === 'cpl' && isCostHeld(chosen)) return { used: 'RUN_RATE', why: 'COST_HELD' };
  return isCost(kpi) ? chosen[COST_OF[kpi]] : chosen[kpi];
};
