import { userConfig } from '@paceline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../api/op-query.ts';
import { useSession } from '../session/session-store.ts';

/** Refreshes the session's list of owners. A failure does not affect what was saved: the next list brings the owners again. */
export const followOwners = async (queries: QueryClient): Promise<void> => {
  try {
    const config = await queries.fetchQuery({ ...callQuery(userConfig, {}), staleTime: 0 });
    useSession.getState().updateOwners(config.owners);
  } catch {
    return;
  }
};
