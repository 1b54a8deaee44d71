import {
  rowsBehind,
  type RowsBehindBody,
  WIDGET_CALLS,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetId,
} from '@paceline/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchApi } from '../../lib/api/api.ts';
import { opQuery } from '../../lib/api/op-query.ts';

/** Keyed by place, not by call: two places may use one call without cancelling each other. */
export const widgetQuery = (slot: string, widget: WidgetId, body: WidgetBody) =>
  queryOptions({
    queryKey: [`widget ${slot}`, widget, body] as const,
    queryFn: opQuery(({ signal }) => fetchApi(WIDGET_CALLS[widget], { body }, { signal }) as Promise<WidgetAnswer>),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Matches all widgets on screen; the server knows whether an answer must be computed again. */
export const isWidgetKey = (key: readonly unknown[]): boolean =>
  typeof key[0] === 'string' && key[0].startsWith('widget ');

export const rowsBehindQuery = (body: RowsBehindBody) =>
  queryOptions({
    queryKey: ['widget rows behind', body] as const,
    queryFn: opQuery(({ signal }) => fetchApi(rowsBehind, { body }, { signal })),
    staleTime: 60_000,
  });
