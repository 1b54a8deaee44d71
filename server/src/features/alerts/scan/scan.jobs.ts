import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { forEveryOwner } from '../../../jobs/every-owner.ts';
import { makerScope, systemScope } from '../../../jobs/system-scope.ts';
import { sendAlertMails } from '../mails/mails.service.ts';
import { checkRules } from '../rules/check-rules.ts';
import { scanOwner, type Scanned } from './scan.service.ts';

const scanAlerts = defineJob({ name: 'scanAlerts', payload: z.looseObject({}) });
export const SCAN_ALERTS_CRON = `* * * * * ${scanAlerts.name}`;

type ScanDeps = JobDeps & { log: Pick<FastifyBaseLogger, 'error'> };

/** Scans every owner, one transaction each. An owner that fails is logged: the others have their alerts, and the server starts. */
export const scanAlertsNow = async ({ db, clock, log }: ScanDeps): Promise<Scanned> => {
  const all: Scanned = { changed: 0, ended: 0 };
  await forEveryOwner({ db, log }, 'alerts of an owner could not be checked', async (ownerKey, scope, zone) => {
    const { changed, ended } = await scanOwner({ db, clock }, scope, { ownerKey, zone });
    all.changed += changed;
    all.ended += ended;
    await checkRules({ db, clock, systemScope, makerScope }, { ownerKey, zone });
    return changed;
  });
  return all;
};

/**
 * Every minute, outside the posts, so that a post waits for nothing: the counters of caps are exact at any moment, so a later scan finds
 * the same.
 */
export const scanAlertsJob = (deps: ScanDeps, config: { publicUrl: string }): Job =>
  handleJob(scanAlerts, async () => {
    await scanAlertsNow(deps);
    await sendAlertMails(deps, config, systemScope);
  });
