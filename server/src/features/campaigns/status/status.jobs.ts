import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { lookAtStatuses } from './clock.service.ts';

const campaignClock = defineJob({ name: 'campaignClock', payload: z.looseObject({}) });
export const CAMPAIGN_CLOCK_CRON = `* * * * * ${campaignClock.name}`;

type Deps = JobDeps & { log: FastifyBaseLogger };

export const lookAtStatusesNow = (deps: Deps): Promise<number> => lookAtStatuses({ ...deps, scopeOf: systemScope });

/** Every minute: status changes by a pause, a date, an hour or a counter are recorded as the system's. */
export const campaignClockJob = (deps: Deps): Job =>
  handleJob(campaignClock, async () => void (await lookAtStatusesNow(deps)));
