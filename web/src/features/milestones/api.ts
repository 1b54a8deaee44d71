import { type AnyCall, type CallInput, type CallResponse, unmatchedLeads, unmatchedSearch } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export const leadsQuery = (ownerKey: number, unmatchedKey: number) => ({
  ...callQuery(unmatchedLeads, { params: { owner: ownerKey, unmatchedKey } }),
  staleTime: 0,
});

/** Runs an action on unmatched rows, and refreshes the list, also after a conflict. */
export const useUnmatchedChange = <C extends AnyCall>(
  call: C,
  ownerKey: number,
  onDone: (answer: CallResponse<C>) => void,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) =>
      callApi(call, { params: { owner: ownerKey }, body } as unknown as CallArgs<C>),
    onSuccess: (answer) => answer !== undefined && onDone(answer),
    onError: tellFailure,
    onSettled: () => void queries.invalidateQueries({ queryKey: [unmatchedSearch.id] }),
  });
};
