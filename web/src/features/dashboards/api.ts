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

/** By the place on the dashboard and not by the call: one call may stand there twice, and neither cancels the other. */
export const widgetQuery = (slot: string, widget: WidgetId, body: WidgetBody) =>
  queryOptions({
    queryKey: [`widget ${slot}`, widget, body] as const,
    queryFn: opQuery(({ signal }) => fetchApi(WIDGET_CALLS[widget], { body }, { signal }) as Promise<WidgetAnswer>),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Whatever is on screen of an owner; the server knows whether an answer has to be made anew. */
export const isWidgetKey = (key: readonly unknown[]): boolean =>
  typeof key[0] === 'string' && key[0].startsWith('widget ');

export const rowsBehindQuery = (body: RowsBehindBody) =>
  queryOptions({
    queryKey: ['widget rows behind', body] as const,
    queryFn: opQuery(({ signal }) => fetchApi(rowsBehind, { body }, { signal })),
    staleTime: 60_000,
  });
