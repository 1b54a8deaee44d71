import { useQuery } from '@tanstack/react-query';
import type { OwnerOfUser } from '../../lib/session-data.ts';
import { useSession } from '../../lib/session-store.ts';
import { ownersQuery } from './api.ts';

const NONE: OwnerOfUser[] = [];

/** What sign-in brought stands until the fresh list is here, and stays if that cannot be had. */
export const useOwners = (): OwnerOfUser[] => {
  const known = useSession((state) => state.owners);
  return useQuery(ownersQuery()).data?.owners ?? known ?? NONE;
};
