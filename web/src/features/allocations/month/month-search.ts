import { choiceParam, keyParam, textParam } from '../../../lib/address/search-params.ts';
import { type FilterSearch, readFilterSearch } from '../../../shared/filter-bar/filter-search.ts';

/** What the address of a month asks for, beside its filters. */
export interface MonthSearch extends FilterSearch {
  /** Line items in place of campaigns. */
  view?: 'lineitems' | undefined;
  /** One of a media partner's owners. */
  owner?: number | undefined;
  /** The layout of the campaigns by its name; none is the one that everybody starts with. */
  layout?: string | undefined;
}

export const readMonthSearch = (search: Record<string, unknown>): MonthSearch => ({
  ...readFilterSearch(search),
  view: choiceParam(search['view'], ['lineitems']),
  owner: keyParam(search['owner']),
  layout: textParam(search['layout']),
});
