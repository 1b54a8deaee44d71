import { TRACKING_SEARCH_TYPES, type TrackingDetail, type TrackingSearchType } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { findFacts } from './details.queries.ts';
import { readTrackingId } from './tracking-event.rules.ts';
import { listEvent, listEventsOf, listIds, nameEvents, type StoredEvent } from './tracking.queries.ts';

const isType = (text: string): text is TrackingSearchType =>
  (TRACKING_SEARCH_TYPES as readonly string[]).includes(text);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const findEvents = async (
  tx: Tx,
  ownerKeys: readonly number[],
  type: TrackingSearchType,
  keyCode: string,
): Promise<StoredEvent[]> => {
  if (type === 'trackingid') {
    const id = readTrackingId(keyCode);
    return id === null ? [] : listEvent(tx, ownerKeys, id);
  }
  // Only the key of a lead or the id of a click, in its exact spelling.
  if (type === 'lead' ? !/^[1-9]\d{0,8}$/.test(keyCode) : !UUID.test(keyCode)) return [];
  return listEventsOf(tx, ownerKeys, await listIds(tx, ownerKeys, keyCode));
};

/** Events with all their details. Those outside the session's scope are not found. */
export const getTrackingDetails = (
  { db }: { db: Database },
  scope: Scope,
  searchType: string,
  keyCode: string,
): Promise<{ events: TrackingDetail[] }> => {
  if (!isType(searchType)) throw new AppError('SEARCH_TYPE');
  return db.readScope(scope, async (tx) => {
    const storedEvents = await findEvents(tx, scope.ownerKeys, searchType, keyCode);
    if (storedEvents.length === 0) throw new AppError('NOT_FOUND');
    const named = await nameEvents(tx, storedEvents);
    const events: TrackingDetail[] = [];
    for (const [index, event] of named.entries())
      events.push({ ...event, ...(await findFacts(tx, storedEvents[index]!)) });
    return { events };
  });
};
