import { expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';
import { type AnyCall } from './core/calls/call.ts';
import { WITH_VERSION } from './core/calls/schema.ts';

const calls = (Object.values(contract) as unknown[]).flatMap((value): AnyCall[] =>
  typeof value === 'object' && value !== null && 'id' in value && 'body' in value && 'groups' in value
    ? [value as AnyCall]
    : [],
);

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

/** Whether the schema contains an optional version. */
const hasOptionalVersion = ({ properties = {}, required = [], items, anyOf = [] }: Schema): boolean =>
  ('rowVersion' in properties && !required.includes('rowVersion')) ||
  [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])].some(hasOptionalVersion);

test('calls with an optional version describe both cases', () => {
  const versioned = calls.filter(({ body }) =>
    hasOptionalVersion(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema),
  );
  expect(versioned.length).toBeGreaterThan(9);
  const sentences = Object.values(WITH_VERSION);
  const says = ({ summary }: AnyCall): boolean => sentences.some((words) => summary.endsWith(words));
  const silent = versioned.filter((call) => !says(call));
  expect(silent.map(({ id }) => id)).toEqual([]);
  // Conversely, a call that mentions versions must accept one.
  const empty = calls.filter((call) => says(call) && !versioned.includes(call));
  expect(empty.map(({ id }) => id)).toEqual([]);
});
