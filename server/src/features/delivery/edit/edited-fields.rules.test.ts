import { type DeliveryFieldMap, sampleLead } from '@paceline/contract';
import { expect, test } from 'vitest';
import { editedFields } from './edited-fields.rules.ts';

const line = (name: string, template: string, values: DeliveryFieldMap['values'] = []): DeliveryFieldMap => ({
  name,
  template,
  values,
});
const MAP = [
  line('person.full', '{firstName} {lastName}'),
  line('program_code', '{programCode}'),
  line('programTitle', '{programName}'),
  line('start', '{startTimeframe}', [{ from: 'IMM', to: 'NOW' }]),
  line('vendor', 'ACME-7'),
  line('cert', '{certificate}'),
];
const LEAD = { values: sampleLead({ firstName: 'T•••', programCode: 'MBA-01' }), campusKey: 4, programKey: 9 };
const CHOICES = { campusKey: [], programKey: [{ value: '9', label: 'MBA (MBA-01), Online' }] };
const fields = (answer: string) => editedFields(MAP, LEAD, CHOICES, answer);
const namedBy = (answer: string): string[] => fields(answer).flatMap(({ isNamed, label }) => (isNamed ? [label] : []));

test('every field that the map sends is there, once, with its present value and what is sent', () => {
  expect(fields('').map(({ name, label, sentAs }) => [name, label, sentAs])).toEqual([
    ['firstName', 'First name', ['person.full']],
    ['lastName', 'Last name', ['person.full']],
    ['programKey', 'Program', ['program_code', 'programTitle']],
    ['startTimeframe', 'Desired start', ['start']],
    [null, 'vendor', ['vendor']],
    [null, 'Consent certificate', ['cert']],
  ]);
  expect(fields('')[2]).toMatchObject({ value: '9', sent: 'MBA-01, Test program', choices: CHOICES.programKey });
  expect(fields('')[3]).toMatchObject({ value: 'IMM', sent: 'NOW' });
  expect(fields('')[0]).toMatchObject({ isMasked: true, value: 'T•••' });
});

test('what cannot be changed on a lead says where it can', () => {
  expect(fields('').map(({ fixed }) => fixed)).toEqual([
    null,
    null,
    null,
    null,
    'Set in the field map of the endpoint',
    'Proof of consent',
  ]);
});

test('the field that the answer names is marked, by its name, its label or its value', () => {
  expect(namedBy('{"error":"unknown program code"}')).toEqual(['Program']);
  expect(namedBy('422 ProgramTitle is not on our list')).toEqual(['Program']);
  expect(namedBy('MBA-01: no such course')).toEqual(['Program']);
  expect(namedBy('Bad request: full must not be empty')).toEqual(['First name', 'Last name']);
  expect(namedBy('vendor is not active')).toEqual(['vendor']);
  expect(namedBy('Lead rejected, error code 5')).toEqual([]);
  expect(namedBy('')).toEqual([]);
});

test('without an endpoint all that can be corrected is there', () => {
  const all = editedFields(null, LEAD, CHOICES, 'unknown zip');
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter(({ isNamed }) => isNamed).map(({ name }) => name)).toEqual(['zip']);
});
