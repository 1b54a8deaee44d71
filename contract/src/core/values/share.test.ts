import { expect, test } from 'vitest';
import { wholePercent } from './share.ts';

test.each([
  [0, 0],
  [0.02, 1],
  [49.5, 50],
  [99.5, 99],
  [99.999, 99],
  [100, 100],
  [103.6, 104],
])('%f percent of a whole is %i', (share, words) => {
  expect(wholePercent(share)).toBe(words);
});
