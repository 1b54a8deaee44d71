import {
  type Campaign,
  campaignGet,
  campaignList,
  type CampaignListRow,
  campaignSearch,
  campaignStatusLog,
  ownerGet,
  partnerCampaignSearch,
  type PlatformChannel,
  semCampaignsByPlatform,
  unlinkedCampaignList,
} from '@paceline/contract';
import { CancelledError, infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { streamApi } from '../../lib/files/stream.ts';
import { toast } from '../../ui/toast/toast-store.ts';

/** Bypasses all caches, for filling a form. */
export const readCampaign = (campaignKey: number): Promise<Campaign | undefined> =>
  fetchApi(campaignGet, { params: { key: campaignKey } });

/** A list's filters, as the call takes them. */
type ListFilter = Omit<NonNullable<CallArgs<typeof campaignList>['query']>, 'after' | 'limit'>;

/** One to three screens: the next page is requested before its end is reached. */
const PAGE_ROWS = 200;

/** Undefined when a newer read replaced this one. */
const readCampaigns = async (
  ownerKey: number,
  filter: ListFilter,
  { after, limit, signal }: { after: number | null; limit: number; signal?: AbortSignal },
): Promise<CampaignListRow[] | undefined> => {
  const rows: CampaignListRow[] = [];
  const end = await streamApi(
    campaignList,
    {
      params: { owner: ownerKey },
      query: { ...filter, ...(after !== null && { after: String(after) }), limit: String(limit) },
    },
    { ...(signal && { signal }), onRows: (more) => rows.push(...more) },
  );
  return end && rows;
};

export const campaignsQuery = (ownerKey: number, filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [campaignList.id, ownerKey, filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const rows = await readCampaigns(ownerKey, filter, { after: pageParam, limit: PAGE_ROWS, signal });
      // A cancelled read is not an empty list and must not be cached as one.
      if (rows === undefined) throw new CancelledError({ revert: true });
      return rows;
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : page.at(-1)?.campaignKey),
    // Keep the rows until the next ones arrive: a table that empties on each key press cannot be read.
    placeholderData: keepPreviousData,
  });

export const campaignQuery = (campaignKey: number) => ({
  ...callQuery(campaignGet, { params: { key: campaignKey } }),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
});
export const statusLogQuery = (campaignKey: number) => ({
  ...callQuery(campaignStatusLog, { params: { key: campaignKey } }),
  staleTime: 0,
});
export const ownerQuery = (ownerKey: number) => callQuery(ownerGet, { params: { ownerKey } });
export const unlinkedQuery = (ownerKey: number, channel: PlatformChannel) => ({
  ...callQuery(unlinkedCampaignList, { params: { owner: ownerKey, channel } }),
  // The platform's data is read on its own schedule, and others link campaigns too.
  staleTime: 0,
});

/** Invalidates everything that shows campaigns. */
export const forgetCampaigns = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [
      campaignList,
      campaignSearch,
      partnerCampaignSearch,
      campaignGet,
      campaignStatusLog,
      unlinkedCampaignList,
      semCampaignsByPlatform,
    ].map(({ id }) => queries.invalidateQueries({ queryKey: [id] })),
  );

export const tellFailure = (error: Error): void =>
  toast.error(error instanceof ApiError ? error : { message: error.message });
