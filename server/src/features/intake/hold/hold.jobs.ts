import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { releaseDue } from './hold.service.ts';

const releaseHeld = defineJob({ name: 'releaseHeldLeads', payload: z.looseObject({}) });
export const RELEASE_HELD_CRON = `* * * * * ${releaseHeld.name}`;

type Deps = JobDeps & { secret: Buffer };

/** Releases due held leads of every owner. */
export const releaseHeldNow = async (deps: Deps): Promise<number> => {
  const owners = await deps.db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number }>`
      select owner_key as "ownerKey" from app.owners_by_clock()
    `.execute(tx);
    return rows;
  });
  let released = 0;
  for (const { ownerKey } of owners) released += (await releaseDue(deps, systemScope(ownerKey), ownerKey)).length;
  return released;
};

/** Every minute. A lead found by two workers is tried by one of them: its hold is locked. */
export const releaseHeldJob = (deps: Deps): Job =>
  handleJob(releaseHeld, async () => void (await releaseHeldNow(deps)));
