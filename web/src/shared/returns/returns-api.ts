import {
  type CallInput,
  leadDetails,
  leadSearch,
  returnDecisionPreview,
  returnPreview,
  returnSearch,
  type AnyCall,
  type CallResponse,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { CallArgs } from '../../lib/api/request.ts';
import { tellFailure } from '../list/use-list-export.ts';

export const previewQuery = (body: CallInput<typeof returnPreview>['body']) => ({
  ...callQuery(returnPreview, { body }),
  staleTime: 0,
});
export const decisionQuery = (body: CallInput<typeof returnDecisionPreview>['body']) => ({
  ...callQuery(returnDecisionPreview, { body }),
  staleTime: 0,
});

/** Requests, decides or comments on returns, and refreshes everything that shows them, also after a conflict. */
export const useReturnChange = <C extends AnyCall>(call: C, onDone?: (answer: CallResponse<C>) => void) => {
  const queries = useQueryClient();
  const again = () => {
    for (const { id } of [returnSearch, returnPreview, returnDecisionPreview, leadDetails, leadSearch])
      void queries.invalidateQueries({ queryKey: [id] });
  };
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) => callApi(call, { body } as unknown as CallArgs<C>),
    onSuccess: (answer) => {
      again();
      onDone?.(answer as CallResponse<C>);
    },
    onError: (error) => {
      tellFailure(error);
      again();
    },
  });
};
