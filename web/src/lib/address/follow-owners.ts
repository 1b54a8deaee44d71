import { userConfig } from '@paceline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../api/op-query.ts';
import { useSession } from '../session/session-store.ts';

/** Has the session know the owners as they are now. What was saved is saved whether this comes or not: the next list follows it. */
export const followOwners = async (queries: QueryClient): Promise<void> => {
  try {
    const config = await queries.fetchQuery({ ...callQuery(userConfig, {}), staleTime: 0 });
    useSession.getState().updateOwners(config.owners);
  } catch {
    return;
  }
};
