import { roundHalfUp } from '@paceline/contract';

/**
 * Splits a whole number by weights so that the parts add up to it (largest remainder; ties go to the earlier part). If all weights are zero
 * it splits evenly. A negative total, such as a credit, mirrors the positive split.
 */
export const splitWhole = (total: number, weights: readonly number[]): number[] => {
  if (!Number.isSafeInteger(total)) throw new RangeError('Only whole numbers can be split without a rest');
  if (weights.length === 0) return [];
  const finite = weights.map((weight) => (Number.isFinite(weight) ? Math.max(0, weight) : 0));
  const largest = finite.reduce((a, b) => Math.max(a, b), 0);
  // Scaled by the largest weight, so that the sum of huge or tiny weights can still be divided by.
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
  // Beyond 2^53 ÷ parts the floors may be off by one in either direction: the remainder is distributed unit by unit.
  let rest = units - allotted;
  for (let turn = 0; rest !== 0; turn += 1) {
    const { index } = byRemainder[turn % byRemainder.length] ?? { index: 0 };
    const step = Math.sign(rest);
    parts[index] = (parts[index] ?? 0) + step;
    rest -= step;
  }
  return total < 0 ? parts.map((part) => (part === 0 ? 0 : -part)) : parts;
};

/** Splits dollars in cents: the parts add up to the amount exactly. */
export const splitMoney = (amount: number, weights: readonly number[]): number[] =>
  splitWhole(Math.round(roundHalfUp(amount, 2) * 100), weights).map((cents) => cents / 100);
