import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { addJob, defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { closeDueMonths, keepAllPlatformCosts } from './close-due.service.ts';

const closeMonths = defineJob({ name: 'closeBillingMonths', payload: z.looseObject({}) });
const correctPlatforms = defineJob({ name: 'correctPlatformCosts', payload: z.looseObject({}) });

/** A minute before midnight in every zone there is: they differ by quarters of an hour. */
export const CLOSE_MONTHS_CRON = `14,29,44,59 * * * * ${closeMonths.name}`;
/** After the night's loads. */
export const CORRECT_PLATFORMS_CRON = `40 * * * * ${correctPlatforms.name}`;

type Deps = JobDeps & { log: FastifyBaseLogger };

/** At the start too, whatever became due while nothing ran is made up for; nobody waits for it. */
export const queueClosing = ({ db }: JobDeps): Promise<void> =>
  db.withScope(systemScope(), (tx) => addJob(tx, closeMonths, {}, { key: closeMonths.name }));

export const billingJobs = (deps: Deps): Job[] => [
  handleJob(closeMonths, async () => void (await closeDueMonths({ ...deps, scopeOf: systemScope }))),
  handleJob(correctPlatforms, async () => void (await keepAllPlatformCosts({ ...deps, scopeOf: systemScope }))),
];
