import {
  type AnyCall,
  apiKeyList,
  type CallInput,
  type CallResponse,
  webhookList,
  webhookMessageGet,
  webhookMessageList,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export const apiKeysQuery = () => ({ ...callQuery(apiKeyList, {}), staleTime: 0 });

/** Poll interval: health and logs change by themselves. */
const LOOK_MS = 5_000;
export const webhooksQuery = () => ({ ...callQuery(webhookList, {}), staleTime: 0, refetchInterval: 2 * LOOK_MS });
export const messagesQuery = (webhookKey: number, state: string, before: number | null) => {
  const query = {
    ...(state !== '' && { state: state as 'failed' }),
    ...(before !== null && { before: String(before) }),
  };
  return {
    ...callQuery(webhookMessageList, { params: { webhookKey }, query }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  };
};
export const messageQuery = (webhookKey: number, messageKey: number) => ({
  ...callQuery(webhookMessageGet, { params: { webhookKey, messageKey } }),
  staleTime: 0,
  refetchInterval: LOOK_MS,
});

/** Runs a change, then invalidates the queries in `reads`. */
export const useIntegrationChange = <C extends AnyCall>(
  call: C,
  reads: readonly AnyCall[],
  onDone: (answer: CallResponse<C>) => void,
  onError: (error: Error) => void = tellFailure,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) => callApi(call, { body } as unknown as CallArgs<C>),
    onSuccess: (answer) => {
      for (const { id } of reads) void queries.invalidateQueries({ queryKey: [id] });
      if (answer !== undefined) onDone(answer);
    },
    onError,
  });
};
