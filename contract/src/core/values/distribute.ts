/** A recipient of a distribution: its weight, and the limits of its change. */
export interface Taker {
  weight: number;
  /** Maximum that can be added; null for no limit. */
  most: number | null;
  /** Maximum that can be taken away, as a number ≥ 0. */
  least: number;
}

/** Whole shares by weight that add up to the total exactly: the largest remainders get the rounding. */
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
 * Distributes whole units, or takes them away if the amount is negative. Each taker gets its share by weight; the excess over a limit goes
 * to the others by weight. The parts add up to the amount, unless all limits are reached: `left` is the rest.
 */
export const distribute = (amount: number, takers: readonly Taker[]): { parts: number[]; left: number } => {
  const sign = amount < 0 ? -1 : 1;
  const room = takers.map(({ most, least }) => (sign < 0 ? least : (most ?? Number.POSITIVE_INFINITY)));
  const parts = takers.map(() => 0);
  let left = Math.abs(Math.trunc(amount));
  let open = takers.map((_, index) => index).filter((index) => (room[index] ?? 0) > 0);
  while (left > 0 && open.length > 0) {
    const weights = open.map((index) => Math.max(0, takers[index]?.weight ?? 0));
    // Equal parts if all weights are 0.
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
    // Takers of weight 0 only get what the others cannot take.
    if (sum === 0 && open.length === before) break;
  }
  return { parts: parts.map((part) => (part === 0 ? 0 : sign * part)), left: left === 0 ? 0 : sign * left };
};

/**
 * Changes each value by the same percentage, in whole units whose total is the rounded percentage of the total: rounding neither loses nor
 * adds units.
 */
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
