import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { addJob, defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { forEveryOwner } from '../../../jobs/every-owner.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { closeDueMonths, keepCorrectedCosts } from './close-due.service.ts';

const closeMonths = defineJob({ name: 'closeBillingMonths', payload: z.looseObject({}) });
const correctPlatforms = defineJob({ name: 'correctPlatformCosts', payload: z.looseObject({}) });

/** A minute before midnight in every time zone: offsets differ by quarters of an hour. */
export const CLOSE_MONTHS_CRON = `14,29,44,59 * * * * ${closeMonths.name}`;
/** After the nightly loads. */
export const CORRECT_PLATFORMS_CRON = `40 * * * * ${correctPlatforms.name}`;

type Deps = JobDeps & { log: FastifyBaseLogger };

/** At the start too, for months that became due while nothing ran; nobody waits for it. */
export const queueClosing = ({ db }: JobDeps): Promise<void> =>
  db.withScope(systemScope(), (tx) => addJob(tx, closeMonths, {}, { key: closeMonths.name }));

/** Closes every owner's due months. */
export const closeDueNow = (deps: Deps): Promise<number> =>
  forEveryOwner(deps, 'the month could not be closed', (ownerKey, scope) => closeDueMonths(deps, scope, ownerKey));

const correctNow = (deps: Deps): Promise<number> =>
  forEveryOwner(deps, 'corrected platform costs could not be kept', (ownerKey, scope) =>
    keepCorrectedCosts(deps, scope, ownerKey),
  );

export const billingJobs = (deps: Deps): Job[] => [
  handleJob(closeMonths, async () => void (await closeDueNow(deps))),
  handleJob(correctPlatforms, async () => void (await correctNow(deps))),
];
