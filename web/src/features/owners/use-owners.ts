import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ownersQuery } from './api.ts';

const NONE: OwnerOfUser[] = [];

const FOLLOW_MS = 60_000;

/** The session takes over the fresh list, so that changed menus and labels apply without signing in again. */
const useFreshOwners = (options: { refetchInterval?: number } = {}): OwnerOfUser[] | null | undefined => {
  const updateOwners = useSession((state) => state.updateOwners);
  const fresh = useQuery({ ...ownersQuery(), ...options }).data?.owners;
  useEffect(() => {
    if (fresh) updateOwners(fresh);
  }, [fresh, updateOwners]);
  return fresh;
};

/** The list from sign-in is used until a fresh one arrives, and kept if that fails. */
export const useOwners = (): OwnerOfUser[] => {
  const owners = useSession((state) => state.owners);
  return useFreshOwners() ?? owners ?? NONE;
};

/** An open page learns within a minute, or when it is looked at again, what an administrator changed about its owners. */
export const useFollowOwners = (): void => {
  useFreshOwners({ refetchInterval: FOLLOW_MS });
};
