import { formatMetricValue } from '../values/formats.ts';
import { wholePercent } from '../values/share.ts';

/** Basis of a mature cost. */
export interface MatureDetail {
  value: number | null;
  /** The 80 % range. */
  low: number | null;
  high: number | null;
  /** Too little data of its own: the channel's or owner's cost is mixed in. */
  shrunk: boolean;
  /** Unweighted. */
  spend: number;
  inquiries: number;
  outcomes: number;
  percentMatured: number | null;
}

const dollars = (value: number): string => formatMetricValue({ kind: 'dollar', decimals: 0 }, value);
const counted = (count: number, one: string): string =>
  `${formatMetricValue({ kind: 'count' }, count)} ${count === 1 ? one : `${one}s`}`;

const LAST_DAYS = ' of the last 540 days';
const RECENT = '; recent ones count more';

/**
 * Note on a mature cost: its data basis, its certainty, and whether another's cost is mixed in. Days chosen by the user are weighted
 * equally.
 */
export const matureNote = (detail: MatureDetail, { chosenDays = false } = {}): string | null => {
  const { value, low, high, shrunk, spend, inquiries, outcomes, percentMatured } = detail;
  if (value === null) return null;
  const matured = percentMatured === null ? '' : `, ${wholePercent(percentMatured)}% matured`;
  const of = inquiries === 1 ? 'inquiry' : 'inquiries';
  return [
    `${counted(outcomes, 'outcome')} of ${formatMetricValue({ kind: 'count' }, inquiries)} ${of} and ${dollars(spend)}${chosenDays ? '' : LAST_DAYS}${matured}${chosenDays ? '' : RECENT}.`,
    low === null || high === null ? null : `80% range: ${dollars(low)} to ${dollars(high)}.`,
    shrunk ? 'Few outcomes: the channel’s or the overall cost is mixed in.' : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
};
