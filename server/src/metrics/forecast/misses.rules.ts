import { stepOf, STEPS, type Tested, type TestedCounts } from './backtest.rules.ts';
import { byKpi, COUNTED_KPIS, type CountedKpi } from './line.rules.ts';

/** Summed errors of the months that had a previous year, by method. */
export interface Misses {
  tests: number;
  actual: number;
  auto: number;
  naive: number;
  plain: number;
}

const none = (): Misses => ({ tests: 0, actual: 0, auto: 0, naive: 0, plain: 0 });

const addUp = (all: readonly Misses[]): Misses =>
  all.reduce((sum, { tests, actual, auto, naive, plain }) => {
    sum.tests += tests;
    sum.actual += actual;
    sum.auto += auto;
    sum.naive += naive;
    sum.plain += plain;
    return sum;
  }, none());

export const missesOf = (tested: readonly Tested[]): Misses =>
  tested.reduce((sum, { actual, auto, naive, plain }) => {
    if (naive === null || plain === null) return sum;
    sum.tests += 1;
    sum.actual += actual;
    sum.auto += Math.abs(auto - actual);
    sum.naive += Math.abs(naive - actual);
    sum.plain += Math.abs(plain - actual);
    return sum;
  }, none());

/** Summed errors of all line items of an owner: a single line has too few months to choose by. */
export interface OwnerMisses {
  /** At one step, from the months before `loaded`: later actuals are not used. */
  before(kpi: CountedKpi, step: number, loaded: number): Misses;
}

export const openOwnerMisses = (lines: readonly TestedCounts[]): OwnerMisses => {
  const byMonth = byKpi(COUNTED_KPIS, (kpi) => {
    const all = lines.flatMap((line) => line[kpi]);
    return Array.from({ length: STEPS }, (_, step) =>
      [
        ...Map.groupBy(
          all.filter(({ horizon }) => stepOf(horizon) === step),
          ({ month }) => month,
        ),
      ].map(([month, tested]) => ({ month, misses: missesOf(tested) })),
    );
  });
  const cache = new Map<string, Misses>();
  return {
    before: (kpi, step, loaded) => {
      const key = `${kpi} ${step} ${loaded}`;
      const earlier =
        cache.get(key) ??
        addUp((byMonth[kpi][step] ?? []).flatMap(({ month, misses }) => (month < loaded ? [misses] : [])));
      cache.set(key, earlier);
      return earlier;
    },
  };
};
