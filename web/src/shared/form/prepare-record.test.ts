import { customChannelRecord } from '@paceline/contract';
import { expect, test } from 'vitest';
import { mergeForm } from './prepare-merge.ts';
import { formParts } from './prepare-record.ts';

const parts = formParts(customChannelRecord, { channel: (code) => code.toUpperCase() });
const base = { name: 'Brand', channel: 'ppc' as const, colour: '#2f6f9f' };
const merge = (theirs: object, mine: object) => {
  const sides = { base, theirs: { ...base, ...theirs }, mine: { ...base, ...mine } };
  return mergeForm(parts.rule(), sides, () => ({ by: 'Ann', at: null }));
};

test('a form is filled, validated and merged by its record’s declaration', () => {
  expect(parts.newValues()).toEqual({ name: '', channel: 'ppc', colour: '#2f6f9f' });
  expect(parts.valuesOf({ ...base, colour: null })).toEqual({ ...base, colour: '' });
  expect(parts.problems({ ...base, name: 'x' })).toEqual([
    { path: 'name', message: 'Name must have at least 2 characters.' },
  ]);
});

test('changes of different fields are merged; the same field is asked about by its label', () => {
  const { value, conflicts } = merge({ colour: '', channel: 'ppl' }, { name: 'Search', channel: 'social' });
  expect(value).toMatchObject({ name: 'Search', colour: '' });
  expect(conflicts).toMatchObject([{ path: 'channel', label: 'Channel', theirs: 'PPL', mine: 'SOCIAL' }]);
});

test('two spellings of a value are no change', () => {
  expect(merge({ colour: '' }, { colour: '  ' }).conflicts).toEqual([]);
});
