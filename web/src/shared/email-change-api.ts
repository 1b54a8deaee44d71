import { accountUserGet, type User, userEmailApprove, userEmailCancel } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api-error.ts';
import { callApi } from '../lib/api/api.ts';
import { callQuery } from '../lib/api/op-query.ts';
import { toast } from '../ui/toast/toast-store.ts';

/** The signed-in user's own account. */
export const accountQuery = (userKey: number) => callQuery(accountUserGet, { params: { userKey } });

/** Confirms or cancels a requested email address. Returns the updated user; after a refusal the user is read again. */
export const useDecideEmail = (userKey: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ changeKey, approve }: { changeKey: number; approve: boolean }): Promise<User | undefined> =>
      callApi(approve ? userEmailApprove : userEmailCancel, { params: { userKey }, body: { changeKey } }),
    onSuccess: (user, { approve }) => {
      if (!user) return;
      queries.setQueryData(accountQuery(userKey).queryKey, user);
      toast.success(
        approve
          ? `The email address is now ${user.email}. Both addresses get an email.`
          : `The email address stays ${user.email}. Both addresses get an email.`,
      );
    },
    onError: (error) => {
      toast.error(error instanceof ApiError ? error : { message: error.message });
      // Only this user's query: another one for the same call would be cancelled.
      return queries.invalidateQueries({ queryKey: accountQuery(userKey).queryKey });
    },
  });
};
