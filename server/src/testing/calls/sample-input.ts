import { z } from 'zod';

/** A place in an input where a text, or another plain value, stands; `put` gives a whole input with something else there. */
export interface Place {
  path: readonly string[];
  isText: boolean;
  put: (value: unknown) => unknown;
}

const TEXTS = [
  '1',
  'a',
  'ab',
  'Sample text',
  '2026-03-01',
  '2026-03',
  '2026-03-01T00:00:00Z',
  '08:00',
  'mail@mail.example',
  'mail.example',
  'https://mail.example/',
  'current',
  'currentmonth',
  'ppc',
  'owner',
  'device',
  'all',
  'campaigns:View',
  'agency',
  'CA',
  '90210',
  '6142320188',
  'own1',
  '6f1c2d3e-4b5a-4c6d-8e7f-901234567890',
  'UTC',
  '#2f6f9f',
  'Sample text that is long enough where forty characters are asked for',
];
const NUMBERS = [1, 0, 2026, 10, 50, 500, 0.5];

const firstThatFits = (schema: z.ZodType, candidates: readonly unknown[]): unknown =>
  candidates.find((candidate) => schema.safeParse(candidate).success) ?? candidates[0];

/** The parts of zod's own description of a schema that this reads. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: readonly z.ZodType[];
  shape?: Record<string, z.ZodType>;
  valueType?: z.ZodType;
  keyType?: z.ZodType;
  items?: readonly z.ZodType[];
  left?: z.ZodType;
  getter?: () => z.ZodType;
  values?: readonly unknown[];
  entries?: Record<string, unknown>;
}
const definitionOf = (schema: z.ZodType): Definition => schema._zod.def;

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch']);

/** What a schema is about once everything around it is taken off; a preprocessed one by what comes out. */
const unwrap = (schema: z.ZodType): z.ZodType => {
  const { type, innerType, in: before, out, getter, left } = definitionOf(schema);
  if (WRAPPERS.has(type) && innerType) return unwrap(innerType);
  if (type === 'pipe' && before && out) return unwrap(definitionOf(before).type === 'transform' ? out : before);
  if (type === 'lazy' && getter) return unwrap(getter());
  if (type === 'intersection' && left) return unwrap(left);
  return schema;
};

/** An input that the schema takes, as far as that follows from its shape: every field filled in, one item in each list. */
export const sampleOf = (outer: z.ZodType): unknown => {
  const schema = unwrap(outer);
  const { type, shape, element, options, valueType, keyType, items, values, entries } = definitionOf(schema);
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(shape ?? {}).map(([name, field]) => [name, sampleOf(field)]));
    case 'array':
      return element ? [sampleOf(element)] : [];
    case 'tuple':
      return items?.map(sampleOf) ?? [];
    case 'record':
      return keyType && valueType ? { [String(sampleOf(keyType))]: sampleOf(valueType) } : {};
    case 'union':
      return options?.[0] ? sampleOf(options[0]) : null;
    case 'enum':
      return Object.values(entries ?? {})[0];
    case 'literal':
      return values?.[0];
    case 'number':
      return firstThatFits(outer, NUMBERS);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return firstThatFits(outer, TEXTS);
  }
};

/** Every place of an input where a plain value stands. */
export const placesOf = (outer: z.ZodType): Place[] => {
  const schema = unwrap(outer);
  const { type, shape, element, options, valueType, keyType, items } = definitionOf(schema);
  const within = (name: string, inner: z.ZodType, around: (value: unknown) => unknown): Place[] =>
    placesOf(inner).map(({ path, isText, put }) => ({
      path: [name, ...path],
      isText,
      put: (value) => around(put(value)),
    }));
  switch (type) {
    case 'object': {
      const whole = sampleOf(schema) as Record<string, unknown>;
      return Object.entries(shape ?? {}).flatMap(([name, field]) =>
        within(name, field, (value) => ({ ...whole, [name]: value })),
      );
    }
    case 'array':
      return element ? within('0', element, (value) => [value]) : [];
    case 'tuple':
      return (items ?? []).flatMap((item, index) =>
        within(String(index), item, (value) => (sampleOf(schema) as unknown[]).with(index, value)),
      );
    case 'record': {
      const name = keyType ? String(sampleOf(keyType)) : 'a';
      return valueType ? within(name, valueType, (value) => ({ [name]: value })) : [];
    }
    case 'union':
      return (options ?? []).flatMap((option) => placesOf(option));
    default: {
      const isText = ['string', 'enum', 'unknown', 'any', 'custom', 'template_literal'].includes(type);
      return [{ path: [], isText, put: (value) => value }];
    }
  }
};
