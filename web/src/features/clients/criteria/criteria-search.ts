import { keyParam } from '../../../lib/address/search-params.ts';

/** Whose criteria the address names. */
export interface CriteriaSearch {
  client?: number | undefined;
}

export const readCriteriaSearch = (search: Record<string, unknown>): CriteriaSearch => ({
  client: keyParam(search['client']),
});
