import {
  type CallBody,
  deliveryEndpointGet,
  deliveryEndpointList,
  type DeliveryEndpointRecord,
  deliveryEndpointSave,
  deliveryEndpointTest,
  deliveryHostKeyForget,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';

export const endpointsQuery = (owner: number) => ({
  ...callQuery(deliveryEndpointList, { params: { owner } }),
  staleTime: 0,
});

export const endpointQuery = (owner: number, endpointKey: number) => ({
  ...callQuery(deliveryEndpointGet, { params: { owner, endpointKey } }),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
  gcTime: 0,
});
export const readEndpoint = (owner: number, endpointKey: number): Promise<DeliveryEndpointRecord | undefined> =>
  fetchApi(deliveryEndpointGet, { params: { owner, endpointKey } });

/** Throws on failure: the form shows the error. */
export const useSaveEndpoint = (owner: number) => {
  const queries = useQueryClient();
  return async (body: CallBody<typeof deliveryEndpointSave>) => {
    const saved = await callApi(deliveryEndpointSave, { params: { owner }, body });
    if (saved) {
      queries.setQueryData(endpointQuery(owner, saved.endpoint.endpointKey).queryKey, saved.endpoint);
      void queries.invalidateQueries({ queryKey: [deliveryEndpointList.id] });
    }
    return saved;
  };
};

export const useTestEndpoint = (owner: number) =>
  useMutation({
    mutationFn: (endpointKey: number) => callApi(deliveryEndpointTest, { params: { owner }, body: { endpointKey } }),
    onError: tellFailure,
  });

export const useForgetHostKey = (owner: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (endpointKey: number) => callApi(deliveryHostKeyForget, { params: { owner }, body: { endpointKey } }),
    onSuccess: (_, endpointKey) => queries.invalidateQueries({ queryKey: endpointQuery(owner, endpointKey).queryKey }),
    onError: tellFailure,
  });
};
