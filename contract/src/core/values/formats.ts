const LOCALE = 'en-US';
/** Placeholder for a missing value; never 0. */
export const NO_VALUE = '–';

export interface MetricFormat {
  kind: 'dollar' | 'count' | 'percent' | 'number';
  decimals?: number;
  blankWhenZero?: boolean;
}
/** Tiles show whole dollars, except figures with decimals of their own. Tables show cents, as they are checked against invoices. */
type MetricPlace = 'table' | 'tile';

const shift = (value: number, by: number): number => {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + by}`);
};

const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
/** Up to here a double's fifteen digits make the product accurate to less than a tenth of the last place. */
const PLAIN_BELOW = 1e12;
/** Distance from a half within which decimal digits decide; everything else rounds the same by plain arithmetic, many times faster. */
const NEAR_A_HALF = 0.1;

const roundPlainly = (size: number, power: number | undefined): number | null => {
  if (power === undefined) return null;
  const places = size * power;
  const whole = Math.floor(places);
  const rest = places - whole;
  // Also excludes NaN.
  if (!(places < PLAIN_BELOW) || Math.abs(rest - 0.5) < NEAR_A_HALF) return null;
  return (rest < 0.5 ? whole : whole + 1) / power;
};

/**
 * Rounds half away from zero in decimal, as people and Postgres do: 1.005 → 1.01, −2.5 → −3. The value is first cut to the fifteen digits a
 * double guarantees, otherwise 1.1 × 1.15 would round as binary 1.2649999999999999.
 */
export const roundHalfUp = (value: number, decimals: number): number => {
  const quick = roundPlainly(Math.abs(value), POWERS[decimals]);
  if (quick !== null) return quick === 0 ? 0 : Math.sign(value) * quick;
  // Doubles of this size have no decimals, and scaling them could overflow.
  if (Math.abs(value) >= Number.MAX_SAFE_INTEGER) return value;
  const sure = Number(Math.abs(value).toPrecision(15));
  const rounded = shift(Math.round(shift(sure, decimals)), -decimals);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
};

const DECIMALS = { dollar: 2, count: 0, percent: 1, number: 2 } as const satisfies Record<MetricFormat['kind'], number>;

export const decimalsOf = ({ kind, decimals }: MetricFormat, place: MetricPlace): number =>
  decimals ?? (kind === 'dollar' && place === 'tile' ? 0 : DECIMALS[kind]);

const formatters = new Map<string, Intl.NumberFormat>();
const writer = (kind: MetricFormat['kind'], decimals: number, signed: boolean): Intl.NumberFormat => {
  const key = `${kind} ${decimals} ${signed}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? 'exceptZero' : 'auto',
    ...(kind === 'dollar' ? { style: 'currency', currency: 'USD' } : {}),
  });
  formatters.set(key, format);
  return format;
};

interface FormatOptions {
  place?: MetricPlace;
  /** Shows the sign of a difference: +2,310.00. */
  signed?: boolean;
}

/** Formats a value for display only; stored values and inputs of calculations keep their precision. */
export const formatMetricValue = (
  format: MetricFormat,
  value: number | null | undefined,
  { place = 'table', signed = false }: FormatOptions = {},
): string => {
  const isFinite = value != null && Number.isFinite(value);
  if (format.blankWhenZero && (!isFinite || value === 0)) return '';
  if (!isFinite) return NO_VALUE;
  const decimals = decimalsOf(format, place);
  const text = writer(format.kind, decimals, signed).format(roundHalfUp(value, decimals));
  return format.kind === 'percent' ? `${text}%` : text;
};

const COMPACT_DOLLARS = new Intl.NumberFormat(LOCALE, {
  notation: 'compact',
  maximumFractionDigits: 1,
  style: 'currency',
  currency: 'USD',
});

/** Short form for sentences: $67.6K. Inquiries and amounts below a thousand dollars are not shortened. */
export const formatCompact = (kind: 'dollar' | 'count', value: number | null): string => {
  if (value === null || !Number.isFinite(value)) return NO_VALUE;
  return kind === 'count' || Math.abs(value) < 999.5
    ? formatMetricValue({ kind, decimals: 0 }, value)
    : COMPACT_DOLLARS.format(value);
};

/** Value in a file: a number that can be summed, or an empty cell. */
export const fileValue = (format: MetricFormat, value: number | null | undefined): number | '' => {
  if (value == null || !Number.isFinite(value) || (format.blankWhenZero && value === 0)) return '';
  return roundHalfUp(value, decimalsOf(format, 'table'));
};
