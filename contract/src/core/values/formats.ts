const LOCALE = 'en-US';
/** What stands where there is no value; never 0. */
export const NO_VALUE = '–';

export interface MetricFormat {
  kind: 'dollar' | 'count' | 'percent' | 'number';
  decimals?: number;
  blankWhenZero?: boolean;
}
/**
 * Tiles are read from afar: whole dollars, but for figures with decimals of their own. Tables are checked against invoices:
 * cents.
 */
type MetricPlace = 'table' | 'tile';

const shift = (value: number, by: number): number => {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + by}`);
};

const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
/** So far a double's own fifteen digits and the product are surer than a tenth of the last place. */
const PLAIN_BELOW = 1e12;
/** How near to a half the digits have to decide; everything else rounds the same way by plain arithmetic, many times faster. */
const NEAR_A_HALF = 0.1;

const roundPlainly = (size: number, power: number | undefined): number | null => {
  if (power === undefined) return null;
  const places = size * power;
  const whole = Math.floor(places);
  const rest = places - whole;
  // Not so for what is not a number, either.
  if (!(places < PLAIN_BELOW) || Math.abs(rest - 0.5) < NEAR_A_HALF) return null;
  return (rest < 0.5 ? whole : whole + 1) / power;
};

/**
 * Half-up in decimal, as people and Postgres round: 1.005 → 1.01, −2.5 → −3. The fifteen digits that a double is sure of
 * come first, else 1.1 × 1.15 would round as the 1.2649999999999999 that it is in binary.
 */
export const roundHalfUp = (value: number, decimals: number): number => {
  const quick = roundPlainly(Math.abs(value), POWERS[decimals]);
  if (quick !== null) return quick === 0 ? 0 : Math.sign(value) * quick;
  // Up here a double has no decimals, and shifting it could leave what a double holds.
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
  /** A difference says its direction: +2,310.00. */
  signed?: boolean;
}

/** How a value is written for people. Values that are kept or computed with stay as they are. */
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

/** Inside a sentence: $67.6K. Inquiries are counted one by one, and below a thousand dollars there is nothing to shorten. */
export const formatCompact = (kind: 'dollar' | 'count', value: number | null): string => {
  if (value === null || !Number.isFinite(value)) return NO_VALUE;
  return kind === 'count' || Math.abs(value) < 999.5
    ? formatMetricValue({ kind, decimals: 0 }, value)
    : COMPACT_DOLLARS.format(value);
};

/** What goes into a file: a number that can be added up there, or an empty cell. */
export const fileValue = (format: MetricFormat, value: number | null | undefined): number | '' => {
  if (value == null || !Number.isFinite(value) || (format.blankWhenZero && value === 0)) return '';
  return roundHalfUp(value, decimalsOf(format, 'table'));
};
