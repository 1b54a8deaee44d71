import { sum } from './series.rules.ts';

/** Default exponent of rising cost per inquiry, and the maximum accepted from a fit. */
const DEFAULT_EXPONENT = 0.15;
const MAX_EXPONENT = 0.5;
const MONTHS_FOR_FIT = 12;
const MIN_FIT = 0.3;

export interface Exponent {
  exponent: number;
  /** Fitted to the line item's own months, not the default. */
  isFitted: boolean;
}

/**
 * Diminishing returns: cost per inquiry grows with spend to the power of the exponent. It is the slope of log cost over log spend if a year
 * of months fits well (R² above 0.3), limited to 0 to 0.5.
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

/** A line item's own point on its curve: its spend, and its cost per inquiry there. */
export interface CurveBase {
  spend: number;
  cpl: number;
  exponent: number;
}

/** Cost per inquiry at another spend. */
export const costAt = ({ spend, cpl, exponent }: CurveBase, planned: number): number =>
  spend > 0 && planned > 0 ? cpl * (planned / spend) ** exponent : cpl;

export const inquiriesAt = (base: CurveBase, planned: number): number => {
  const cost = costAt(base, planned);
  return cost > 0 ? planned / cost : 0;
};
