import { expect, it } from 'vitest';
import { readSorts, withSort } from './prepare-sort.ts';

it('the address has the sort order of each table, and drops defaults', () => {
  const one = withSort(undefined, 'topChannels', { key: 'spend', order: 'desc' });
  const two = withSort(one, 'topCampaigns', { key: 'cpl', order: 'asc' });
  expect([one, two]).toEqual(['topChannels-spend-desc', 'topChannels-spend-desc.topCampaigns-cpl-asc']);
  expect(readSorts(two).get('topCampaigns')).toEqual({ key: 'cpl', order: 'asc' });
  expect(withSort(two, 'topChannels', null)).toBe('topCampaigns-cpl-asc');
  expect(withSort(one, 'topChannels', null)).toBeUndefined();
});

it.each(['', 'topChannels', 'topChannels-spend', 'topChannels-spend-up'])('“%s” is ignored', (text) => {
  expect(readSorts(text).size).toBe(0);
});
