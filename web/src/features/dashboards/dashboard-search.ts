import { type FilterName, type FilterSearch, readFilterSearch } from '../../shared/filter-bar/filter-search.ts';
import { textParam } from '../../lib/address/search-params.ts';

/** A dashboard's parameters in the address: dates, grain, comparison, filters. Without dates each widget uses its own. */
export interface DashboardSearch extends FilterSearch {
  /** A range of the picker, or a month: `2026-10`. */
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  grain?: string | undefined;
  compare?: string | undefined;
  /** Table sort orders, by place on the page. */
  sort?: string | undefined;
  /** For reports: the attributes to break down by, and the outcome cohorts show. */
  attributes?: string | undefined;
  outcome?: string | undefined;
}

/** The filters of every page with dashboards. A choice is kept from page to page, so each shows all that it applies. */
export const DASHBOARD_FILTERS: readonly FilterName[] = [
  'brand',
  'client',
  'campus',
  'program',
  'state',
  'lineItem',
  'channel',
  'customChannel',
  'partner',
];

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
