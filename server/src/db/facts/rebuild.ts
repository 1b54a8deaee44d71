import type pg from 'pg';
import { createPool } from '../connection/pool.ts';

export interface RebuildProgress {
  done: number;
  parts: number;
  /** Number of wrong cells in the finished parts. */
  corrected: number;
}

export interface RebuildOptions {
  /** Number of parts rebuilt in parallel, each on its own connection. */
  connections?: number;
  /** Approximate number of leads per part. */
  leadsOfPart?: number;
  onProgress?: (progress: RebuildProgress) => void;
}

/** Class of the advisory locks; any number that nothing else uses. */
const PART_LOCKS = 4_600_087;
const LEADS_OF_PART = 500_000;
/** A part may be chosen as the victim of a deadlock with a fold. Its result still holds, so adding it is retried. */
const DEADLOCK = '40P01';
const TRIES = 5;

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === DEADLOCK;

const inTransaction = async (client: pg.PoolClient, mode: string, call: string, part: number): Promise<void> => {
  await client.query(`begin ${mode}`);
  try {
    await client.query(`call app.${call}(${part})`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const applyPart = async (client: pg.PoolClient, part: number): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(client, '', 'apply_part', part);
    } catch (error) {
      if (tries === TRIES || !isDeadlock(error)) throw error;
    }
  }
};

const progressOf = async (pool: pg.Pool): Promise<RebuildProgress> => {
  const { rows } = await pool.query<RebuildProgress>(
    `select count(ended_at) as done, count(*) as parts, coalesce(sum(corrected), 0)::bigint as corrected from rebuild_part`,
  );
  return rows[0] as RebuildProgress;
};

const hasEnded = async (client: pg.PoolClient, part: number): Promise<boolean> => {
  const { rows } = await client.query('select from rebuild_part where part_key = $1 and ended_at is null', [part]);
  return rows.length === 0;
};

/**
 * Rebuilds every rollup from the raw rows, part by part, while leads come in: decision 086. A rerun after a kill skips finished parts, and
 * two concurrent runs share the parts.
 */
export const rebuildFacts = async (
  ownerUrl: string,
  { connections = 2, leadsOfPart = LEADS_OF_PART, onProgress }: RebuildOptions = {},
): Promise<RebuildProgress> => {
  const pool = createPool({ url: ownerUrl, max: connections + 1, name: 'paceline-rebuild', statementTimeoutMs: 0 });
  try {
    await pool.query(`call app.plan_rebuild(${leadsOfPart})`);
    const { rows } = await pool.query<{ part: number }>(
      'select part_key as part from rebuild_part where ended_at is null order by 1',
    );
    const waiting = rows.map(({ part }) => part);
    onProgress?.(await progressOf(pool));

    const work = async (): Promise<void> => {
      const client = await pool.connect();
      try {
        await client.query(`set work_mem = '128MB'; set max_parallel_workers_per_gather = 0`);
        for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
          // The lock belongs to the connection: a killed process leaves its part to the next.
          await client.query('select pg_advisory_lock($1, $2)', [PART_LOCKS, part]);
          if (!(await hasEnded(client, part))) {
            await inTransaction(client, 'isolation level repeatable read', 'find_part', part);
            await applyPart(client, part);
          }
          await client.query('select pg_advisory_unlock($1, $2)', [PART_LOCKS, part]);
          onProgress?.(await progressOf(pool));
        }
      } finally {
        // Ending the connection drops its lock, settings and temporary tables, whatever its state.
        client.release(true);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    return await progressOf(pool);
  } finally {
    await pool.end();
  }
};
