import { type UserSession, userSessionEnd, userSessionList } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/op-query.ts';
import { toast } from '../ui/toast-store.ts';

export const sessionsQuery = (userKey: number) => callQuery(userSessionList, { params: { userKey } });

/** Ends one session of a user, or with null all but the one that asks. */
export const useEndSession = (userKey: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionKey: UserSession['sessionKey'] | null) =>
      callApi(userSessionEnd, { params: { userKey }, body: { sessionKey } }),
    onSuccess: (answer) => {
      if (answer) toast.success(answer.ended === 1 ? 'The session is ended.' : `${answer.ended} sessions are ended.`);
      return queries.invalidateQueries({ queryKey: [userSessionList.id] });
    },
    onError: (error) => toast.error(error instanceof ApiError ? error : { message: error.message }),
  });
};
