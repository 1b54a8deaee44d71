import { Temporal } from 'temporal-polyfill';

/**
 * Literals for cluster statements. Old servers do not support parameters, so every value is written into the text, and only by these
 * functions: no other code may quote anything.
 */
const ESCAPED: Readonly<Record<string, string>> = { '\\': String.raw`\\`, "'": String.raw`\'`, '\0': String.raw`\0` };

export const textLiteral = (text: string): string =>
  `'${text.replaceAll(/[\\'\0]/g, (character) => ESCAPED[character] ?? '')}'`;

export const intLiteral = (value: number): string => {
  if (!Number.isSafeInteger(value)) throw new TypeError('Not a whole number');
  return String(value);
};

/** Always a floating point literal, so that lists have a single type. */
export const numberLiteral = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError('Not a number');
  return Number.isSafeInteger(value) ? `${value}.0` : String(value);
};

const EPOCH = Temporal.PlainDate.from('1970-01-01');

/** Days are stored as numbers counted from 1970: the range of the cluster's own date type differs between versions. */
export const dayNumber = (day: string): number => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new TypeError('Not a day');
  return EPOCH.until(Temporal.PlainDate.from(day, { overflow: 'reject' })).days;
};
export const dayLiteral = (day: string): string => intLiteral(dayNumber(day));

/** Condition on the allowed values of a column. An empty list matches nothing. */
export const oneOf = <T>(column: string, values: readonly T[], literal: (value: T) => string): string =>
  values.length === 0 ? '1 = 0' : `${column} in (${values.map(literal).join(', ')})`;
