/** What was foreseen of one month from one origin, and what came. */
interface Foreseen {
  kpi: string;
  method: string;
  origin: string;
  horizon: number;
  forecast: number;
  actual: number;
  /** Only of the method whose ranges are judged. */
  range?: { low: number; high: number } | null;
}

interface Tally {
  off: number;
  actual: number;
  inside: number;
  ranges: number;
  width: number;
}

const EMPTY: Tally = { off: 0, actual: 0, inside: 0, ranges: 0, width: 0 };
/** Bounds are stored to a ten-thousandth. */
const ROUNDING = 1e-9;

interface Tallies {
  add(one: Foreseen): void;
  /** By how much forecasts were missed, of what came; null where nothing was foreseen. */
  wape(of: Partial<Foreseen>): number | null;
  /** How many ranges there were, the share of them that held what came, and their width, of what came. */
  ranges(of: Partial<Foreseen>): { count: number; coverage: number; width: number };
}

export const openTallies = (): Tallies => {
  const all: Foreseen[] = [];
  const sumOf = (of: Partial<Foreseen>): Tally => {
    const wanted = Object.entries(of);
    const matches = all.filter((one) => wanted.every(([key, value]) => one[key as keyof Foreseen] === value));
    return matches.reduce<Tally>((sum, { forecast, actual, range }) => {
      const next = { ...sum, off: sum.off + Math.abs(forecast - actual), actual: sum.actual + actual };
      if (range == null) return next;
      const isInside = range.low - ROUNDING <= actual && actual <= range.high + ROUNDING;
      return {
        ...next,
        inside: sum.inside + Number(isInside),
        ranges: sum.ranges + 1,
        width: sum.width + range.high - range.low,
      };
    }, EMPTY);
  };
  return {
    add: (one) => all.push(one),
    wape: (of) => {
      const { off, actual } = sumOf(of);
      return actual === 0 ? null : off / actual;
    },
    ranges: (of) => {
      const { inside, ranges, width, actual } = sumOf(of);
      return { count: ranges, coverage: inside / Math.max(1, ranges), width: width / Math.max(1e-9, actual) };
    },
  };
};
