import { expect, test } from 'vitest';
import { lostText, sourcesText } from './source-words.ts';

test.each([
  [1, null, ''],
  [1, 0, 'It sent no valid leads to this owner in the last 90 days.'],
  [1, 1, 'It sent 1 valid lead to this owner in the last 90 days.'],
  [3, 1204, 'They sent 1,204 valid leads to this owner in the last 90 days.'],
])('blocking %i sources with %s leads: %s', (sources, leads, expected) => {
  expect(lostText(sources, leads)).toBe(expected);
});

test('one source uses the singular', () => {
  expect([sourcesText(1), sourcesText(2)]).toEqual(['1 source', '2 sources']);
});
