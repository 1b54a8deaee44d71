import { roundHalfUp } from '@paceline/contract';

/**
 * Splits a whole number by weights so that the parts add up to it (largest remainder; ties go to the earlier part). Weights
 * that say nothing, all zero, split evenly. A negative total, a credit, splits as its opposite does.
 */
export const splitWhole = (total: number, weights: readonly number[]): number[] => {
  if (!Number.isSafeInteger(total)) throw new RangeError('Only whole numbers can be split without a rest');
  if (weights.length === 0) return [];
  const finite = weights.map((weight) => (Number.isFinite(weight) ? Math.max(0, weight) : 0));
  const largest = finite.reduce((a, b) => Math.max(a, b), 0);
  // By the largest first, so that the sum of huge weights, or of tiny ones, is still a number to divide by.
  const shares = finite.map((weight) => (largest > 0 ? weight / largest : 1));
  const sum = shares.reduce((a, b) => a + b, 0);
  const units = Math.abs(total);
  const exact = shares.map((share) => (units * share) / sum);
  const parts = exact.map(Math.floor);
  const allotted = parts.reduce((a, b) => a + b, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value), weighs: (shares[index] ?? 0) > 0 }))
    .filter(({ weighs }) => weighs)
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  // Beyond 2^53 ÷ parts the floors themselves may be off by a unit in either direction: the rest is settled by counting.
  let rest = units - allotted;
  for (let turn = 0; rest !== 0; turn += 1) {
    const { index } = byRemainder[turn % byRemainder.length] ?? { index: 0 };
    const step = Math.sign(rest);
    parts[index] = (parts[index] ?? 0) + step;
    rest -= step;
  }
  return total < 0 ? parts.map((part) => (part === 0 ? 0 : -part)) : parts;
};

/** Dollars in cents: the parts add up to the amount to the cent. */
export const splitMoney = (amount: number, weights: readonly number[]): number[] =>
  splitWhole(Math.round(roundHalfUp(amount, 2) * 100), weights).map((cents) => cents / 100);
