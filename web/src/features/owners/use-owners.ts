import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ownersQuery } from './api.ts';

const NONE: OwnerOfUser[] = [];

/**
 * What sign-in brought stands until the fresh list is here, and stays if that cannot be had. The session follows what is fresh:
 * menus and words of an owner whose settings changed are others without a new sign-in.
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
