import { expect, test } from 'vitest';
import { criteriaOf } from './criteria.ts';
import { STRUCTURES } from './structure.ts';

const clients = STRUCTURES.flatMap((brands) => brands.flatMap((brand) => brand.clients));
const requiredOf = (code: string): string[] =>
  criteriaOf(clients.find((client) => client.code === code)!)
    .fields.filter(({ required }) => required)
    .map(({ parameter }) => parameter);

test('a customer in educational services requires email and education, a university address and opt-ins, as rows', () => {
  expect(requiredOf('HTI-MW')).toEqual(expect.arrayContaining(['email', 'highestEducationLevel']));
  expect(requiredOf('SBU-BL')).toEqual(
    expect.arrayContaining(['addressLine1', 'city', 'state', 'dialeroptin', 'textmessageoptin']),
  );
  expect(requiredOf('HRR-FR')).toEqual(['zip']);
});

test('clients have different requirements, and each is named in its consent text', () => {
  const bodies = clients.map((client) => criteriaOf(client));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(clients.length);
  expect(bodies.map(({ consent }) => consent.mustName[0])).toEqual(clients.map(({ name }) => name));
});
