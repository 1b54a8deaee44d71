import { bulkActionList, bulkActionUndo } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { callApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { toast } from '../../ui/toast/toast-store.ts';

export const bulkActionsQuery = (ownerKey: number) => ({
  ...callQuery(bulkActionList, { params: { owner: ownerKey } }),
  // Others act too, and an action can be undone for a day only.
  staleTime: 0,
});

/** Undoes a bulk action; `onUndone` reads again what shows its campaigns. */
export const useUndoBulk = (onUndone: () => unknown) => {
  const queries = useQueryClient();
  const settle = () => queries.invalidateQueries({ queryKey: [bulkActionList.id] });
  return useMutation({
    mutationFn: ({ ownerKey, actionId }: { ownerKey: number; actionId: string }) =>
      callApi(bulkActionUndo, { params: { owner: ownerKey, actionId } }),
    onSuccess: async (undone) => {
      if (undone) toast.success(`Undone: ${undone.campaigns === 1 ? '1 campaign' : `${undone.campaigns} campaigns`}.`);
      await settle();
      await onUndone();
    },
    onError: async (error) => {
      toast.error(error instanceof ApiError ? error : { message: error.message });
      await settle();
    },
  });
};
