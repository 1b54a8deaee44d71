import { keyParam } from '../../../lib/address/search-params.ts';

/** The client named in the address. */
export interface CriteriaSearch {
  client?: number | undefined;
}

export const readCriteriaSearch = (search: Record<string, unknown>): CriteriaSearch => ({
  client: keyParam(search['client']),
});
