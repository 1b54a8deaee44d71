import { type Labels, labelsOf, variantOf } from '@paceline/contract';
import { useCallback } from 'react';
import { useSession } from '../session/session-store.ts';

/** Each owner's labels for its funnel stages; the default labels where a page covers several owners. */
export const useLabels = (): ((ownerKey: number | null) => Labels) => {
  const owners = useSession((state) => state.owners);
  return useCallback((ownerKey) => labelsOf(variantOf(owners?.find((owner) => owner.ownerKey === ownerKey))), [owners]);
};
