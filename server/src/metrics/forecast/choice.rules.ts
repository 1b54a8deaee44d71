import { type ForecastMethod, type Kpi, type WhyMethod } from '@paceline/contract';
import {
  backtestLine,
  costTested,
  knownAt,
  NO_DIFFERENCE,
  placeOf,
  recentOf,
  stepOf,
  STEPS,
  type Tested,
  type TestedCounts,
  testedOf,
  wapeOf,
} from './backtest.rules.ts';
import {
  byKpi,
  completeMonths,
  COST_OF,
  COUNTED_KPIS,
  type CountedKpi,
  hasLastYear,
  isCost,
  type LineHistory,
  type OwnerHistory,
  type RateBook,
  recentCost,
  type SeriesMethod,
} from './line.rules.ts';
import { type Misses, missesOf, openOwnerMisses, type OwnerMisses } from './misses.rules.ts';
import { MIN_MONTHS } from './series.rules.ts';

export interface Chosen {
  used: ForecastMethod;
  why: WhyMethod;
}
/** Method of each count at one horizon. Spend may follow inquiries instead; `why` is then `COST_HELD`. */
export type Choice = Record<CountedKpi, Chosen>;

/** Choices by horizon. Forecasts built before these existed (docs/decisions/094) use the first month's for all. */
export interface Choices {
  /** One month ahead. */
  chosen: Choice;
  /** Two, three, and four or more months ahead. */
  later?: readonly Choice[];
}

export const choiceAt = ({ chosen, later }: Choices, horizon: number): Choice => later?.[stepOf(horizon) - 1] ?? chosen;

/** Horizon of a month: the current month is nearly known and uses the next month's. */
export const horizonAt = (hasRunning: boolean, ahead: number): number => (hasRunning ? Math.max(1, ahead) : ahead + 1);

/** Weight of the owner's line items, in tests of the line itself. */
const OWNER_TESTS = 12;
/** Last year's value must reduce the error by a tenth: there are too few months to prove less. */
const MIN_GAIN = 0.1;

const OTHERS = {
  naive: { used: 'SEASONAL_NAIVE', why: 'NAIVE_BETTER' },
  plain: { used: 'SEASONAL_NAIVE', why: 'LAST_YEAR_BETTER' },
} as const satisfies Record<string, Chosen>;

/** Error per actual unit, shrunk towards the owner's lines' error relative to AUTO. */
const leaning = (own: Misses, owner: Misses, by: 'auto' | 'naive' | 'plain'): number => {
  const ofOwner = owner.auto > 0 ? owner[by] / owner.auto : 1;
  const auto = own.tests > 0 ? own.auto / own.tests : 1;
  return (own[by] + OWNER_TESTS * auto * ofOwner) / (own.tests + OWNER_TESTS);
};

export interface Evidence {
  completeMonths: number;
  hasLastYear: boolean;
  own: Misses;
  owner: Misses;
}

/** Method of a KPI. AUTO is replaced if last year's value had a smaller error, or if there is too little data. */
export const choose = (method: ForecastMethod, evidence: Evidence): Chosen => {
  const { own, owner } = evidence;
  if (method === 'MANUAL') return { used: method, why: 'ASKED' };
  if (evidence.completeMonths < MIN_MONTHS) return { used: 'RUN_RATE', why: 'TOO_SHORT' };
  if (method === 'SEASONAL_NAIVE' && evidence.completeMonths < 12) return { used: 'RUN_RATE', why: 'NO_LAST_YEAR' };
  // Nothing to repeat: a pause a year ago, or no outcome in that month.
  if (method === 'SEASONAL_NAIVE' && !evidence.hasLastYear) return { used: 'AUTO', why: 'NO_LAST_YEAR' };
  if (method !== 'AUTO') return { used: method, why: 'ASKED' };
  const auto: Chosen = { used: 'AUTO', why: 'BEST' };
  if (!evidence.hasLastYear) return auto;
  const [byAuto, naive, plain] = (['auto', 'naive', 'plain'] as const).map((by) => leaning(own, owner, by)) as [
    number,
    number,
    number,
  ];
  // Rounding differences between equal errors are not a gain.
  const noise = own.tests > 0 ? (NO_DIFFERENCE * own.actual) / own.tests : 0;
  if (Math.min(naive, plain) >= (1 - MIN_GAIN) * byAuto - noise) return auto;
  return naive <= plain ? OTHERS.naive : OTHERS.plain;
};

/** The series of a chosen method; manual values are based on AUTO's. */
export const seriesOfChosen = ({ used, why }: Chosen): SeriesMethod =>
  why === 'LAST_YEAR_BETTER' ? 'LAST_YEAR' : used === 'MANUAL' ? 'AUTO' : used;

export const isCostHeld = ({ spend }: Choice): boolean => spend.why === 'COST_HELD';

const foreseenBy = (chosen: Chosen, { auto, naive, plain, runRate }: Tested): number =>
  ({ AUTO: auto, SEASONAL_NAIVE: naive ?? auto, LAST_YEAR: plain ?? auto, RUN_RATE: runRate })[seriesOfChosen(chosen)];

/** Tested spend derived from inquiries at the cost of the three months before; unchanged if there is no such cost. */
const atHeldCost = (line: LineHistory, spend: readonly Tested[], inquiries: readonly Tested[]): Tested[] => {
  const countOf = new Map(inquiries.map((count) => [placeOf(count), count]));
  const costs = new Map<number, number | null>();
  return spend.map((one) => {
    const loadedMonths = knownAt(one);
    const cost = costs.get(loadedMonths) ?? recentCost(line, loadedMonths);
    costs.set(loadedMonths, cost);
    const count = countOf.get(placeOf(one));
    return count === undefined || cost === null ? one : { ...one, auto: count.auto * cost };
  });
};

/** Forecast of each month by the method chosen for it. */
const foreseen = (
  line: LineHistory,
  tested: TestedCounts,
  choiceOf: (one: Tested) => Choice,
  isHeld: (one: Tested) => boolean = (one) => isCostHeld(choiceOf(one)),
): TestedCounts => {
  const counts = byKpi(COUNTED_KPIS, (kpi) =>
    tested[kpi].map((one) => ({ ...one, auto: foreseenBy(choiceOf(one)[kpi], one) })),
  );
  const heldForecast = atHeldCost(line, counts.spend, counts.inquiries);
  return { ...counts, spend: counts.spend.map((one, place) => (isHeld(one) ? (heldForecast[place] ?? one) : one)) };
};

/** Errors of spend and of cost per inquiry; null if there were no actuals. */
const missedBy = ({ spend, inquiries }: TestedCounts): { spend: number; cost: number } | null => {
  const off = (tested: readonly Tested[]) => wapeOf(tested.map(({ auto, actual }) => ({ foreseen: auto, actual })));
  const [ofSpend, ofCost] = [off(spend), off(costTested(spend, inquiries))];
  return ofSpend === null || ofCost === null ? null : { spend: ofSpend, cost: ofCost };
};

const NOTHING_TESTED: TestedCounts = byKpi(COUNTED_KPIS, () => []);

/**
 * Chooses a line's methods from the tested months before `loaded`, for each horizon by tests of that horizon. Numerator and denominator
 * forecast by independent methods make a bad ratio: with AUTO, spend follows inquiries at their recent cost, unless spend alone had as
 * small an error for both spend and cost. This is decided once for all months, so that the series has no break.
 */
const chooseAll = (
  method: ForecastMethod,
  line: LineHistory,
  tested: TestedCounts,
  misses: OwnerMisses,
  loaded: number,
): Choice[] => {
  const months = completeMonths(line);
  const before = byKpi(COUNTED_KPIS, (kpi) => tested[kpi].filter(({ month }) => month < loaded));
  const apart = Array.from({ length: STEPS }, (_, step) =>
    byKpi(COUNTED_KPIS, (kpi) =>
      choose(method, {
        completeMonths: months,
        hasLastYear: hasLastYear(line, kpi, loaded),
        own: missesOf(before[kpi].filter(({ horizon }) => stepOf(horizon) === step)),
        owner: misses.before(kpi, step, loaded),
      }),
    ),
  );
  if (method !== 'AUTO' || months < MIN_MONTHS) return apart;
  const halves: TestedCounts = {
    ...NOTHING_TESTED,
    spend: recentOf(before.spend, loaded),
    inquiries: recentOf(before.inquiries, loaded),
  };
  const missed = (isHeld: boolean) =>
    missedBy(
      foreseen(
        line,
        halves,
        ({ horizon }) => apart[stepOf(horizon)] as Choice,
        () => isHeld,
      ),
    );
  const [byItself, heldMiss] = [missed(false), missed(true)];
  const isAsNear =
    byItself === null ||
    heldMiss === null ||
    (byItself.spend <= heldMiss.spend + NO_DIFFERENCE && byItself.cost <= heldMiss.cost + NO_DIFFERENCE);
  return isAsNear
    ? apart
    : apart.map((choice) => ({ ...choice, spend: { used: choice.inquiries.used, why: 'COST_HELD' } }));
};

export interface TestedLine extends Choices {
  line: LineHistory;
  tested: TestedCounts;
  /** Tests with the methods that the months before each would have chosen, never the month itself. */
  results: TestedCounts;
}

/** Chooses methods for a line that is already tested. */
export const judgeLine = (
  { months }: Pick<OwnerHistory, 'months'>,
  line: LineHistory,
  tested: TestedCounts,
  { method, misses }: { method: ForecastMethod; misses: OwnerMisses },
): TestedLine => {
  const cache = new Map<number, Choice[]>();
  const choicesAt = (loaded: number): Choices => {
    const [chosen, ...later] = cache.get(loaded) ?? chooseAll(method, line, tested, misses, loaded);
    cache.set(loaded, [chosen as Choice, ...later]);
    return { chosen: chosen as Choice, later };
  };
  return {
    line,
    tested,
    ...choicesAt(months),
    results: foreseen(line, tested, (one) => choiceAt(choicesAt(knownAt(one)), one.horizon)),
  };
};

/** Tests all lines of an owner together, since each is shrunk towards the others' errors. */
export const testLines = (owner: OwnerHistory, rates: RateBook, method: ForecastMethod): TestedLine[] => {
  const tested = owner.lines.map((line) => backtestLine(owner, rates, line));
  const misses = openOwnerMisses(tested);
  return owner.lines.map((line, place) => judgeLine(owner, line, tested[place] ?? NOTHING_TESTED, { method, misses }));
};

/** Tests of a KPI as it would have been forecast; a cost divides the forecasts of its parts. */
export const toldOf = ({ results }: Pick<TestedLine, 'results'>, kpi: Kpi): readonly Tested[] => testedOf(results, kpi);

/** Method of a KPI at a horizon: a cost follows its count; cost per inquiry follows whether the cost is held. */
export const chosenFor = (choices: Choices, kpi: Kpi, horizon: number): Chosen => {
  const choice = choiceAt(choices, horizon);
  if (kpi === 'cpl' && isCostHeld(choice)) return { used: 'RUN_RATE', why: 'COST_HELD' };
  return isCost(kpi) ? choice[COST_OF[kpi]] : choice[kpi];
};
