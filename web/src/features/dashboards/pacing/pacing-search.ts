import { textParam } from '../../../lib/address/search-params.ts';
import { type DashboardSearch, readDashboardSearch } from '../dashboard-search.ts';

/** The pacing overview's parameters in the address: a month instead of dates, filters, and the table's grouping. */
export interface PacingSearch extends DashboardSearch {
  by?: string | undefined;
}

export const readPacingSearch = (search: Record<string, unknown>): PacingSearch => ({
  ...readDashboardSearch(search),
  by: textParam(search['by']),
});
