import type { CampaignListRow } from '@paceline/contract';
import { MOST_BULK_CAMPAIGNS, MOST_ROWS_ASKED } from '@paceline/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { campaignsQuery, type ListFilter, partnerCampaignsQuery, readCampaigns } from '../api.ts';
import type { CampaignSearch } from './campaign-search.ts';
import { rowFilter } from './prepare-list.ts';

/** A list of campaigns as far as it is there. */
export interface CampaignListSource {
  rows: readonly CampaignListRow[];
  isLoading: boolean;
  /** No rows are left on the server: the list can be sorted and filtered where it stands. */
  isWhole: boolean;
  error: { message: string; requestId: string | null } | null;
  onRetry: () => void;
  onMore: () => void;
  /** Every row that the filters leave, up to one more than can be acted on at once; undefined if something came between. */
  readAll: () => Promise<readonly CampaignListRow[] | undefined>;
}

const NO_ROWS: readonly CampaignListRow[] = [];

const failureOf = (error: Error | null): CampaignListSource['error'] =>
  error && { message: error.message, requestId: error instanceof ApiError ? error.requestId : null };

const readAll = async (ownerKey: number, filter: ListFilter): Promise<CampaignListRow[] | undefined> => {
  const all: CampaignListRow[] = [];
  while (all.length <= MOST_BULK_CAMPAIGNS) {
    const after = all.at(-1)?.campaignKey ?? null;
    const page = await readCampaigns(ownerKey, filter, { after, limit: MOST_ROWS_ASKED });
    if (page === undefined) return undefined;
    all.push(...page);
    if (page.length < MOST_ROWS_ASKED) break;
  }
  return all;
};

/** The campaigns of an owner: the server searches, and hands them out page by page. */
export const useOwnerCampaigns = (ownerKey: number, filter: ListFilter): CampaignListSource => {
  const list = useInfiniteQuery(campaignsQuery(ownerKey, filter));
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = list;
  const rows = useMemo(() => data?.pages.flat() ?? NO_ROWS, [data]);
  return {
    rows,
    isLoading: isFetching,
    isWhole: data !== undefined && !hasNextPage,
    error: failureOf(error),
    onRetry: () => void (isFetchingNextPage || !hasNextPage ? refetch() : fetchNextPage()),
    onMore: () => {
      if (hasNextPage && !isFetching && !error) void fetchNextPage();
    },
    readAll: () => (hasNextPage ? readAll(ownerKey, filter) : Promise.resolve(rows)),
  };
};

/** A media partner's own campaigns: all of them at once, of every owner that it works for. */
export const usePartnerCampaigns = (search: CampaignSearch): CampaignListSource => {
  const options = useFilterOptions();
  const partnerKey = options.data?.partners[0]?.key;
  const list = useQuery({ ...partnerCampaignsQuery(partnerKey ?? 0), enabled: partnerKey !== undefined });
  const { data } = list;
  const rows = useMemo(
    () => (data ? data.filter(rowFilter(search, options.data)) : NO_ROWS),
    [data, search, options.data],
  );
  const hasNone = options.data !== undefined && partnerKey === undefined;
  return {
    rows,
    isLoading: list.isFetching || options.isFetching,
    isWhole: data !== undefined || hasNone,
    error: failureOf(options.error ?? list.error),
    onRetry: () => void (options.error ? options.refetch() : list.refetch()),
    onMore: () => undefined,
    readAll: () => Promise.resolve(rows),
  };
};
