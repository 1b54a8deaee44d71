import type { FilterOptions } from '@paceline/contract';
import { expect, it } from 'vitest';
import { aCampaign, aGoal } from '../../../testing/allocations.ts';
import { rowFilters } from './prepare-filter.ts';

const options = {
  brands: [{ key: 2, name: 'Hartwell' }],
  campuses: [
    { key: 11, name: 'Chicago', clientKey: 4, modelKey: null },
    { key: 12, name: 'Boston', clientKey: 4, modelKey: null },
  ],
  programs: [],
  channels: [
    { key: 'ppl', name: 'Pay per lead' },
    { key: 'ppc', name: 'Paid search' },
  ],
  customChannels: [{ key: 31, name: 'Warm Transfers', channel: 'ppl' }],
} as unknown as FilterOptions;

it('keeps rows that match all filters', () => {
  const fits = (values: Parameters<typeof rowFilters>[0], over = {}) =>
    rowFilters(values, options).campaign(aCampaign(over));
  expect(fits({})).toBe(true);
  expect(fits({ client: [4], channel: ['ppl'], partner: [3], lineItem: [7], brand: [2] })).toBe(true);
  expect(fits({ campus: [11] })).toBe(true);
  expect(fits({ campus: [12] })).toBe(false);
  expect(fits({ channel: ['ppc'] })).toBe(false);
  expect(fits({ partner: [4] })).toBe(false);
  expect(fits({ customChannel: [31] })).toBe(false);
  expect(fits({ customChannel: [31] }, { customChannelName: 'Warm Transfers' })).toBe(true);
});

it('keeps a line item if one of its campaigns has the partner', () => {
  const { goals, note } = rowFilters({ partner: [3] }, options);
  expect(note).toContain('include all of their campaigns');
  expect(rowFilters({ client: [5] }, options).note).toBeNull();
  expect(goals([aGoal()], [aCampaign()])).toHaveLength(1);
  expect(goals([aGoal()], [aCampaign({ vendorKey: 4 }), aCampaign({ goalKey: 8 })])).toEqual([]);
  expect(rowFilters({ client: [5] }, options).goals([aGoal()], [])).toEqual([]);
});

it('ignores names that are not loaded yet', () => {
  expect(rowFilters({ brand: [2], campus: [12] }, undefined).campaign(aCampaign())).toBe(true);
});
