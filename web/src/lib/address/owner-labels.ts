import { type Labels, labelsOf, variantOf } from '@paceline/contract';
import { useCallback } from 'react';
import { useSession } from '../session/session-store.ts';

/** Which words each of the user's owners has for the stages of its funnel; the usual ones where it is about several. */
export const useLabels = (): ((ownerKey: number | null) => Labels) => {
  const owners = useSession((state) => state.owners);
  return useCallback((ownerKey) => labelsOf(variantOf(owners?.find((owner) => owner.ownerKey === ownerKey))), [owners]);
};
