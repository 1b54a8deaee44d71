import type { EditedLeadField } from '@paceline/contract';
import { expect, test } from 'vitest';
import { readEdit, refusedFields, sentText } from './prepare-edit.ts';

const field = (over: Partial<EditedLeadField>): EditedLeadField => ({
  name: 'zip',
  label: 'ZIP',
  sentAs: ['zip'],
  value: '43001',
  sent: '43001',
  isMasked: false,
  fixed: null,
  choices: null,
  isNamed: false,
  ...over,
});
const FIELDS = [
  field({}),
  field({ name: 'programKey', value: '9' }),
  field({ name: 'email', value: 'z•••@m•••.example', isMasked: true }),
  field({ name: null, value: 'ACME-7', fixed: 'Set in the field map of the endpoint' }),
];

test('only what differs is sent, numbers as numbers', () => {
  expect(readEdit(FIELDS, { zip: '43001', programKey: '12', email: ' ' })).toEqual({
    values: { programKey: 12 },
    errors: {},
  });
  expect(readEdit(FIELDS, { zip: '43001' })).toEqual({ values: null, errors: { form: 'Change at least one value.' } });
});

test('what is wrong is said under its field', () => {
  expect(readEdit(FIELDS, { zip: '4300', email: 'nobody' })).toEqual({
    values: null,
    errors: { zip: 'must be five digits', email: 'must look like name@mail.com' },
  });
  expect(refusedFields([{ field: 'values.programKey', message: 'No.' }])).toEqual({ programKey: 'No.' });
});

test('a field says how it reaches the client’s system', () => {
  expect(sentText(field({ sentAs: ['program', 'title'], sent: 'MBA-01, MBA' }))).toBe(
    'Sent as program, title: MBA-01, MBA',
  );
  expect(sentText(field({ sent: '' }))).toBe('Sent as zip: empty');
  expect(sentText(field({ sentAs: [] }))).toBe('');
});
