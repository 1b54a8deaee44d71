import type { AnyList, ListPage, ListRow } from '@paceline/contract';
import { CancelledError, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchApi } from '../../lib/api/api.ts';
import { formatCount } from '../../lib/text/format.ts';

/** Which list is read: its declaration, the parameters of its path and what is asked of it. */
export interface ListAsking<L extends AnyList> {
  list: L;
  params: Readonly<Record<string, string | number>>;
  question: Readonly<Record<string, unknown>>;
}

/** A list as far as it is there. */
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

/** A screen or two: the next rows are asked for before the last of these is reached. */
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
  // A reading that was cut short is no empty list, and must not be stored as one.
  if (page === undefined) throw new CancelledError({ revert: true });
  return page as ListPage<ListRow<L>>;
};

/** The list page by page: the server searches, filters and sorts it. */
export const useList = <L extends AnyList>({ list, params, question }: ListAsking<L>): ListSource<ListRow<L>> => {
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [list.id, params, question] as const,
    queryFn: ({ pageParam, signal }) =>
      readPage({ list, params, question }, { after: pageParam, limit: PAGE_ROWS }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // The rows stay until the next ones are here; a table that empties on each letter cannot be read.
    placeholderData: keepPreviousData,
    // Whoever opens a list again looks for what has come since: the rows of before stand until it is here.
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

/** Every row that matches, up to as many; undefined if there are more. */
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
