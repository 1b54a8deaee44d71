import { textParam } from '../../../lib/address/search-params.ts';
import { type DashboardSearch, readDashboardSearch } from '../dashboard-search.ts';

/** What the address of the pacing overview says: a month in place of dates, filters, and what the table is by. */
export interface PacingSearch extends DashboardSearch {
  by?: string | undefined;
}

export const readPacingSearch = (search: Record<string, unknown>): PacingSearch => ({
  ...readDashboardSearch(search),
  by: textParam(search['by']),
});
