import type { AnyRouter } from '@tanstack/react-router';
import { noteRecord } from '../../lib/storage/recent-records.ts';
import { useSession } from '../../lib/session/session-store.ts';

/** Notes the record at an address, by the title that its page has given itself. */
export const noteAddress = (path: string): void => {
  const { activeOwner } = useSession.getState();
  noteRecord({
    path,
    name: document.title.replace(/( · )?Paceline$/, ''),
    ownerKey: activeOwner?.ownerKey ?? null,
    ownerName: activeOwner?.name ?? null,
  });
};

/** A record is noted when it is left: by then its page knows its name. */
export const watchRecords = (router: Pick<AnyRouter, 'subscribe'>): void => {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation && fromLocation.pathname !== toLocation.pathname) noteAddress(fromLocation.href);
  });
};
