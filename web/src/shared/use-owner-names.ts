import { useCallback } from 'react';
import { useSession } from '../lib/session/session-store.ts';

/** The names of the session's owners by key. */
export const useOwnerNames = (): ((ownerKey: number) => string) => {
  const owners = useSession((state) => state.owners);
  return useCallback(
    (ownerKey) => owners?.find((owner) => owner.ownerKey === ownerKey)?.name ?? 'School group',
    [owners],
  );
};
