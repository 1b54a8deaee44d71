import { type FastifyBaseLogger } from 'fastify';
import { allocationRoutes } from './features/allocations/allocations.routes.ts';
import { MONTH_TURN_CRON, monthTurnJob, turnMonthsNow } from './features/allocations/month-turn/month-turn.jobs.ts';
import { allocationsBulk } from './features/allocations/sheets/sheets.bulk.ts';
import { bulkRoutes } from './features/bulk/bulk.routes.ts';
import { campaignRoutes } from './features/campaigns/campaigns.routes.ts';
import { campaignBulkKinds } from './features/campaigns/files/files.routes.ts';
import { CAMPAIGN_CLOCK_CRON, campaignClockJob } from './features/campaigns/status/status.jobs.ts';
import { clientRoutes } from './features/clients/clients.routes.ts';
import { goalRoutes } from './features/goals/goals.routes.ts';
import { goalTargetsBulk } from './features/goals/targets/targets.bulk.ts';
import { dashboardRoutes } from './features/dashboards/dashboards.routes.ts';
import { ownerRoutes } from './features/owners/owners.routes.ts';
import { partnerRoutes } from './features/partners/partners.routes.ts';
import { reportRoutes } from './features/reports/reports.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { type LiveData } from './db/live.ts';
import { createKernel, type Kernel, type KernelDeps } from './http/kernel.ts';
import { type Job, type JobDeps } from './jobs/define-job.ts';
import { type AnyBulk } from './shared/bulk/define-bulk.ts';
import { addDevMailPage } from './shared/dev-mail-page.ts';

export interface AppDeps extends KernelDeps {
  secret: Buffer;
  /** Tells open screens that numbers have moved. */
  live: LiveData;
}

/** The whole product as one server that does not listen yet. The only file that names every feature. */
export const buildApp = async (deps: AppDeps): Promise<Kernel> => {
  const kernel = await createKernel(deps);
  const { app, register, rateLimits } = kernel;
  sessionRoutes(register, { ...deps, rateLimits });
  userRoutes(register, deps);
  ownerRoutes(register, deps);
  partnerRoutes(register, deps);
  clientRoutes(register, deps);
  goalRoutes(register, deps);
  allocationRoutes(register, deps);
  campaignRoutes(register, deps);
  dashboardRoutes(register, deps);
  reportRoutes(register, deps);
  // A feature that takes bulk files in adds its kinds here.
  const bulkKinds: AnyBulk[] = [allocationsBulk, goalTargetsBulk, ...campaignBulkKinds];
  bulkRoutes(register, { ...deps, kinds: bulkKinds });
  if (!deps.config.production) addDevMailPage(app, deps.db);
  return kernel;
};

export interface Clockwork {
  jobs: Job[];
  crontab: string[];
  /** What has to be made up for before anybody looks. */
  atStart: () => Promise<unknown>;
}

/** What the features do by the clock, and when. */
export const featureJobs = (deps: JobDeps & { log: FastifyBaseLogger }): Clockwork => ({
  jobs: [campaignClockJob(deps), monthTurnJob(deps)],
  crontab: [CAMPAIGN_CLOCK_CRON, MONTH_TURN_CRON],
  atStart: () => turnMonthsNow(deps),
});
