import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { makerScope, systemScope } from '../../../jobs/system-scope.ts';
import { sendAlertMails } from '../mails/mails.service.ts';
import { checkRules } from '../rules/check-rules.ts';
import { scanOwner, type Scanned } from './scan.service.ts';

const scanAlerts = defineJob({ name: 'scanAlerts', payload: z.looseObject({}) });
export const SCAN_ALERTS_CRON = `* * * * * ${scanAlerts.name}`;

/** Scans every owner, one transaction each. */
export const scanAlertsNow = async ({ db, clock }: JobDeps): Promise<Scanned> => {
  const owners = await db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number; zone: string }>`
      select owner_key as "ownerKey", time_zone as zone from app.owners_by_clock()
    `.execute(tx);
    return rows;
  });
  const all: Scanned = { changed: 0, ended: 0 };
  for (const owner of owners) {
    const { changed, ended } = await scanOwner({ db, clock }, systemScope(owner.ownerKey), owner);
    all.changed += changed;
    all.ended += ended;
    await checkRules({ db, clock, systemScope, makerScope }, owner);
  }
  return all;
};

/**
 * Every minute, outside the posts, so that a post waits for nothing: the counters of caps are exact at any moment, so a later scan finds
 * the same.
 */
export const scanAlertsJob = (deps: JobDeps, config: { publicUrl: string }): Job =>
  handleJob(scanAlerts, async () => {
    await scanAlertsNow(deps);
    await sendAlertMails(deps, config, systemScope);
  });
