import type pg from 'pg';
import { outliveDatabase } from './lost-connection.ts';
import { createPool } from './pool.ts';

/** A worker without a heartbeat for this long is dead: at one every 15 s its jobs run again within the minute. */
const DEAD_AFTER_SECONDS = 35;

export interface Queue {
  pool: pg.Pool;
  beat(workerIds: string[]): Promise<void>;
  /** Releases the jobs of dead workers and returns the IDs of those workers. */
  freeDeadWorkers(): Promise<string[]>;
  leave(workerIds: string[]): Promise<void>;
  close(): Promise<void>;
}

/** The job queue's tables belong to the owner role; handlers work through scopes like all other code. */
export const openQueue = (ownerUrl: string): Queue => {
  const pool = outliveDatabase(createPool({ url: ownerUrl, max: 4, name: 'paceline-worker', statementTimeoutMs: 0 }));
  return {
    pool,
    async beat(workerIds) {
      await pool.query(
        `insert into worker_heartbeat (worker_id, seen_at) select id, clock_timestamp() from unnest($1::text[]) as id
         on conflict (worker_id) do update set seen_at = excluded.seen_at`,
        [workerIds],
      );
    },
    async freeDeadWorkers() {
      // A job locked just now may belong to a worker whose first heartbeat is still on its way, so it is left alone too.
      const { rows } = await pool.query<{ worker_id: string }>(
        `with dead as (
           select distinct j.locked_by as worker_id from graphile_worker.jobs j
           left join worker_heartbeat h on h.worker_id = j.locked_by
           where j.locked_at < clock_timestamp() - make_interval(secs => $1)
             and (h.seen_at is null or h.seen_at < clock_timestamp() - make_interval(secs => $1))
         ), freed as (
           select graphile_worker.force_unlock_workers(array_agg(worker_id)) from dead having count(*) > 0
         )
         select dead.worker_id from dead, freed`,
        [DEAD_AFTER_SECONDS],
      );
      return rows.map(({ worker_id }) => worker_id);
    },
    async leave(workerIds) {
      await pool.query('delete from worker_heartbeat where worker_id = any ($1)', [workerIds]);
    },
    async close() {
      await pool.end();
    },
  };
};
