import {
  type AnyCall,
  type CallInput,
  type CallResponse,
  stuckLeadSearch,
  stuckLeadSummary,
  stuckLeadTries,
} from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

/** Poll interval while leads are being sent again. */
const BUSY_MS = 3_000;
const IDLE_MS = 60_000;

const summaryQuery = (ownerKey: number) => ({
  ...callQuery(stuckLeadSummary, { params: { owner: ownerKey } }),
  refetchInterval: ({ state }: { state: { data?: CallResponse<typeof stuckLeadSummary> | undefined } }) =>
    state.data?.groups.some(({ retrying }) => retrying > 0) || state.data?.retries.some(({ waiting }) => waiting > 0)
      ? BUSY_MS
      : IDLE_MS,
});

export const triesQuery = (ownerKey: number, leadKey: number) => ({
  ...callQuery(stuckLeadTries, { params: { owner: ownerKey, leadKey } }),
  staleTime: 0,
});

/** Polls the counters; when they change, the list is read again. */
export const useStuckSummary = (ownerKey: number) => {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(summaryQuery(ownerKey));
  const total = data?.total;
  const lastTotal = useRef(total);
  useEffect(() => {
    if (lastTotal.current !== undefined && lastTotal.current !== total)
      void queries.invalidateQueries({ queryKey: [stuckLeadSearch.id] });
    lastTotal.current = total;
  }, [total, queries]);
  return { data, now: new Date(dataUpdatedAt).toISOString() };
};

/** Runs an action on stuck leads, and refreshes the list, the counters and the open lead. */
export const useStuckChange = <C extends AnyCall>(
  call: C,
  ownerKey: number,
  onDone: (answer: CallResponse<C>) => void,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) =>
      callApi(call, { params: { owner: ownerKey }, body } as unknown as CallArgs<C>),
    onSuccess: (answer) => {
      for (const { id } of [stuckLeadSearch, stuckLeadSummary, stuckLeadTries])
        void queries.invalidateQueries({ queryKey: [id] });
      if (answer !== undefined) onDone(answer);
    },
    onError: tellFailure,
  });
};
