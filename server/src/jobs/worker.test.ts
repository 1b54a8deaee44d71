import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publicScope } from '../db/public-scope.ts';
import { createLog } from '../http/log.ts';
import { useDatabase } from '../testing/database.ts';
import { addJob, defineJob, handleJob, type Job } from './define-job.ts';
import { startWorker, type Worker } from './worker.ts';

const database = useDatabase();
const note = defineJob({ name: 'note', payload: z.object({ key: z.int() }) });
let worker: Worker | undefined;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

const start = async (job: Job, heartbeatMs?: number): Promise<void> => {
  const log = createLog({ logLevel: 'silent' });
  worker = await startWorker({ ownerUrl: database.ownerUrl, jobs: [job], log, ...(heartbeatMs && { heartbeatMs }) });
};
const count = (): Promise<number> =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(tx);
    return rows[0]?.n ?? -1;
  });

describe('a job', () => {
  test('runs once its cause is committed', async () => {
    const done: number[] = [];
    await start(handleJob(note, async ({ key }) => void done.push(key)));
    await database.db.withScope(publicScope, (tx) => addJob(tx, note, { key: 7 }));
    await expect.poll(() => done).toEqual([7]);
    await expect.poll(count).toBe(0);
  });

  test('was never there if its cause was rolled back', async () => {
    const failing = database.db.withScope(publicScope, async (tx) => {
      await addJob(tx, note, { key: 8 });
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect(await count()).toBe(0);
  });

  test('with the same key is there once', async () => {
    await database.db.withScope(publicScope, async (tx) => {
      for (let turn = 0; turn < 3; turn += 1) await addJob(tx, note, { key: 9 }, { key: 'only one' });
    });
    expect(await count()).toBe(1);
    await database.asMigrator((tx) => sql`delete from graphile_worker._private_jobs`.execute(tx));
  });

  test('of a dead worker is taken up by a living one, and one of a slow worker is left alone', async () => {
    await database.db.withScope(publicScope, async (tx) => {
      await addJob(tx, note, { key: 1 });
      await addJob(tx, note, { key: 2 });
    });
    // What a kill -9 leaves behind: locked jobs, and a heartbeat that has stopped or has not.
    await database.asMigrator(async (tx) => {
      await sql`update graphile_worker._private_jobs set locked_at = now() - interval '50 seconds',
        locked_by = case payload->>'key' when '1' then 'dead' else 'slow' end`.execute(tx);
      // However long this test takes, the slow one has been heard of just now.
      await sql`insert into worker_heartbeat
        values ('dead', now() - interval '50 seconds'), ('slow', now() + interval '1 day')`.execute(tx);
    });
    const done: number[] = [];
    await start(
      handleJob(note, async ({ key }) => void done.push(key)),
      50,
    );
    await expect.poll(() => done).toEqual([1]);
    await database.asMigrator((tx) =>
      sql`update worker_heartbeat set seen_at = now() - interval '50 seconds' where worker_id = 'slow'`.execute(tx),
    );
    await expect.poll(() => done).toEqual([1, 2]);
  });

  test('that fails is tried again later and does not block the others', async () => {
    const done: number[] = [];
    await start(
      handleJob(note, async ({ key }) => {
        if (key === 13) throw new Error('poison');
        done.push(key);
      }),
    );
    await database.db.withScope(publicScope, async (tx) => {
      await addJob(tx, note, { key: 13 });
      await addJob(tx, note, { key: 14 });
    });
    await expect.poll(() => done).toEqual([14]);
    const waiting = await database.asMigrator(async (tx) => {
      const { rows } = await sql<{ tried: boolean; later: boolean }>`
        select attempts > 0 as tried, run_at > updated_at as later from graphile_worker.jobs
      `.execute(tx);
      return rows;
    });
    expect(waiting).toEqual([{ tried: true, later: true }]);
  });
});
