import { type IoCard, ioWaiting } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../lib/address/paths.ts';
import { callQuery } from '../lib/api/op-query.ts';
import { useMay } from '../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../lib/session/session-store.ts';

const LOOK_MS = 60_000;

/** The insertion orders that wait for a media partner's answer; the menu, the bell and its home page show them. Not for other groups. */
export const useWaitingOrders = () => {
  const signedIn = useSession((state) => state.accessToken) !== null;
  const mayRead = useMay('allocations:View');
  return useQuery({
    ...callQuery(ioWaiting, {}),
    enabled: signedIn && mayRead && groupOfSession() === 'mp',
    refetchInterval: LOOK_MS,
    staleTime: LOOK_MS / 2,
  });
};

/** A partner's order page names the owner in its address. */
export const partnerOrderHref = ({ ioKey, ownerKey }: Pick<IoCard, 'ioKey' | 'ownerKey'>): string =>
  `#${pathTo('mpInsertionOrders', { ioKey: ioKey ?? '' })}?owner=${ownerKey}`;
