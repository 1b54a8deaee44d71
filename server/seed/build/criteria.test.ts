import { expect, test } from 'vitest';
import { criteriaOf } from './criteria.ts';
import { STRUCTURES } from './structure.ts';

const clients = STRUCTURES.flatMap((brands) => brands.flatMap((brand) => brand.clients));
const requiredOf = (code: string): string[] =>
  criteriaOf(clients.find((client) => client.code === code)!)
    .fields.filter(({ required }) => required)
    .map(({ parameter }) => parameter);

test('an educational-services customer asks for email and education, a university for address and opt-ins, as rows', () => {
  expect(requiredOf('HTI-MW')).toEqual(expect.arrayContaining(['email', 'highestEducationLevel']));
  expect(requiredOf('SBU-BL')).toEqual(
    expect.arrayContaining(['addressLine1', 'city', 'state', 'dialeroptin', 'textmessageoptin']),
  );
  expect(requiredOf('HRR-FR')).toEqual(['zip']);
});

test('clients differ in what they ask, and each names itself in the consent text', () => {
  const bodies = clients.map((client) => criteriaOf(client));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(clients.length);
  expect(bodies.map(({ consent }) => consent.mustName[0])).toEqual(clients.map(({ name }) => name));
});
