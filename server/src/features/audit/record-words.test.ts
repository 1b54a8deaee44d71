import { expect, test } from 'vitest';
import { changesOf } from './change-words.ts';
import { codeLabel, fieldLabel } from './record-words.ts';

test('fields and codes of declared records use the labels of their screen, others their names', () => {
  expect([fieldLabel('custom_channel', 'colour'), fieldLabel('no_record', 'someField')]).toEqual([
    'Colour',
    'Some field',
  ]);
  expect(codeLabel('custom_channel', 'channel', 'ppl')).toBe('Pay per lead');
  expect([codeLabel('custom_channel', 'channel', 'gone'), codeLabel('no_record', 'channel', 'ppl')]).toEqual([
    undefined,
    undefined,
  ]);
});

test('changes of a list show its entries', () => {
  const telling = { entity: 'custom_channel', isWhole: false, showsFees: false, owners: new Map<number, string>() };
  const before = { name: 'Brand', channel: 'ppc', colour: null, active: true };
  expect(changesOf(before, { ...before, channel: 'social', active: false }, telling)).toEqual([
    { field: 'Name', before: 'Brand', after: 'Brand' },
    { field: 'Channel', before: 'Pay per click', after: 'Social' },
    { field: 'Active', before: 'yes', after: 'no' },
  ]);
});
