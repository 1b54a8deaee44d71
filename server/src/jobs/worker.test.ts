import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publicScope } from '../db/scope/public-scope.ts';
import { createLog } from '../http/watch/log.ts';
import { useDatabase } from '../testing/database.ts';
import { addJob, defineJob, handleJob, type Job } from './define-job.ts';
import { startWorker, type Worker } from './worker.ts';

const database = useDatabase();
const note = defineJob({ name: 'note', payload: z.object({ key: z.int() }) });
let worker: Worker | undefined;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await database.asMigrator((tx) => sql`delete from graphile_worker._private_jobs`.execute(tx));
});

const startOne = (job: Job, heartbeatMs?: number): Promise<Worker> => {
  const log = createLog({ logLevel: 'silent' });
  return startWorker({ ownerUrl: database.ownerUrl, jobs: [job], log, ...(heartbeatMs && { heartbeatMs }) });
};
const start = async (job: Job, heartbeatMs?: number): Promise<void> => {
  worker = await startOne(job, heartbeatMs);
};
const count = (): Promise<number> =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(tx);
    return rows[0]?.n ?? -1;
  });

describe('a job', () => {
  test('runs once its transaction is committed', async () => {
    const done: number[] = [];
    await start(handleJob(note, async ({ key }) => void done.push(key)));
    await database.db.withScope(publicScope, (tx) => addJob(tx, note, { key: 7 }));
    await expect.poll(() => done).toEqual([7]);
    await expect.poll(count).toBe(0);
  });

  test('does not exist if its transaction is rolled back', async () => {
    const failing = database.db.withScope(publicScope, async (tx) => {
      await addJob(tx, note, { key: 8 });
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect(await count()).toBe(0);
  });

  test('with the same key exists once', async () => {
    await database.db.withScope(publicScope, async (tx) => {
      for (let turn = 0; turn < 3; turn += 1) await addJob(tx, note, { key: 9 }, { key: 'only one' });
    });
    expect(await count()).toBe(1);
  });

  test(
    'of a dead worker is taken over by a living one, and one of a slow worker is not',
    { tags: ['long'] },
    async () => {
      await database.db.withScope(publicScope, async (tx) => {
        await addJob(tx, note, { key: 1 });
        await addJob(tx, note, { key: 2 });
      });
      // The state after a kill -9: locked jobs, and a heartbeat that has stopped or not.
      await database.asMigrator(async (tx) => {
        await sql`update graphile_worker._private_jobs set locked_at = now() - interval '50 seconds',
        locked_by = case payload->>'key' when '1' then 'dead' else 'slow' end`.execute(tx);
        // However long this test takes, the slow worker's heartbeat is recent.
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
    },
  );

  test('is run by one of several workers, and only once', async () => {
    const JOBS = 40;
    const done: { key: number; by: string }[] = [];
    let both: (() => void) | undefined;
    const bothWork = new Promise<void>((resolve) => void (both = resolve));
    const workerNamed = (by: string): Promise<Worker> =>
      startOne(
        handleJob(note, async ({ key }) => {
          done.push({ key, by });
          // Neither continues alone, so that each worker has its share.
          if (new Set(done.map((one) => one.by)).size === 2) both?.();
          await bothWork;
        }),
      );
    const workers = await Promise.all([workerNamed('first'), workerNamed('second')]);
    await database.db.withScope(publicScope, async (tx) => {
      for (let key = 0; key < JOBS; key += 1) await addJob(tx, note, { key });
    });
    await expect.poll(count).toBe(0);
    await Promise.all(workers.map((one) => one.stop()));
    expect(done.map(({ key }) => key).toSorted((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, key) => key));
  });

  test('that fails is retried later and does not block others', async () => {
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
    const waiting = () =>
      database.asMigrator(async (tx) => {
        const { rows } = await sql<{ tried: boolean; later: boolean }>`
        select attempts > 0 as tried, run_at > updated_at as later from graphile_worker.jobs
      `.execute(tx);
        return rows;
      });
    // Its failure is separate from the other's success.
    await expect.poll(waiting).toEqual([{ tried: true, later: true }]);
  });
});
