import { choiceParam, keyParam, textParam } from '../../../lib/address/search-params.ts';
import { type FilterSearch, readFilterSearch } from '../../../shared/filter-bar/filter-search.ts';

/** A month's parameters in the address, beside its filters. */
export interface MonthSearch extends FilterSearch {
  /** Shows line items instead of campaigns. */
  view?: 'lineitems' | undefined;
  /** One of a media partner's owners. */
  owner?: number | undefined;
  /** Name of the campaigns' layout; default if absent. */
  layout?: string | undefined;
}

export const readMonthSearch = (search: Record<string, unknown>): MonthSearch => ({
  ...readFilterSearch(search),
  view: choiceParam(search['view'], ['lineitems']),
  owner: keyParam(search['owner']),
  layout: textParam(search['layout']),
});
