import {
  type ClientCriteria,
  clientCriteriaList,
  type ClientCriteriaRecord,
  clientCriteriaSave,
  clientCriteriaVersion,
  criteriaReplayCancel,
  criteriaReplayGet,
  criteriaReplayList,
  criteriaReplayStart,
  suppressionListRemove,
  suppressionLists,
  suppressionListSave,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

/** Poll interval while a test runs. */
const POLL_MS = 1000;

export const criteriaQuery = (clientKey: number) => ({
  ...callQuery(clientCriteriaList, { params: { key: clientKey } }),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
  gcTime: 0,
});
export const readCriteria = (clientKey: number): Promise<ClientCriteriaRecord | undefined> =>
  fetchApi(clientCriteriaList, { params: { key: clientKey } });
export const readVersion = (clientKey: number, version: number) =>
  fetchApi(clientCriteriaVersion, { params: { key: clientKey, version } });

/** Throws on failure: the form shows the error. */
export const useSaveCriteria = (clientKey: number) => {
  const queries = useQueryClient();
  return async (version: number, criteria: ClientCriteria): Promise<ClientCriteriaRecord | undefined> => {
    const saved = await callApi(clientCriteriaSave, { params: { key: clientKey }, body: { version, criteria } });
    if (saved) queries.setQueryData(criteriaQuery(clientKey).queryKey, saved);
    return saved;
  };
};

export const replayListQuery = (clientKey: number) => callQuery(criteriaReplayList, { params: { key: clientKey } });
export const replayQuery = (clientKey: number, replay: number) => ({
  ...callQuery(criteriaReplayGet, { params: { key: clientKey, replay } }),
  refetchInterval: ({ state }: { state: { data: { state: string } | undefined } }) =>
    state.data?.state === 'queued' || state.data?.state === 'running' ? POLL_MS : (false as const),
});
export const useStartReplay = (clientKey: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { days: 30 | 60 | 90; criteria: ClientCriteria }) =>
      callApi(criteriaReplayStart, { params: { key: clientKey }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [criteriaReplayList.id] }),
  });
};

export const useCancelReplay = (clientKey: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (replay: number) => callApi(criteriaReplayCancel, { params: { key: clientKey, replay } }),
    onSettled: () =>
      Promise.all(
        [criteriaReplayGet, criteriaReplayList].map(({ id }) => queries.invalidateQueries({ queryKey: [id] })),
      ),
  });
};

export const suppressionQuery = (owner: number) => callQuery(suppressionLists, { params: { owner } });
export const useSuppression = (owner: number) => {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [suppressionLists.id] });
  const make = useMutation({
    mutationFn: (body: { name: string; clientKey: number | null }) =>
      callApi(suppressionListSave, { params: { owner }, body }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (listKey: number) => callApi(suppressionListRemove, { params: { owner, listKey } }),
    onSuccess: refresh,
  });
  return { make, remove, refresh };
};
