import {
  type NamedAccount,
  providerAccountCheck,
  providerAccountList,
  type ProviderAccounts,
  providerAccountRemove,
  providerAccountSave,
  type SavedAccount,
} from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

export const accountsQuery = (owner: number) => callQuery(providerAccountList, { params: { owner } });

/** Plain calls, no mutations: a mutation's cache would keep the credential. Every answer is the whole list. */
export const useAccountActions = (owner: number) => {
  const queries = useQueryClient();
  const params = { owner };
  const put = (accounts: ProviderAccounts | undefined) => {
    if (accounts) queries.setQueryData(accountsQuery(owner).queryKey, accounts);
  };
  return {
    save: async (body: SavedAccount) => put(await callApi(providerAccountSave, { params, body })),
    remove: async (body: NamedAccount) => put(await callApi(providerAccountRemove, { params, body })),
    check: async (body: NamedAccount) => {
      const answer = await callApi(providerAccountCheck, { params, body });
      put(answer?.accounts);
      return answer?.check;
    },
  };
};
