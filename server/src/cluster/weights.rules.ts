import { intLiteral, numberLiteral } from './literals.rules.ts';

/**
 * What a valid lead counts for beside itself, by its campaign's month: its share of a platform's cost, or of those whose outcome is
 * in. The cluster adds them up, so that groups need not come back by campaign and month.
 */
export interface Weights {
  /** Campaign and month of each, by `weightKey`. */
  keys: readonly number[];
  /** One list for each weight, as long as the keys. */
  columns: readonly (readonly number[])[];
}

/** More than there will ever be months: the number of one is its year times twelve and its place. */
const MONTHS = 100_000;
export const weightKey = (campaignKey: number, month: number): number => campaignKey * MONTHS + month;
/** The same of a row, from its campaign and month. */
export const weightKeyOf = (campaign: string, month: string): string => `${campaign} * ${MONTHS} + ${month}`;

/** The name under which a weight's sum comes back. */
export const weighedName = (index: number): string => `weighed_${index}`;

/** Leads of a campaign and month without a weight count for none. */
export const weighedSums = ({ keys, columns }: Weights): string[] =>
  columns.map((column, index) => {
    const heavy = column.flatMap((weight, at) => (weight === 0 ? [] : [at]));
    // A list cannot be empty there.
    const sums =
      heavy.length === 0
        ? '0.0'
        : `transform(${weightKeyOf('campaign_key', 'month')}, [${heavy.map((at) => intLiteral(keys[at] ?? 0)).join(', ')}], [${heavy.map((at) => numberLiteral(column[at] ?? 0)).join(', ')}], 0.0)`;
    return `sum(sign * valid * ${sums}) as ${weighedName(index)}`;
  });
