import {
  type Alert,
  alertSearch,
  leadRefusals,
  partnerEarnings,
  postingKeyList,
  publisherSearch,
} from '@paceline/contract';
import { CancelledError, queryOptions } from '@tanstack/react-query';
import { fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';

/** Rows of a card; the page behind it has all of them. */
export const CARD_ROWS = 6;
const MAX_CAPS = 200;

export const earningsQuery = { ...callQuery(partnerEarnings, {}), staleTime: 0 };
export const refusalsQuery = callQuery(leadRefusals, {});
export const keysQuery = (partner: number) => callQuery(postingKeyList, { params: { partner } });
export const blockedSourcesQuery = callQuery(publisherSearch, { body: { status: ['BLOCKED'], limit: CARD_ROWS } });

/** Open alerts on caps, and those that ended last. */
export const capsQuery = queryOptions({
  queryKey: [alertSearch.id, 'caps of the home page'],
  queryFn: async ({ signal }): Promise<Alert[]> => {
    const kind = ['cap' as const];
    const open = await fetchApi(alertSearch, { body: { state: 'open', kind, limit: MAX_CAPS } }, { signal });
    const ended = await fetchApi(
      alertSearch,
      { body: { state: 'ended', kind, sort: '-resolvedAt', limit: MAX_CAPS } },
      { signal },
    );
    // A cancelled read is no list without alerts.
    if (open === undefined || ended === undefined) throw new CancelledError({ revert: true });
    return [...open.rows, ...ended.rows];
  },
});
