import { type FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Scope } from '../db/scope/scope.ts';
import { type Database } from '../db/scope/tx.ts';
import { systemScope } from './system-scope.ts';

/** Runs work for every owner and sums the results. A failure is logged and does not stop the other owners. */
export const forEveryOwner = async (
  { db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'error'> },
  failure: string,
  work: (ownerKey: number, scope: Scope, zone: string) => Promise<number>,
): Promise<number> => {
  const owners = await db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number; zone: string }>`
      select owner_key as "ownerKey", time_zone as zone from app.owners_by_clock()
    `.execute(tx);
    return rows;
  });
  let done = 0;
  for (const { ownerKey, zone } of owners) {
    try {
      done += await work(ownerKey, systemScope(ownerKey), zone);
    } catch (error) {
      log.error({ err: error, ownerKey }, failure);
    }
  }
  return done;
};
