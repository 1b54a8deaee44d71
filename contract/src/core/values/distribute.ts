/** One taker of a distribution: how much it should get compared with the others, and how much it can change. */
export interface Taker {
  weight: number;
  /** The most that can be added; null for no bound. */
  most: number | null;
  /** The most that can be taken away, as a number 0 or more. */
  least: number;
}

/** Whole shares by weight that come to exactly the total: the largest remainders get what rounding leaves. */
const wholeShares = (total: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (sum > 0 ? (total * weight) / sum : 0));
  const shares = exact.map(Math.floor);
  const left = total - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: weights[index] === 0 ? -1 : share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
};

/**
 * Gives out whole units, or takes them away where the amount is below 0. Each gets its share by weight; what one cannot take goes
 * to the others by their weights. The parts come to the amount exactly, unless all bounds together do not hold it: `left` says what
 * nobody could take.
 */
export const distribute = (amount: number, takers: readonly Taker[]): { parts: number[]; left: number } => {
  const sign = amount < 0 ? -1 : 1;
  const room = takers.map(({ most, least }) => (sign < 0 ? least : (most ?? Number.POSITIVE_INFINITY)));
  const parts = takers.map(() => 0);
  let left = Math.abs(Math.trunc(amount));
  let open = takers.map((_, index) => index).filter((index) => (room[index] ?? 0) > 0);
  while (left > 0 && open.length > 0) {
    const weights = open.map((index) => Math.max(0, takers[index]?.weight ?? 0));
    // Nobody weighs anything: equal parts.
    const shares = wholeShares(left, weights.some((weight) => weight > 0) ? weights : open.map(() => 1));
    let sum = 0;
    for (const [place, index] of open.entries()) {
      const part = Math.min(shares[place] ?? 0, (room[index] ?? 0) - (parts[index] ?? 0));
      parts[index] = (parts[index] ?? 0) + part;
      sum += part;
    }
    left -= sum;
    const before = open.length;
    open = open.filter((index) => (parts[index] ?? 0) < (room[index] ?? 0));
    // Those that weigh nothing take only what the others cannot.
    if (sum === 0 && open.length === before) break;
  }
  return { parts: parts.map((part) => (part === 0 ? 0 : sign * part)), left: left === 0 ? 0 : sign * left };
};

/** Each by the same percentage, in whole units whose total is the total's percentage rounded: no unit is lost or made by rounding. */
export const changeByPercent = (values: readonly number[], percent: number): number[] => {
  const factor = 1 + percent / 100;
  const exact = values.map((value) => Number((value * factor).toPrecision(12)));
  const wanted = Math.round(Number(exact.reduce((sum, value) => sum + value, 0).toPrecision(12)));
  const floors = exact.map(Math.floor);
  const left = wanted - floors.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) floors[index] = (floors[index] ?? 0) + 1;
  return floors;
};
