import {
  type AnyCall,
  type CallBody,
  type CallResponse,
  type Publisher,
  publisherChoices,
  type PublisherForm,
  publisherSave,
  publisherSearch,
  publisherSourceFigures,
  publisherSourceGet,
  type PublisherSourceRecord,
  publisherSourcesList,
  publisherSourcesSave,
  publisherSourcesStatus,
  type SourceFigures,
  type SourcesForm,
} from '@paceline/contract';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi, fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';

export const sourceQuery = (key: number) => ({
  ...callQuery(publisherSourceGet, { params: { key } }),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
  gcTime: 0,
});
export const readSource = (key: number): Promise<PublisherSourceRecord | undefined> =>
  fetchApi(publisherSourceGet, { params: { key } });
export const choicesQuery = (aggregator: number) => callQuery(publisherChoices, { params: { aggregator } });

const SHOWN: readonly AnyCall[] = [publisherSearch, publisherSourceGet, publisherSourcesList, publisherChoices];
/** Invalidates everything that shows sources. */
export const forgetSources = (queries: QueryClient): Promise<unknown> =>
  Promise.all(SHOWN.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));

/** Throws on failure: the form shows the error. */
export const useSaveSource = () => {
  const queries = useQueryClient();
  return async (form: SourcesForm): Promise<PublisherSourceRecord | undefined> => {
    const saved = await callApi(publisherSourcesSave, { body: form });
    const key = saved?.[0]?.publisherSourceKey;
    await forgetSources(queries);
    return key === undefined ? undefined : readSource(key);
  };
};

export const useSavePublisher = () => {
  const queries = useQueryClient();
  return async (form: PublisherForm): Promise<Publisher | undefined> => {
    const saved = await callApi(publisherSave, { body: form });
    await forgetSources(queries);
    return saved;
  };
};

/** The current publisher, bypassing all caches. */
export const readPublisher = async ({ aggregatorKey, publisherKey }: Publisher): Promise<Publisher | undefined> => {
  const publishers = await fetchApi(publisherChoices, { params: { aggregator: aggregatorKey } });
  return publishers?.publishers.find((one) => one.publisherKey === publisherKey);
};

export type StatusChange = CallBody<typeof publisherSourcesStatus>;
export type StatusChanged = CallResponse<typeof publisherSourcesStatus>;

export const useStatusChange = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: StatusChange) => callApi(publisherSourcesStatus, { body }),
    // Refreshed after a failure too: somebody else may have changed one.
    onSettled: () => forgetSources(queries),
  });
};

/** Figures per source: for the active owner, or all owners of a media partner. */
export const useSourceFigures = (): ReadonlyMap<number, SourceFigures> | undefined => {
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  const isPartner = groupOfSession() === 'mp';
  const { data } = useQuery({
    ...callQuery(publisherSourceFigures, { query: isPartner ? {} : { ownerKey: String(ownerKey) } }),
    enabled: isPartner || ownerKey !== undefined,
  });
  return useMemo(
    () => data && new Map(data.rows.map((figures) => [figures.publisherSourceKey, figures] as const)),
    [data],
  );
};
