import { underperformingCampaigns } from '@paceline/contract';
import { queryOptions } from '@tanstack/react-query';
import { fetchApi } from '../../../lib/api/api.ts';
import { opQuery } from '../../../lib/api/op-query.ts';

export const underperformingQuery = (ownerKey: number) =>
  queryOptions({
    queryKey: ['widget underperforming', { ownerKey }] as const,
    queryFn: opQuery(({ signal }) =>
      fetchApi(underperformingCampaigns, { params: { owner: ownerKey, keyType: 'owner', key: ownerKey } }, { signal }),
    ),
    staleTime: 60_000,
  });
