/** Reproducible randomness: a sequence per name, so that one more draw here changes nothing elsewhere. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An independent sequence, identified by its name. */
  fork(name: string | number): Random;
  chance(probability: number): boolean;
  /** An integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number;
  between(low: number, high: number): number;
  normal(mean?: number, deviation?: number): number;
  /** Log-normal by median and sigma of the logarithm. */
  logNormal(median: number, sigma: number): number;
  gamma(shape: number): number;
  poisson(mean: number): number;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

const hashText = (text: string, seed: number): number => {
  let hash = seed ^ 0x9e37_79b9;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x85eb_ca6b);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2_ae35);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** mulberry32: small, fast, and more than good enough here. */
const sequence = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const makeRandom = (name: string, seed = 20_260_601): Random => {
  const own = hashText(name, seed);
  const next = sequence(own);
  const normal = (mean = 0, deviation = 1): number =>
    mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  /** Marsaglia and Tsang's method; every shape here is at least 1. */
  const gamma = (shape: number): number => {
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const poisson = (mean: number): number => {
    if (mean > 40) return Math.max(0, Math.round(normal(mean, Math.sqrt(mean))));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = next(); product > limit; product *= next()) count += 1;
    return count;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    fork: (child) => makeRandom(String(child), own),
    chance: (probability) => next() < probability,
    int,
    between: (low, high) => low + next() * (high - low),
    normal,
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    gamma,
    poisson,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    shuffle: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i -= 1) {
        const j = int(0, i);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
  };
};

/** Weighted draws, precomputed for repeated use. */
export const weighted = <T>(list: readonly T[], weightOf: (item: T) => number): ((random: Random) => T) => {
  let total = 0;
  const sums = list.map((item) => (total += weightOf(item)));
  return (random) => {
    const at = random.next() * total;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return list[low]!;
  };
};
