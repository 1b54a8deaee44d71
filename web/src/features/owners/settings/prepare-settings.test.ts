import { DEDUP_MESSAGE, type OwnerSettings, PLAIN_VARIANT } from '@paceline/contract';
import { expect, test } from 'vitest';
import { mergeForm } from '../../../shared/form/prepare-merge.ts';
import { changedValues, defaultOf, fieldOf, problemsOf, sectionRule, textOf, valuesOf } from './prepare-settings.ts';

const stored: OwnerSettings = {
  ownerKey: 1,
  rowVersion: 3,
  timeZone: 'America/Denver',
  values: {
    ...PLAIN_VARIANT,
    ownerName: 'Oakhaven',
    description: '',
    verticalKey: 2,
    timeZone: 'America/Denver',
    dedupDays: 30,
    unknownSources: 'REJECT',
    ordersRequired: false,
    hiddenWidgets: ['topChannels', 'seoEventCount'],
  },
  defaults: {
    ...PLAIN_VARIANT,
    description: '',
    dedupDays: 90,
    unknownSources: 'AUTO_CREATE_ACCEPT',
    ordersRequired: false,
  },
  changes: [],
  locks: [],
  verticals: [
    { verticalKey: 1, name: 'Education' },
    { verticalKey: 2, name: 'Home services' },
  ],
};

test('only changes are sent, numbers as numbers', () => {
  const leads = valuesOf('leads', stored);
  expect(leads).toEqual({
    dedupDays: '30',
    unknownSources: 'REJECT',
    ordersRequired: false,
    clientSeesPeople: false,
    stuckMinutes: '60',
  });
  expect(changedValues('leads', { ...leads, stuckMinutes: '90' }, stored)).toEqual({ stuckMinutes: 90 });
  expect(changedValues('leads', leads, stored)).toEqual({});
  expect(changedValues('leads', { ...leads, dedupDays: ' 45 ', ordersRequired: true }, stored)).toEqual({
    dedupDays: 45,
    ordersRequired: true,
  });
  const general = valuesOf('general', stored);
  expect(changedValues('general', { ...general, verticalKey: '1' }, stored)).toEqual({ verticalKey: 1 });
});

test.each(['', 'many', '1.5', '731', '-1'])('“%s” days are refused in the words of the field', (dedupDays) => {
  expect(problemsOf('leads', { ...valuesOf('leads', stored), dedupDays }, stored)).toEqual([
    { path: 'dedupDays', message: DEDUP_MESSAGE },
  ]);
});

test('an unchanged invalid value is not reported', () => {
  const old = { ...stored, values: { ...stored.values, timeZone: 'UTC' } };
  expect(problemsOf('general', valuesOf('general', old), old)).toEqual([]);
});

test('finds a setting’s default, value and the field of a server error', () => {
  expect([defaultOf('dedupDays', stored), defaultOf('ownerName', stored)]).toEqual(['90', undefined]);
  expect(textOf('hiddenWidgets', ['topChannels'], stored)).toBe('Top Performing Custom Channels');
  expect(textOf('verticalKey', '2', stored)).toBe('Home services');
  expect(fieldOf('values.dedupDays', valuesOf('leads', stored))).toBe('dedupDays');
  expect(fieldOf('values.labels', valuesOf('leads', stored))).toBeNull();
});

test('conflicts are described in words', () => {
  const base = valuesOf('leads', stored);
  const sides = {
    base,
    theirs: { ...base, dedupDays: '60', ordersRequired: true },
    mine: { ...base, dedupDays: '45' },
  };
  const { value, conflicts } = mergeForm(sectionRule('leads', stored), sides, () => ({ by: 'Avery', at: null }));
  expect(value).toEqual({ ...base, dedupDays: '45', ordersRequired: true });
  expect(conflicts).toMatchObject([{ path: 'dedupDays', label: 'Dedup period', theirs: '60 days', mine: '45 days' }]);
});
