import { alertBell, alertMark, type AlertMark, alertUnread } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchApi } from '../../lib/api.ts';
import { callQuery } from '../../lib/op-query.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export const bellQuery = () => ({ ...callQuery(alertBell, {}), staleTime: 0 });

/** Marks alerts for oneself; the bell and its number are read again. */
export const useMark = () => {
  const queries = useQueryClient();
  return useMutation({
    // Not one that a newer call cancels: two rows may be marked one right after the other.
    mutationFn: (body: { alertKeys: number[] | null; mark: AlertMark }) => fetchApi(alertMark, { body }),
    onSettled: () => {
      for (const { id } of [alertBell, alertUnread]) void queries.invalidateQueries({ queryKey: [id] });
    },
    onError: tellFailure,
  });
};
