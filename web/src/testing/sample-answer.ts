import * as contract from '@paceline/contract';
import { type AnyCall, type UserGroup } from '@paceline/contract';
import { z } from 'zod';

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'groups' in value &&
  'permission' in value &&
  'path' in value;
const calls: readonly AnyCall[] = (Object.values(contract) as unknown[]).filter(isCall);

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
const patterns = calls.map((call) => {
  const path = call.path.replace(/^\/?\{p\}/, '/{p}');
  return [new RegExp(`^/${call.base}${escaped(path).replace(/\{\w+\}/g, '[^/]+')}$`), call] as const;
});

/** The call that a request is made for: the one with the fewest parameters in its path. */
export const callOf = (method: string, url: string): AnyCall => {
  const pathname = url.split('?')[0] ?? '';
  const [call] = patterns
    .filter(([pattern, { method: own }]) => own === method && pattern.test(pathname))
    .map(([, one]) => one)
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  if (call === undefined) throw new TypeError(`No call is made by ${method} ${url}`);
  return call;
};

interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  prefixItems?: readonly Schema[];
  minimum?: number;
  pattern?: string;
  format?: string;
}
const DAY = '2026-11-01';

/** A value of the schema: one row in a list, something rather than nothing. */
const sample = (schema: Schema): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return sample(choices.find(({ type }) => type !== 'null') ?? {});
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(sample)) as unknown;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(one)]));
    case 'array':
      return schema.prefixItems?.map(sample) ?? (schema.items ? [sample(schema.items)] : []);
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      if (schema.format === 'date-time') return `${DAY}T12:00:00.000Z`;
      return schema.format === 'date' || schema.pattern?.includes('4}') === true ? DAY : 'x';
    default:
      return null;
  }
};

/** An answer that a call could give. */
export const sampleAnswer = (call: AnyCall, group: UserGroup): unknown =>
  sample(z.toJSONSchema(call.responseFor[group] ?? call.response, { unrepresentable: 'any', io: 'output' }) as Schema);
