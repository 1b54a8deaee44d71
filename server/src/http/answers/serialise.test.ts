import { expect, it } from 'vitest';
import { z } from 'zod';
import { registeredCalls } from '../../testing/calls/registered-calls.ts';
import { serialiserOf } from './serialise.ts';

it('writes exactly what the schema declares', () => {
  const schema = z.object({ name: z.string(), price: z.number().nullable() });
  const row = { name: 'Nursing', price: null, mediaCost: 12.5 };
  expect(serialiserOf(schema)(row)).toBe('{"name":"Nursing","price":null}');
  expect(serialiserOf(schema)(row)).toBe('{"name":"Nursing","price":null}');
  const other = z.object({ mediaCost: z.number() });
  expect(serialiserOf(other)(row)).toBe('{"mediaCost":12.5}');
});

it('writes a missing choice within an object that can be missing', () => {
  const schema = z.object({ inner: z.object({ state: z.enum(['on', 'off']).nullable() }).nullable() });
  expect(serialiserOf(schema)({ inner: { state: null } })).toBe('{"inner":{"state":null}}');
  expect(serialiserOf(schema)({ inner: null })).toBe('{"inner":null}');
});

it('is compiled once per schema', () => {
  const schema = z.object({ name: z.string() });
  expect(serialiserOf(schema)).toBe(serialiserOf(schema));
});

it('can be compiled for every declared response', async () => {
  const calls = await registeredCalls();
  const schemas = calls.flatMap(({ response, responseFor }) => [response, ...Object.values(responseFor)]);
  for (const schema of schemas) expect(() => serialiserOf(schema)).not.toThrow();
  expect(schemas.length).toBeGreaterThan(calls.length);
});
