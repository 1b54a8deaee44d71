import { formatCount } from '../../../lib/format.ts';

/** Dollars as people type them: `1,250.50` or `$1250.5`. Null where nothing was typed; NaN where it is no amount. */
export const readAmount = (text: string): number | null => {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');
  if (plain === '') return null;
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
};

/** What is wrong with it; null where nothing is. */
export const amountProblem = (text: string, most: number): string | null => {
  const amount = readAmount(text);
  if (amount === null || (!Number.isNaN(amount) && amount <= most)) return null;
  return `Enter an amount from 0 to ${formatCount(Math.floor(most))} with at most 2 decimals.`;
};
