import { keysParam, wordsParam } from '../../lib/address/search-params.ts';

/** Filters in an address: `?client=3,7&channel=ppl`. A missing filter does not restrict anything. */
export interface FilterSearch {
  brand?: number[] | undefined;
  client?: number[] | undefined;
  model?: number[] | undefined;
  campus?: number[] | undefined;
  program?: number[] | undefined;
  state?: string[] | undefined;
  channel?: string[] | undefined;
  customChannel?: number[] | undefined;
  partner?: number[] | undefined;
  lineItem?: number[] | undefined;
}
export type FilterName = keyof FilterSearch;
export type FilterKey = number | string;

/** For a route's `validateSearch`, alone or combined with the page's own parameters. */
export const readFilterSearch = (search: Record<string, unknown>): FilterSearch => ({
  brand: keysParam(search['brand']),
  client: keysParam(search['client']),
  model: keysParam(search['model']),
  campus: keysParam(search['campus']),
  program: keysParam(search['program']),
  state: wordsParam(search['state']),
  channel: wordsParam(search['channel']),
  customChannel: keysParam(search['customChannel']),
  partner: keysParam(search['partner']),
  lineItem: keysParam(search['lineItem']),
});
