import { useQueryClient } from '@tanstack/react-query';
import { userQuery } from './api.ts';

/** Brings in what somebody else saved. What was filled in here is then offered back as a draft. */
export const useReloadUser = (userKey: number | undefined) => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    if (userKey !== undefined) await queries.refetchQueries({ queryKey: userQuery(userKey).queryKey });
  };
};
