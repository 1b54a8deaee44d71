import { expect, test } from 'vitest';
import { suggester } from './linking.rules.ts';

const suggest = suggester([
  { key: 1, name: 'Nursing - Dallas - Brand Search' },
  { key: 2, name: 'Nursing - Houston - Brand Search' },
  { key: 3, name: 'Business Online' },
  { key: 4, name: 'The Campaign' },
]);

test.each([
  ['NURSING_Dallas_Brand_2026', 1],
  ['houston nursing brand (exact)', 2],
  ['Business | Online | Remarketing', 3],
  ['Nursing Brand', null],
  ['Cosmetology', null],
  ['the campaign for ads', null],
  ['', null],
])('%s', (name, key) => {
  expect(suggest(name)?.key ?? null).toBe(key);
});
