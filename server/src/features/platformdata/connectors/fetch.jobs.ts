import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job } from '../../../jobs/define-job.ts';
import { forEveryOwner } from '../../../jobs/every-owner.ts';
import { AppError } from '../../../lib/app-error.ts';
import { listDue } from './connections.queries.ts';
import { fetchAccount, type FetchDeps } from './fetch-account.ts';

const fetchPlatforms = defineJob({ name: 'fetchPlatformReports', payload: z.looseObject({}) });
/** Every hour, as accounts have different nights; each account once a day. Before the hourly corrections of closed months. */
export const FETCH_PLATFORMS_CRON = `10 * * * * ${fetchPlatforms.name}`;

const ORIGIN = { route: fetchPlatforms.name, ip: null, userAgent: 'clock', requestId: 'clock' };

/** Fetches all due connected accounts and returns the number loaded. A platform's refusal is recorded and does not stop the others. */
export const fetchDueNow = (deps: FetchDeps & { log: FastifyBaseLogger }): Promise<number> =>
  forEveryOwner(deps, 'platform reports could not be fetched', async (ownerKey, scope) => {
    const due = await deps.db.readScope(scope, (tx) => listDue(tx, ownerKey, deps.clock.now()));
    let fetched = 0;
    for (const accountKey of due) {
      try {
        await fetchAccount(deps, { scope, origin: ORIGIN }, { ownerKey, accountKey });
        fetched += 1;
      } catch (error) {
        const place = { ownerKey, accountKey };
        if (error instanceof AppError) deps.log.warn({ ...place, reason: error.message }, 'a platform gave no report');
        else deps.log.error({ ...place, err: error }, 'a platform report could not be fetched');
      }
    }
    return fetched;
  });

export const fetchPlatformsJob = (deps: FetchDeps & { log: FastifyBaseLogger }): Job =>
  handleJob(fetchPlatforms, async () => void (await fetchDueNow(deps)));
