import type { AnyRouter } from '@tanstack/react-router';
import { noteRecord } from '../../lib/storage/recent-records.ts';
import { useSession } from '../../lib/session/session-store.ts';

/** Adds the record at an address to the recent records, under its page's title. */
export const noteAddress = (path: string): void => {
  const { activeOwner } = useSession.getState();
  noteRecord({
    path,
    name: document.title.replace(/( · )?Paceline$/, ''),
    ownerKey: activeOwner?.ownerKey ?? null,
    ownerName: activeOwner?.name ?? null,
  });
};

/** A record is added when its page is left: by then the title is known. */
export const watchRecords = (router: Pick<AnyRouter, 'subscribe'>): void => {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation && fromLocation.pathname !== toLocation.pathname) noteAddress(fromLocation.href);
  });
};
