import { type Database } from './scope/tx.ts';

/** What waits in one queue, over all owners. */
export interface Waiting {
  queue: string;
  /** Which job, of those that are parked; empty otherwise. */
  detail: string;
  items: number;
  /** For how long the oldest one that is due has waited; null where nothing waits, or nothing says since when. */
  oldestSeconds: number | null;
}

/** `app.waiting` says which queues there are and what waits on purpose. */
export const listWaiting = (db: Pick<Database, 'asNobody'>, at: Date): Promise<Waiting[]> =>
  db.asNobody({
    name: 'list_waiting',
    text: 'select queue, detail, items, oldest_seconds as "oldestSeconds" from app.waiting($1)',
    values: [at],
  });
