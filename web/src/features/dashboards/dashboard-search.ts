import { type FilterSearch, readFilterSearch } from '../../shared/filter-bar/filter-search.ts';
import { textParam } from '../../lib/address/search-params.ts';

/** What the address of a dashboard says: dates, grain, comparison, filters. Without dates each widget has its own. */
export interface DashboardSearch extends FilterSearch {
  /** One of the picker's ranges, or a month: `2026-10`. */
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  grain?: string | undefined;
  compare?: string | undefined;
  /** How tables are sorted, each by its place on the page. */
  sort?: string | undefined;
  /** Of the reports: what attribute reports are by, and which outcome cohorts are told of. */
  attributes?: string | undefined;
  outcome?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

export const readDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({
  ...readFilterSearch(search),
  range: textParam(search['range']),
  from: day(search['from']),
  to: day(search['to']),
  grain: textParam(search['grain']),
  compare: textParam(search['compare']),
  sort: textParam(search['sort']),
  attributes: textParam(search['attributes']),
  outcome: textParam(search['outcome']),
});
