import { expect, test } from 'vitest';
import { dimensionCode, dimensionWords } from './dimension-values.ts';

test.each([
  ['educationLevel', 'HSD', 'High school diploma'],
  ['startTimeframe', 'M1_3', 'In 1–3 months'],
  ['military', 'NONE', 'No military service'],
  ['device', 'mobile', 'Mobile'],
  ['leadStatus', 'DLV', 'Delivered'],
  ['campus', 'Austin', 'Austin'],
  ['educationLevel', 'what somebody posted', 'what somebody posted'],
])('%s %s is shown as “%s” and filtered by its code', (dimension, code, words) => {
  expect(dimensionWords(dimension, code)).toBe(words);
  expect(dimensionCode(dimension, words)).toBe(code);
});

test('a state is filtered by its short code, however a row names it', () => {
  expect(['Texas', 'TX', 'US-TX', 'nowhere'].map((text) => dimensionCode('state', text))).toEqual([
    'TX',
    'TX',
    'TX',
    'nowhere',
  ]);
});
