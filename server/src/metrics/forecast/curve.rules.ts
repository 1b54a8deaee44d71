import { sum } from './series.rules.ts';

/** How fast an inquiry gets dearer where nothing is known of it, and the most that is believed. */
const DEFAULT_EXPONENT = 0.15;
const MAX_EXPONENT = 0.5;
const MONTHS_FOR_FIT = 12;
const MIN_FIT = 0.3;

export interface Exponent {
  exponent: number;
  /** From the line item's own months, not the default. */
  isFitted: boolean;
}

/**
 * Diminishing returns: cost per inquiry grows with spend to the power of the exponent. The slope of log cost over log spend is
 * taken where a year of months agrees on one (R² above 0.3), between 0 and 0.5.
 */
export const fitExponent = (spend: readonly number[], inquiries: readonly number[]): Exponent => {
  const points = spend.flatMap((spent, month) => {
    const count = inquiries[month] ?? 0;
    return spent > 0 && count > 0 ? [[Math.log(spent), Math.log(spent / count)] as const] : [];
  });
  const none = { exponent: DEFAULT_EXPONENT, isFitted: false };
  if (points.length < MONTHS_FOR_FIT) return none;
  const meanX = sum(points.map(([x]) => x)) / points.length;
  const meanY = sum(points.map(([, y]) => y)) / points.length;
  const xx = sum(points.map(([x]) => (x - meanX) ** 2));
  const yy = sum(points.map(([, y]) => (y - meanY) ** 2));
  const xy = sum(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  if (xx === 0 || yy === 0 || (xy * xy) / (xx * yy) <= MIN_FIT) return none;
  return { exponent: Math.min(MAX_EXPONENT, Math.max(0, xy / xx)), isFitted: true };
};

/** Where a line item stands on its curve: what it spends of itself, and what an inquiry costs there. */
export interface CurveBase {
  spend: number;
  cpl: number;
  exponent: number;
}

/** What an inquiry costs at another spend. */
export const costAt = ({ spend, cpl, exponent }: CurveBase, planned: number): number =>
  spend > 0 && planned > 0 ? cpl * (planned / spend) ** exponent : cpl;

export const inquiriesAt = (base: CurveBase, planned: number): number => {
  const cost = costAt(base, planned);
  return cost > 0 ? planned / cost : 0;
};
