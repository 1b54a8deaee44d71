import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { forEveryOwner } from '../../../jobs/every-owner.ts';
import { refreshOwnerMonths } from './all-owners.service.ts';

/** Soon after an owner's day has ended, so that the page over all owners finds nearly all of its figures made. */
const makeOwnerMonths = defineJob({ name: 'makeOwnerMonths', payload: z.looseObject({}) });
export const OWNER_MONTHS_CRON = `*/10 * * * * ${makeOwnerMonths.name}`;

export const ownerMonthsJob = (deps: JobDeps & { log: FastifyBaseLogger }): Job =>
  handleJob(makeOwnerMonths, async () => {
    await forEveryOwner(deps, 'making an owner’s month failed', (_ownerKey, scope) => refreshOwnerMonths(deps, scope));
  });
