import { intLiteral, numberLiteral } from './literals.rules.ts';

/**
 * Weights of valid leads by campaign and month: the share of a platform's cost, or of matured outcomes. The cluster sums them, so that
 * groups need not be returned by campaign and month.
 */
export interface Weights {
  /** Campaign and month of each weight, from `weightKey`. */
  keys: readonly number[];
  /** One list per weight, as long as the keys. */
  columns: readonly (readonly number[])[];
}

/** Above any month number, which is year × 12 + month. */
const MONTHS = 100_000;
export const weightKey = (campaignKey: number, month: number): number => campaignKey * MONTHS + month;
/** The key of a row as SQL, from its campaign and month. */
export const weightKeyOf = (campaign: string, month: string): string => `${campaign} * ${MONTHS} + ${month}`;

/** Column name of a weight's sum. */
export const weighedName = (index: number): string => `weighed_${index}`;

/** Leads whose campaign and month have no weight count as 0. */
export const weighedSums = ({ keys, columns }: Weights): string[] =>
  columns.map((column, index) => {
    const heavy = column.flatMap((weight, at) => (weight === 0 ? [] : [at]));
    // The cluster does not allow empty lists.
    const sums =
      heavy.length === 0
        ? '0.0'
        : `transform(${weightKeyOf('campaign_key', 'month')}, [${heavy.map((at) => intLiteral(keys[at] ?? 0)).join(', ')}], [${heavy.map((at) => numberLiteral(column[at] ?? 0)).join(', ')}], 0.0)`;
    return `sum(sign * valid * ${sums}) as ${weighedName(index)}`;
  });
