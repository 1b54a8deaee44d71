import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { forEveryOwner } from '../../../jobs/every-owner.ts';
import { reviseOwner } from './revise.service.ts';

const reviseOrders = defineJob({ name: 'reviseOrders', payload: z.looseObject({}) });
export const REVISE_ORDERS_CRON = `* * * * * ${reviseOrders.name}`;

/** Makes amendments for plans that changed after their orders were sent. A failure of one owner does not stop the others. */
export const reviseOrdersNow = (deps: JobDeps & { log: FastifyBaseLogger }): Promise<number> =>
  forEveryOwner(deps, 'insertion orders could not be compared with their plans', (ownerKey, scope) =>
    reviseOwner(deps, scope, ownerKey),
  );

export const reviseOrdersJob = (deps: JobDeps & { log: FastifyBaseLogger }): Job =>
  handleJob(reviseOrders, async () => void (await reviseOrdersNow(deps)));
