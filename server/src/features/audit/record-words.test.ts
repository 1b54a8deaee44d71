import { expect, test } from 'vitest';
import { changesOf } from './change-words.ts';
import { codeLabel, fieldLabel } from './record-words.ts';

test('a field and a code of a declared record are called as on its screen, others by their names', () => {
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

test('the changes of a line are told by them', () => {
  const telling = { entity: 'custom_channel', isWhole: false, showsFees: false, owners: new Map<number, string>() };
  const before = { name: 'Brand', channel: 'ppc', colour: null, active: true };
  expect(changesOf(before, { ...before, channel: 'social', active: false }, telling)).toEqual([
    { field: 'Name', before: 'Brand', after: 'Brand' },
    { field: 'Channel', before: 'Pay per click', after: 'Social' },
    { field: 'Active', before: 'yes', after: 'no' },
  ]);
});
