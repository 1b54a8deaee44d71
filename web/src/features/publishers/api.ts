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
  // A form is filled from it, with the version that its saving is judged by.
  staleTime: 0,
  gcTime: 0,
});
export const readSource = (key: number): Promise<PublisherSourceRecord | undefined> =>
  fetchApi(publisherSourceGet, { params: { key } });
export const choicesQuery = (aggregator: number) => callQuery(publisherChoices, { params: { aggregator } });

const SHOWN: readonly AnyCall[] = [publisherSearch, publisherSourceGet, publisherSourcesList, publisherChoices];
/** Whatever shows sources is old once something of them is saved. */
export const forgetSources = (queries: QueryClient): Promise<unknown> =>
  Promise.all(SHOWN.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));

/** Failures belong to the form and are thrown. */
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

/** The publisher as it is now, past every cache. */
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
    // One that somebody else has changed meanwhile is read again too.
    onSettled: () => forgetSources(queries),
  });
};

/** The figures beside each source: those of the owner that one works on; a media partner's are of all its owners. */
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
