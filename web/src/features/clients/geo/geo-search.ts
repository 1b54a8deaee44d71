import { keyParam } from '../../../lib/address/search-params.ts';

/** Which area the address names. */
export interface GeoSearch {
  client?: number | undefined;
  campus?: number | undefined;
  program?: number | undefined;
}

export const readGeoSearch = (search: Record<string, unknown>): GeoSearch => ({
  client: keyParam(search['client']),
  campus: keyParam(search['campus']),
  program: keyParam(search['program']),
});
