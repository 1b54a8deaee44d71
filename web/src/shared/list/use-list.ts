import type { AnyList, ListPage, ListRow } from '@paceline/contract';
import { CancelledError, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchApi } from '../../lib/api/api.ts';
import { formatCount } from '../../lib/text/format.ts';

/** A list's declaration, path parameters and filters. */
export interface ListAsking<L extends AnyList> {
  list: L;
  params: Readonly<Record<string, string | number>>;
  question: Readonly<Record<string, unknown>>;
}

/** A list's loaded rows and state. */
interface ListSource<Row> {
  rows: readonly Row[];
  /** "1,204 rows", "More than 10,000 rows". */
  count: string;
  isLoading: boolean;
  hasMore: boolean;
  error: { message: string; requestId: string | null } | null;
  onRetry: () => void;
  onMore: () => void;
}

/** A screen or two: the next page is requested before its end is reached. */
const PAGE_ROWS = 100;
const NO_ROWS: readonly never[] = [];

const rowsIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

const countOf = (first: ListPage<unknown> | undefined, loaded: number, hasMore: boolean): string => {
  if (first === undefined) return '';
  if (!hasMore) return rowsIn(loaded);
  if (first.total === null) return `First ${rowsIn(loaded)}, more below`;
  return first.isMore ? `More than ${rowsIn(first.total)}` : rowsIn(first.total);
};

const readPage = async <L extends AnyList>(
  { list, params, question }: ListAsking<L>,
  place: { after: string | null; limit: number },
  signal?: AbortSignal,
): Promise<ListPage<ListRow<L>>> => {
  const body = { ...question, limit: place.limit, ...(place.after !== null && { after: place.after }) };
  const page = await fetchApi(list as AnyList, { params, body }, { ...(signal && { signal }) });
  // A cancelled read is not an empty list and must not be cached as one.
  if (page === undefined) throw new CancelledError({ revert: true });
  return page as ListPage<ListRow<L>>;
};

/** A list loaded page by page; the server searches, filters and sorts. */
export const useList = <L extends AnyList>({ list, params, question }: ListAsking<L>): ListSource<ListRow<L>> => {
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [list.id, params, question] as const,
    queryFn: ({ pageParam, signal }) =>
      readPage({ list, params, question }, { after: pageParam, limit: PAGE_ROWS }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Keep the rows until the next ones arrive: a table that empties on each key press cannot be read.
    placeholderData: keepPreviousData,
    // Opening a list again reads new rows; the old ones stay until they arrive.
    staleTime: 0,
  });
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? NO_ROWS, [data]);
  return {
    rows,
    count: countOf(data?.pages[0], rows.length, hasNextPage),
    isLoading: isFetching,
    hasMore: hasNextPage,
    error: error && { message: error.message, requestId: error instanceof ApiError ? error.requestId : null },
    onRetry: () => void (isFetchingNextPage || !hasNextPage ? refetch() : fetchNextPage()),
    onMore: () => {
      if (hasNextPage && !isFetching && !error) void fetchNextPage();
    },
  };
};

const MAX_ROWS_ASKED = 500;

/** All matching rows up to a limit; undefined if there are more. */
export const readAll = async <L extends AnyList>(
  asking: ListAsking<L>,
  most: number,
): Promise<ListRow<L>[] | undefined> => {
  const all: ListRow<L>[] = [];
  let after: string | null = null;
  do {
    const page: ListPage<ListRow<L>> = await readPage(asking, { after, limit: MAX_ROWS_ASKED });
    all.push(...page.rows);
    after = page.next;
    if (all.length > most) return undefined;
  } while (after !== null);
  return all;
};
