import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { turnMonths } from './month-turn.service.ts';

const monthTurn = defineJob({ name: 'monthTurn', payload: z.looseObject({}) });

/** Five past midnight in every time zone: offsets differ by quarters of an hour. */
export const MONTH_TURN_CRON = `5,20,35,50 * * * * ${monthTurn.name}`;

type Deps = JobDeps & { log: FastifyBaseLogger };

/** At the start too: months that began while nothing ran are turned before anybody looks. */
export const turnMonthsNow = (deps: Deps): Promise<number> => turnMonths({ ...deps, scopeOf: systemScope });

export const monthTurnJob = (deps: Deps): Job => handleJob(monthTurn, async () => void (await turnMonthsNow(deps)));
