import { Temporal } from 'temporal-polyfill';

/**
 * Values as they stand in a statement for the cluster. Old servers know no parameters, so that every value is written into the
 * text, and only here: nothing else may put a quote around anything.
 */
const ESCAPED: Readonly<Record<string, string>> = { '\\': String.raw`\\`, "'": String.raw`\'`, '\0': String.raw`\0` };

export const textLiteral = (text: string): string =>
  `'${text.replaceAll(/[\\'\0]/g, (character) => ESCAPED[character] ?? '')}'`;

export const intLiteral = (value: number): string => {
  if (!Number.isSafeInteger(value)) throw new TypeError('Not a whole number');
  return String(value);
};

/** Always a floating one, so that a list of them is of one type. */
export const numberLiteral = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError('Not a number');
  return Number.isSafeInteger(value) ? `${value}.0` : String(value);
};

const EPOCH = Temporal.PlainDate.from('1970-01-01');

/** Days are numbers there, counted from 1970: the ranges of its own dates differ from version to version. */
export const dayNumber = (day: string): number => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new TypeError('Not a day');
  return EPOCH.until(Temporal.PlainDate.from(day, { overflow: 'reject' })).days;
};
export const dayLiteral = (day: string): string => intLiteral(dayNumber(day));

/** The values that a column may have. An empty list lets nothing through. */
export const oneOf = <T>(column: string, values: readonly T[], literal: (value: T) => string): string =>
  values.length === 0 ? '1 = 0' : `${column} in (${values.map(literal).join(', ')})`;
