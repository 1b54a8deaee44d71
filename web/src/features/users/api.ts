import {
  accountUserGet,
  allPartnerList,
  type User,
  type UserForm,
  userPasswordReset,
  userSave,
  userSearch,
  userSessionList,
  userStatusSave,
} from '@paceline/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { callApi, fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { toast } from '../../ui/toast/toast-store.ts';

export const userQuery = (userKey: number) => ({
  ...callQuery(accountUserGet, { params: { userKey } }),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
});
export const readUser = (userKey: number): Promise<User | undefined> =>
  fetchApi(accountUserGet, { params: { userKey } });
export const partnersQuery = () => callQuery(allPartnerList, {});

const forgetUsers = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [userSearch, accountUserGet, userSessionList].map(({ id }) => queries.invalidateQueries({ queryKey: [id] })),
  );
const tell = (error: Error): void => toast.error(error instanceof ApiError ? error : { message: error.message });

/** Throws on failure: the form shows the error. */
export const useSaveUser = () => {
  const queries = useQueryClient();
  return async (form: UserForm): Promise<User | undefined> => {
    const saved = await callApi(userSave, { body: form });
    await forgetUsers(queries);
    return saved;
  };
};

export type Named = Pick<User, 'userKey' | 'firstName' | 'lastName' | 'email'>;
export const nameOf = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export const useSetActive = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ userKey, active }: { userKey: number; active: boolean }) =>
      callApi(userStatusSave, { params: { userKey }, body: { active } }),
    onSuccess: (user) => {
      if (user) toast.success(`${nameOf(user)} is ${user.active ? 'active again' : 'deactivated'}.`);
      return forgetUsers(queries);
    },
    onError: tell,
  });
};

export const useSendReset = () =>
  useMutation({
    mutationFn: async (user: Named) => {
      await callApi(userPasswordReset, { params: { userKey: user.userKey } });
      return user;
    },
    onSuccess: (user) => toast.success(`A reset link is on its way to ${user.email}.`),
    onError: tell,
  });
