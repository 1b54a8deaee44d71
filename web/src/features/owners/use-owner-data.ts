import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ownerQuery } from './api.ts';

/** An owner's details. Where the user may work for it, they are stored beside the tab's active owner. */
export const useOwnerData = (ownerKey: number | null, owner: OwnerOfUser | undefined) => {
  const query = useQuery({ ...ownerQuery(ownerKey ?? 0), enabled: ownerKey !== null });
  const chooseOwner = useSession((state) => state.chooseOwner);
  const details = query.data;
  useEffect(() => {
    if (details && owner?.ownerKey === ownerKey) chooseOwner(owner, details);
  }, [details, owner, ownerKey, chooseOwner]);
  return query;
};
