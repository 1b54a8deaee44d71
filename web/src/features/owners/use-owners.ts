import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ownersQuery } from './api.ts';

const NONE: OwnerOfUser[] = [];

/**
 * The list from sign-in is used until a fresh one arrives, and kept if that fails. The session takes over the fresh list, so that changed
 * menus and labels apply without signing in again.
 */
export const useOwners = (): OwnerOfUser[] => {
  const owners = useSession((state) => state.owners);
  const updateOwners = useSession((state) => state.updateOwners);
  const fresh = useQuery(ownersQuery()).data?.owners;
  useEffect(() => {
    if (fresh) updateOwners(fresh);
  }, [fresh, updateOwners]);
  return fresh ?? owners ?? NONE;
};
