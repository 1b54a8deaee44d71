import { z } from 'zod';
import { key } from './schema.ts';

/** What a filter offers; `search` is the one box of a list that looks everywhere. */
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

/** One way to narrow a list: its value in a call, and the same value as an address has it. */
export interface ListFilter<Schema extends z.ZodType = z.ZodType> {
  kind: FilterKind;
  schema: Schema;
  /** What there is to choose from, where that is known beforehand. */
  values: readonly string[];
  /** Its name in an address, where the one of the call is not what a person would read there. */
  address: string | null;
  isRequired: boolean;
  /** From the text of an address to what the schema takes; what cannot be read is for the schema to refuse. */
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

/** A filter that is null or not there narrows nothing. */
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

/** Without it the list is not asked at all. */
export const required = <Schema extends z.ZodType>(optional: OptionalFilter<Schema>): ListFilter<Schema> => ({
  ...optional,
  schema: optional.schema.unwrap().unwrap(),
  isRequired: true,
});

const MAX_TEXT = 200;
const MAX_CHOSEN = 1_000;

/** The words that somebody types: the list says where it looks for them. */
export const search = (options: FilterOptions = {}) => filter('search', z.string().trim().max(MAX_TEXT), options);
/**
 * A part or the beginning of one field. Where the words are `known`, others are left out of an address; in a call they are
 * for the server to refuse.
 */
export const text = ({ codes, ...options }: FilterOptions & { codes?: readonly string[] } = {}) =>
  filter('text', z.string().trim().max(MAX_TEXT), options, {
    ...asText,
    read: (value) => (codes === undefined || codes.includes(value) ? value : undefined),
  });
/** The whole of one field: an id, an address. */
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

/** One record, such as the owner that a list is of. */
export const oneKey = (options: FilterOptions = {}) =>
  filter('oneKey', key, options, { ...asText, read: (value) => Number(value) });

export const keys = (options: FilterOptions = {}) =>
  filter('keys', z.array(key).min(1).max(MAX_CHOSEN), options, {
    ...asList,
    read: (value) => value.split(',').map(Number),
  });

/** One day: where a call has its two ends by names of their own. */
export const day = (options: FilterOptions = {}) => filter('day', z.iso.date(), options);

/** From one day to another, both included; open at an end that is left out. */
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
