import { z } from 'zod';
import { key } from './schema.ts';

/** Kinds of filter; `search` is the general search box of a list. */
export type FilterKind =
  | 'search'
  | 'text'
  | 'exactText'
  | 'oneOf'
  | 'anyOf'
  | 'oneKey'
  | 'keys'
  | 'day'
  | 'days'
  | 'flag';

/** A list filter: its value in a call, and its form in an address. */
export interface ListFilter<Schema extends z.ZodType = z.ZodType> {
  kind: FilterKind;
  schema: Schema;
  /** The choices, if known in advance. */
  values: readonly string[];
  /** Name in an address, if it differs from the call's. */
  address: string | null;
  isRequired: boolean;
  /** Parses the text of an address for the schema; unreadable text is left for the schema to refuse. */
  read: (text: string) => unknown;
  write: (value: unknown) => string;
}

type Optional<Schema extends z.ZodType> = z.ZodOptional<z.ZodNullable<Schema>>;
type OptionalFilter<Schema extends z.ZodType> = ListFilter<Optional<Schema>>;
interface FilterOptions {
  address?: string;
}

const asText = { read: (text: string): unknown => text, write: (value: unknown): string => String(value) };
const asList = {
  read: (text: string): unknown => text.split(','),
  write: (value: unknown): string => (value as readonly unknown[]).join(','),
};

/** Null or missing filters do not apply. */
const filter = <Schema extends z.ZodType>(
  kind: FilterKind,
  schema: Schema,
  { address }: FilterOptions,
  text: Pick<ListFilter, 'read' | 'write'> = asText,
  values: readonly string[] = [],
): OptionalFilter<Schema> => ({
  kind,
  schema: schema.nullish(),
  values,
  address: address ?? null,
  isRequired: false,
  ...text,
});

/** The list is not loaded without it. */
export const required = <Schema extends z.ZodType>(optional: OptionalFilter<Schema>): ListFilter<Schema> => ({
  ...optional,
  schema: optional.schema.unwrap().unwrap(),
  isRequired: true,
});

const MAX_TEXT = 200;
const MAX_CHOSEN = 1_000;

/** Free text; the list defines which fields are searched. */
export const search = (options: FilterOptions = {}) => filter('search', z.string().trim().max(MAX_TEXT), options);
/** A part or prefix of one field. With `codes`, other words are removed from an address; in a call the server refuses them. */
export const text = ({ codes, ...options }: FilterOptions & { codes?: readonly string[] } = {}) =>
  filter('text', z.string().trim().max(MAX_TEXT), options, {
    ...asText,
    read: (value) => (codes === undefined || codes.includes(value) ? value : undefined),
  });
/** The exact value of one field, such as an id or an address. */
export const exactText = (options: FilterOptions = {}) =>
  filter('exactText', z.string().trim().min(1).max(MAX_TEXT), options);

export const oneOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  options: FilterOptions = {},
): OptionalFilter<z.ZodEnum<z.core.util.ToEnum<Value>>> => filter('oneOf', z.enum(values), options, asText, values);

export const anyOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  options: FilterOptions = {},
): OptionalFilter<z.ZodArray<z.ZodEnum<z.core.util.ToEnum<Value>>>> =>
  filter('anyOf', z.array(z.enum(values)).min(1).max(values.length), options, asList, values);

/** One record, such as the list's owner. */
export const oneKey = (options: FilterOptions = {}) =>
  filter('oneKey', key, options, { ...asText, read: (value) => Number(value) });

export const keys = (options: FilterOptions = {}) =>
  filter('keys', z.array(key).min(1).max(MAX_CHOSEN), options, {
    ...asList,
    read: (value) => value.split(',').map(Number),
  });

/** One day, for calls that name the two ends of a range separately. */
export const day = (options: FilterOptions = {}) => filter('day', z.iso.date(), options);

/** A range of days, both ends included; open where an end is missing. */
export const days = (options: FilterOptions = {}) =>
  filter('days', z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() }), options, {
    read: (value) => {
      const [from, to] = value.split('..');
      return { ...(from && { from }), ...(to && { to }) };
    },
    write: (value) => {
      const { from = '', to = '' } = value as { from?: string; to?: string };
      return `${from}..${to}`;
    },
  });

export const flag = (options: FilterOptions = {}) =>
  filter('flag', z.boolean(), options, {
    read: (value) => ({ yes: true, no: false })[value],
    write: (value) => (value === true ? 'yes' : 'no'),
  });
