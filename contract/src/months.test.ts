import { expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';
import { type AnyCall } from './core/calls/call.ts';
import { monthSent } from './core/calls/schema.ts';

test('a month is read from both of its forms as its first day, and from nothing else', () => {
  expect([monthSent.parse('2026-10'), monthSent.parse('2026-10-01')]).toEqual(['2026-10-01', '2026-10-01']);
  for (const wrong of ['2026-13', '2026-1', '2026-10-15', '2026', 'October', ''])
    expect(monthSent.safeParse(wrong).success).toBe(false);
});

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'id' in value && 'groups' in value && 'path' in value;

interface Schema {
  pattern?: string;
  format?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** Fields of a request that are called a month and are texts. */
const monthFields = (schema: Schema, path: string): [string, Schema][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => {
    const own = [field, ...(field.anyOf ?? []), ...(field.allOf ?? [])].filter(
      ({ pattern, format }) => pattern !== undefined || format !== undefined,
    );
    const isMonth = /^(month|startMonth|endMonth|fromMonth|toMonth)$/.test(name);
    return [
      ...(isMonth ? own.map((one): [string, Schema] => [`${path}.${name}`, one]) : []),
      ...monthFields(field, `${path}.${name}`),
    ];
  }),
  ...[...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    monthFields(one, path),
  ),
];

test('every call that takes a month takes both forms', () => {
  const fields = Object.values<unknown>(contract)
    .filter(isCall)
    .flatMap((call) =>
      [call.params, call.query, call.body].flatMap((part) =>
        monthFields(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Schema, call.id),
      ),
    );
  expect(fields.length).toBeGreaterThan(8);
  for (const [field, { pattern }] of fields) {
    const takes = (text: string): boolean => new RegExp(pattern ?? '$.').test(text);
    expect([field, takes('2026-10'), takes('2026-10-01'), takes('2026-10-15')]).toEqual([field, true, true, false]);
  }
});
