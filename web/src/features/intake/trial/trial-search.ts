import { keyParam } from '../../../lib/address/search-params.ts';

/** The campaign only: a pasted person never appears in an address. */
export interface TrialSearch {
  campaign?: number | undefined;
}

export const readTrialSearch = (search: Record<string, unknown>): TrialSearch => ({
  campaign: keyParam(search['campaign']),
});
