import {
  allPartnerList,
  ownerDraftChoices,
  ownerDraftGet,
  ownerDraftList,
  ownerReadiness,
  verticalList,
} from '@paceline/contract';
import { callQuery } from '../../lib/api/op-query.ts';

export const draftsQuery = () => ({ ...callQuery(ownerDraftList, {}), staleTime: 0 });
/** Never cached: somebody else may have continued the draft. */
export const draftQuery = (draftKey: number) => ({
  ...callQuery(ownerDraftGet, { params: { key: draftKey } }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});
export const choicesQuery = () => callQuery(ownerDraftChoices, {});
export const verticalsQuery = () => callQuery(verticalList, {});
export const partnersQuery = () => callQuery(allPartnerList, {});
export const readinessQuery = (ownerKey: number) => ({
  ...callQuery(ownerReadiness, { params: { owner: ownerKey } }),
  staleTime: 0,
});
