import { DELIVERY_FIELD_NAMES, type DeliveryValues, renderBody } from '@paceline/contract';
import { expect, test } from 'vitest';
import { maskSecrets, maskText, maskValues } from './mask.ts';

const values = (over: Partial<DeliveryValues>): DeliveryValues => ({
  ...(Object.fromEntries(DELIVERY_FIELD_NAMES.map((name) => [name, ''])) as DeliveryValues),
  ...over,
});
const FIELDS = [
  { name: 'person.first', template: '{firstName}', values: [] },
  { name: 'person.last', template: '{lastName}', values: [] },
  { name: 'start', template: '{startTimeframe}', values: [{ from: 'imm', to: 'NOW' }] },
];
const LEAD = values({ firstName: 'Zoë & "Al"', lastName: '<O’Hara>\u0000\u000b', startTimeframe: 'IMM' });

test('one mapping as form, JSON and XML, with any input', () => {
  const body = (method: 'FORM' | 'JSON' | 'XML') =>
    renderBody({ method, xmlRoot: 'inquiry', fields: FIELDS }, LEAD).body;
  expect(JSON.parse(body('JSON'))).toEqual({
    person: { first: 'Zoë & "Al"', last: '<O’Hara>\u0000\u000b' },
    start: 'NOW',
  });
  expect(Object.fromEntries(new URLSearchParams(body('FORM')))).toMatchObject({
    'person.first': 'Zoë & "Al"',
    start: 'NOW',
  });
  expect(body('XML')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><inquiry><person><first>Zoë &amp; &quot;Al&quot;</first><last>&lt;O’Hara&gt;</last></person><start>NOW</start></inquiry>',
  );
});

test('a name known to JavaScript is a name like any other', () => {
  const fields = [{ name: '__proto__.x', template: '{zip}', values: [] }];
  expect(renderBody({ method: 'JSON', xmlRoot: 'lead', fields }, values({ zip: '43004' })).body).toBe(
    '{"__proto__":{"x":"43004"}}',
  );
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('masked values are recognisable, and a response loses the person however it repeats it', () => {
  const lead = values({
    firstName: 'Ed',
    lastName: 'Ortega',
    email: 'Ed.Ortega@Mail.example',
    phone: '(614) 232-0199',
    zip: '43004',
  });
  expect(maskValues(lead)).toMatchObject({
    firstName: 'E•••',
    email: 'E•••@M•••.example',
    phone: '•••0199',
    zip: '43004',
  });
  expect(maskText('accepted ED ortega, ed.ortega@mail.example, 614.232.0199, +16142320199, 43004', lead)).toBe(
    'accepted ••• •••, •••, •••, +1•••, 43004',
  );
  expect(maskText('email=Ed.Ortega%40Mail.example', lead)).toBe('email=•••');
  expect(maskText('nothing here', values({}))).toBe('nothing here');
});

test('a response that repeats the credential is shown without it, in any encoding', () => {
  const shown = ['p&ss"word', 'Basic dXNlcjpwYXNz', 'Bearer tok-123456'];
  const text = 'got p&ss"word, "p&ss\\"word", p%26ss%22word, Basic dXNlcjpwYXNz, dXNlcjpwYXNz and tok-123456';
  expect(maskSecrets(text, shown)).toBe('got •••, "•••", •••, •••, ••• and •••');
  expect(maskSecrets('a', ['a'])).toBe('a');
});
