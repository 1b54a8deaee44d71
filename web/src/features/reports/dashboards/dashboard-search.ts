import { keyParam, textParam } from '../../../lib/address/search-params.ts';

/** What the address of a dashboard says besides the dashboard: dates and filters of all its cards, and whether it is full-screen. */
export interface SavedDashboardSearch {
  owner?: number | undefined;
  range?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  filters?: string | undefined;
  full?: string | undefined;
}

export const readSavedDashboardSearch = (search: Record<string, unknown>): SavedDashboardSearch => ({
  range: textParam(search['range']),
  from: textParam(search['from']),
  to: textParam(search['to']),
  filters: textParam(search['filters']),
  full: textParam(search['full']),
});

/** A partner works for several owners: the address says whose views are shown. */
export const readPartnerDashboardSearch = (search: Record<string, unknown>): SavedDashboardSearch => ({
  ...readSavedDashboardSearch(search),
  owner: keyParam(search['owner']),
});
