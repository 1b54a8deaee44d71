import { type Database } from './scope/tx.ts';

/** Waiting items of one queue, over all owners. */
export interface Waiting {
  queue: string;
  /** The job name, for parked jobs; empty otherwise. */
  detail: string;
  items: number;
  /** How long the oldest due item has waited; null where nothing waits, or its start is unknown. */
  oldestSeconds: number | null;
}

/** `app.waiting` defines the queues and which items wait intentionally. */
export const listWaiting = (db: Pick<Database, 'asNobody'>, at: Date): Promise<Waiting[]> =>
  db.asNobody({
    name: 'list_waiting',
    text: 'select queue, detail, items, oldest_seconds as "oldestSeconds" from app.waiting($1)',
    values: [at],
  });
