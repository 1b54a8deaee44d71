import { type FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { reviseOwner } from './revise.service.ts';

const reviseOrders = defineJob({ name: 'reviseOrders', payload: z.looseObject({}) });
export const REVISE_ORDERS_CRON = `* * * * * ${reviseOrders.name}`;

/** Makes amendments of whatever changed in plans after their orders were sent. One owner that fails does not hold up the others. */
export const reviseOrdersNow = async ({ db, clock, log }: JobDeps & { log: FastifyBaseLogger }): Promise<number> => {
  const owners = await db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number }>`select owner_key as "ownerKey" from app.owners_by_clock()`.execute(
      tx,
    );
    return rows;
  });
  let changed = 0;
  for (const { ownerKey } of owners)
    try {
      changed += await reviseOwner({ db, clock, scopeOf: systemScope }, ownerKey);
    } catch (error) {
      log.error({ err: error, ownerKey }, 'insertion orders could not be compared with their plans');
    }
  return changed;
};

export const reviseOrdersJob = (deps: JobDeps & { log: FastifyBaseLogger }): Job =>
  handleJob(reviseOrders, async () => void (await reviseOrdersNow(deps)));
