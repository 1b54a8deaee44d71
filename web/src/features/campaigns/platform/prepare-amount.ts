import { parseDollars } from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';

/** Error of a typed dollar amount; null if valid. */
export const amountProblem = (typed: string, most: number): string | null => {
  const amount = parseDollars(typed);
  if (amount === null || (amount !== undefined && amount <= most)) return null;
  return `Enter an amount from 0 to ${formatCount(Math.floor(most))} with at most 2 decimals.`;
};
