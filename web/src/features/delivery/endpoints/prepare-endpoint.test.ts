import type { DeliveryEndpointRecord } from '@paceline/contract';
import { expect, test } from 'vitest';
import { mergeForm } from '../../../shared/form/prepare-merge.ts';
import {
  authOf,
  changesOf,
  credentialLoss,
  endpointRule,
  type EndpointValues,
  formProblems,
  movedUp,
  newValues,
  movedTo,
  previewOf,
  readValueMap,
  tabOf,
  valueMapText,
} from './prepare-endpoint.ts';

const values = (settings: Partial<EndpointValues['settings']> = {}): EndpointValues => {
  const fresh = newValues();
  return {
    ...fresh,
    name: 'School CRM',
    settings: { ...fresh.settings, url: 'https://leads.school.example/in', ...settings },
  };
};
const stored = (over: Partial<DeliveryEndpointRecord> = {}): DeliveryEndpointRecord => ({
  endpointKey: 1,
  clientKey: 1,
  clientName: 'School',
  campusKey: null,
  campusName: null,
  name: 'School CRM',
  version: 3,
  settings: values({ auth: { kind: 'BEARER' } }).settings,
  problem: null,
  credentialSetAt: '2026-11-03T12:00:00Z',
  isPaused: false,
  hostKey: null,
  health: {
    lastSuccessAt: null,
    lastFailureAt: null,
    lastReason: null,
    failuresInRow: 0,
    openUntil: null,
    tries: 0,
    p95Ms: null,
    waiting: 0,
  },
  versions: [],
  ...over,
});

test('a new form lacks a name and an address; a complete one nothing', () => {
  expect(formProblems(newValues()).map(({ path }) => path)).toEqual(['name', 'settings.url']);
  expect(formProblems(values())).toEqual([]);
  expect(formProblems(values({ auth: authOf('BASIC'), timeLimitSeconds: Number.NaN }))).toEqual([
    { path: 'settings.auth.userName', message: 'Enter the user name.' },
    { path: 'settings.timeLimitSeconds', message: 'Enter a whole number of seconds, 1 to 30.' },
  ]);
  const broken = values({ fields: [{ name: 'a', template: '{nickname}', values: [] }] });
  expect(formProblems(broken)).toEqual([{ path: 'settings.fields.0.template', message: 'Unknown field {nickname}.' }]);
  expect(tabOf('settings.fields.0.template')).toBe('fields');
  expect(tabOf('settings.answers.success')).toBe('answers');
  expect(tabOf('settings.auth.userName')).toBe('connection');
});

test('before saving, a warning says that another server or kind clears the credential', () => {
  const auth = { kind: 'BEARER' } as const;
  expect(credentialLoss(stored(), values({ auth, url: 'https://leads.school.example/other' }))).toBeNull();
  const elsewhere = values({ auth, url: 'https://leads.elsewhere.example/in' });
  expect(credentialLoss(stored(), elsewhere)).toContain('another server');
  expect(credentialLoss(stored(), { ...elsewhere, credential: 'new' })).toBeNull();
  expect(credentialLoss(stored({ credentialSetAt: null }), elsewhere)).toBeNull();
  expect(credentialLoss(stored(), values({ auth: authOf('HEADER') }))).toContain('another kind');
  expect(credentialLoss(null, elsewhere)).toBeNull();
});

test('the preview is the body of a sample lead with the edited mapping', () => {
  const fields = [
    { name: 'person.name', template: '{firstName} {lastName|upper}', values: [] },
    { name: 'start', template: '{startTimeframe}', values: [{ from: 'IMM', to: 'NOW' }] },
  ];
  expect(JSON.parse(previewOf(values({ fields }).settings))).toEqual({ person: { name: 'Test LEAD' }, start: 'NOW' });
  expect(previewOf(values({ fields, method: 'FORM' }).settings)).toBe('person.name=Test%20LEAD\n&start=NOW');
  expect(previewOf(values({ fields, method: 'XML' }).settings)).toContain('<name>Test LEAD</name>');
});

test('value maps are lines of pairs, and rows can be moved up', () => {
  expect(readValueMap(' IMM = NOW \n\nA=B=C\nX')).toEqual([
    { from: 'IMM', to: 'NOW' },
    { from: 'A', to: 'B=C' },
    { from: 'X', to: '' },
  ]);
  expect(valueMapText([{ from: 'IMM', to: 'NOW' }])).toBe('IMM = NOW');
  expect(movedUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
  expect(movedUp(['a', 'b'], 0)).toEqual(['a', 'b']);
});

test('changes of a version are listed, and those of two users are merged or asked about', () => {
  const [before, after] = [values(), values({ timeLimitSeconds: 10, auth: { kind: 'BASIC', userName: 'acme' } })];
  expect(changesOf(before, after)).toEqual([
    { label: 'Authentication', before: 'None', after: 'User name and password, acme' },
    { label: 'Time limit', before: '30 s', after: '10 s' },
  ]);
  const by = () => ({ by: 'Ann', at: null });
  const merged = mergeForm(
    endpointRule,
    { base: before, theirs: after, mine: values({ httpMethod: 'PUT', timeLimitSeconds: 20 }) },
    by,
  );
  expect(merged.value.settings).toMatchObject({ httpMethod: 'PUT', auth: { kind: 'BASIC' } });
  expect(merged.conflicts).toMatchObject([{ label: 'Time limit', theirs: '10 s', mine: '20 s' }]);
});

test('another kind of endpoint starts with a matching path and authentication', () => {
  const web = values({ auth: { kind: 'BEARER' } }).settings;
  expect(movedTo(web, 'XML')).toMatchObject({ method: 'XML', url: web.url, auth: { kind: 'BEARER' } });
  expect(movedTo(web, 'EMAIL')).toMatchObject({ url: 'mailto:', auth: { kind: 'NONE' } });
  const file = movedTo(web, 'FILE');
  expect(file).toMatchObject({ url: 'sftp://', auth: { kind: 'BASIC' } });
  expect(movedTo(file, 'FILE', 'folder:')).toMatchObject({ url: 'folder:', auth: { kind: 'NONE' } });
  expect(formProblems({ ...values(), settings: file }).map(({ message }) => message)).toContain(
    'Enter an address such as sftp://files.school.edu/inbox.',
  );
});

test('recipients are refused in the two sentences of every list of email addresses', () => {
  const problemOf = (url: string) =>
    formProblems({ ...values(), settings: { ...movedTo(values().settings, 'EMAIL'), url } }).find(
      ({ path }) => path === 'settings.url',
    )?.message;
  expect(problemOf('mailto: , ')).toBe('Field is empty');
  expect(problemOf('mailto:desk@school.example, nobody')).toBe('One or more email addresses are not valid');
  expect(problemOf('mailto:desk@school.example, Lead.Desk@school.example ')).toBeUndefined();
  expect(problemOf(`mailto:${Array.from({ length: 11 }, (_, n) => `a${n}@school.example`).join()}`)).toBe(
    'Enter up to 10 email addresses',
  );
});
