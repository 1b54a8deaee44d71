const LOCALE = 'en-US';
/** What stands where there is no value; never 0. */
export const NO_VALUE = '–';

export interface MetricFormat {
  kind: 'dollar' | 'count' | 'percent' | 'number';
  decimals?: number;
  blankWhenZero?: boolean;
}
/** Tiles are read from afar: whole dollars. Tables are checked against invoices: cents. */
export type MetricPlace = 'table' | 'tile';

const shift = (value: number, by: number): number => {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + by}`);
};

/**
 * Half-up in decimal, as people and Postgres round: 1.005 → 1.01, −2.5 → −3. The fifteen digits that a double is sure of
 * come first, else 1.1 × 1.15 would round as the 1.2649999999999999 that it is in binary.
 */
export const roundHalfUp = (value: number, decimals: number): number => {
  // Up here a double has no decimals, and shifting it could leave what a double holds.
  if (Math.abs(value) >= Number.MAX_SAFE_INTEGER) return value;
  const sure = Number(Math.abs(value).toPrecision(15));
  const rounded = shift(Math.round(shift(sure, decimals)), -decimals);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
};

const DECIMALS = { dollar: 2, count: 0, percent: 1, number: 2 } as const satisfies Record<MetricFormat['kind'], number>;

export const decimalsOf = ({ kind, decimals }: MetricFormat, place: MetricPlace): number =>
  kind === 'dollar' && place === 'tile' ? 0 : (decimals ?? DECIMALS[kind]);

const made = new Map<string, Intl.NumberFormat>();
const writer = (kind: MetricFormat['kind'], decimals: number, signed: boolean): Intl.NumberFormat => {
  const key = `${kind} ${decimals} ${signed}`;
  const found = made.get(key);
  if (found) return found;
  const format = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? 'exceptZero' : 'auto',
    ...(kind === 'dollar' ? { style: 'currency', currency: 'USD' } : {}),
  });
  made.set(key, format);
  return format;
};

export interface FormatOptions {
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
  const known = value != null && Number.isFinite(value);
  if (format.blankWhenZero && (!known || value === 0)) return '';
  if (!known) return NO_VALUE;
  const decimals = decimalsOf(format, place);
  const text = writer(format.kind, decimals, signed).format(roundHalfUp(value, decimals));
  return format.kind === 'percent' ? `${text}%` : text;
};

/** What goes into a file: a number that can be added up there, or an empty cell. */
export const fileValue = (format: MetricFormat, value: number | null | undefined): number | '' => {
  if (value == null || !Number.isFinite(value) || (format.blankWhenZero && value === 0)) return '';
  return roundHalfUp(value, decimalsOf(format, 'table'));
};
