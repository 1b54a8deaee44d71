import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';
import { type AnyCall } from './index.ts';

const exported: unknown[] = Object.values(contract);
const calls = exported.filter(
  (value): value is AnyCall => typeof value === 'object' && value !== null && 'groups' in value && 'response' in value,
);

/** All nested objects of a JSON schema. */
const objectsIn = (schema: unknown): { properties?: object }[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return 'properties' in schema ? [schema as { properties: object }, ...inner] : inner;
};

describe.each(calls.map((call) => [call.id, call] as const))('%s', (_, call) => {
  test('refuses unknown parameters in path, query and body', () => {
    // Unknown fields in posts of other companies' systems are a warning, not a refusal.
    for (const schema of [call.params, call.query, ...(call.kind === 'post' ? [] : [call.body])]) {
      const objects = objectsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
      expect(objects.length).toBeGreaterThan(0);
      for (const object of objects) expect(object).toHaveProperty('additionalProperties', false);
    }
  });

  test('has a group prefix exactly where groups differ', () => {
    expect(call.path).toMatch(/^\/[\w{}/-]+$/);
    expect(call.path.includes('{p}') && call.groups === 'public').toBe(false);
  });
});

test('no two calls share an id, or a method and path', () => {
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  expect(new Set(calls.map(({ base, method, path }) => `${method} ${base}${path}`)).size).toBe(calls.length);
});
