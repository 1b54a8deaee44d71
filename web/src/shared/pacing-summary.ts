import { pacingSummary, type WidgetBody } from '@paceline/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchApi } from '../lib/api/api.ts';
import { opQuery } from '../lib/api/op-query.ts';

/** Keyed like a widget, so that it is read again when the owner's numbers change. */
export const pacingSummaryQuery = (body: WidgetBody) =>
  queryOptions({
    queryKey: ['widget pacing summary', body] as const,
    queryFn: opQuery(({ signal }) => fetchApi(pacingSummary, { body }, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
