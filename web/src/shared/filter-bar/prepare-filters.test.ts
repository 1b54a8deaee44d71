import type { FilterOptions } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { stringifySearch } from '../../lib/address/search-params.ts';
import { readFilterSearch } from './filter-search.ts';
import { afterChange, findOptions, prepareFilters } from './prepare-filters.ts';

const options: FilterOptions = {
  brands: [
    { key: 1, name: 'North', active: true },
    { key: 2, name: 'South', active: true },
  ],
  clients: [
    { key: 11, name: 'North Ground', active: true, brandKey: 1 },
    { key: 12, name: 'North Old', active: false, brandKey: 1 },
    { key: 21, name: 'South Online', active: true, brandKey: 2 },
  ],
  models: [{ key: 111, name: 'Ground', clientKey: 11 }],
  campuses: [
    { key: 1111, name: 'Austin', active: true, clientKey: 11, modelKey: 111 },
    { key: 2111, name: 'Online', active: true, clientKey: 21, modelKey: 211 },
  ],
  programs: [
    { key: 9, name: 'Nursing', active: true },
    { key: 8, name: 'Welding', active: false },
  ],
  channels: [
    { key: 'ppl', name: 'Pay per lead' },
    { key: 'ppc', name: 'Pay per click' },
  ],
  customChannels: [{ key: 5, name: 'Brand search', active: true, channel: 'ppc' }],
  partners: [{ key: 7, name: 'LeadHouse', active: true }],
  lineItems: [
    { key: 31, name: 'North PPL', active: true, clientKey: 11, channel: 'ppl' },
    { key: 32, name: 'South all', active: true, clientKey: 21, channel: null },
  ],
};
const keysOf = (name: Parameters<typeof prepareFilters>[0][number], values: Parameters<typeof prepareFilters>[2]) =>
  prepareFilters([name], options, values)[0]?.options.map(({ key }) => key);

describe('filters in an address', () => {
  it('are lists, and round-trip', () => {
    const search = { client: [11, 21], channel: ['ppl'], page: 2 };
    expect(stringifySearch(search)).toBe('?client=11,21&channel=ppl&page=2');
    expect(readFilterSearch({ client: '11,21', channel: 'ppl' })).toMatchObject({ client: [11, 21], channel: ['ppl'] });
    expect(readFilterSearch({ client: [11, 21] }).client).toEqual([11, 21]);
  });

  it('that are invalid are dropped', () => {
    expect(readFilterSearch({ client: '11,x,-1,11', channel: 'a b', brand: '', campus: 3 })).toEqual({
      client: [11],
      campus: [3],
    });
  });
});

describe('options of a filter', () => {
  it('of program and state do not hang on a client', () => {
    expect(keysOf('program', { client: [21] })).toEqual([9, 8]);
    expect(keysOf('state', {})).toEqual(expect.arrayContaining(['OH', 'TX']));
    expect(prepareFilters(['state'], options, { state: ['TX'] })[0]?.summary).toBe('Texas');
  });

  it('lie within the parent choices, unused ones last', () => {
    expect(keysOf('client', {})).toEqual([11, 21, 12]);
    expect(keysOf('client', { brand: [2] })).toEqual([21]);
    expect(keysOf('campus', { brand: [1] })).toEqual([1111]);
    expect(keysOf('campus', { client: [21] })).toEqual([2111]);
    expect(keysOf('campus', { model: [111] })).toEqual([1111]);
    expect(keysOf('customChannel', { channel: ['ppl'] })).toEqual([]);
    expect(keysOf('lineItem', { channel: ['ppl'] })).toEqual([31, 32]);
    expect(keysOf('partner', { client: [21] })).toEqual([7]);
  });

  it('describe the choice', () => {
    const [client] = prepareFilters(['client'], options, { client: [11] });
    expect(client).toMatchObject({ label: 'Client', summary: 'North Ground' });
    expect(prepareFilters(['client'], options, { client: [11, 21] })[0]?.summary).toBe('2 selected');
    expect(prepareFilters(['client'], options, { client: [99] })[0]?.summary).toBe('1 selected');
    expect(prepareFilters(['client'], options, {})[0]?.summary).toBeNull();
  });

  it('name a campus’s client', () => {
    const label = (campusOf: 'lead' | 'campaign') => prepareFilters(['campus'], options, {}, campusOf)[0]?.label;
    expect([label('lead'), label('campaign')]).toEqual(['Campus', 'Campaign’s campus']);
  });

  it('are searched by all words in any order', () => {
    const list = [
      { key: 1, name: 'North Ground', isOld: false },
      { key: 2, name: 'South Ground', isOld: false },
    ];
    expect(findOptions(list, 'ground  no').shown.map(({ key }) => key)).toEqual([1]);
    const many = Array.from({ length: 250 }, (_, key) => ({ key, name: `Campus ${key}`, isOld: false }));
    expect(findOptions(many, '')).toMatchObject({ more: 50 });
  });
});

describe('a changed choice', () => {
  it('drops child choices outside it', () => {
    const values = { client: [11], campus: [1111], lineItem: [31], partner: [7] };
    expect(afterChange(options, values, 'client', [21])).toMatchObject({
      client: [21],
      campus: undefined,
      lineItem: undefined,
      partner: [7],
    });
    expect(afterChange(options, values, 'client', [])).toMatchObject({ client: undefined, campus: [1111] });
  });

  it('keeps unknown values', () => {
    expect(afterChange(options, { campus: [4242] }, 'client', [21]).campus).toEqual([4242]);
  });
});
