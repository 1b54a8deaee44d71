import { type FastifyBaseLogger } from 'fastify';
import { alertRoutes } from './features/alerts/alerts.routes.ts';
import { alertRuleRoutes } from './features/alerts/rules/rules.routes.ts';
import { SCAN_ALERTS_CRON, scanAlertsJob, scanAlertsNow } from './features/alerts/scan/scan.jobs.ts';
import { allocationRoutes } from './features/allocations/allocations.routes.ts';
import { MONTH_TURN_CRON, monthTurnJob, turnMonthsNow } from './features/allocations/month-turn/month-turn.jobs.ts';
import { allocationsBulk } from './features/allocations/sheets/sheets.bulk.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import {
  billingJobs,
  CLOSE_MONTHS_CRON,
  CORRECT_PLATFORMS_CRON,
  queueClosing,
} from './features/billing/month/close-due.jobs.ts';
import { statementPaymentsBulk } from './features/billing/payments/payments.bulk.ts';
import { statementMailJob } from './features/billing/sending/statement-mail.jobs.ts';
import { tellDisputeJob } from './features/billing/disputes/dispute-mails.jobs.ts';
import { tellRemarkJob } from './features/billing/remarks/remark-mails.jobs.ts';
import { bulkRoutes } from './features/bulk/bulk.routes.ts';
import { campaignRoutes } from './features/campaigns/campaigns.routes.ts';
import { campaignBulkKinds } from './features/campaigns/files/files.routes.ts';
import { CAMPAIGN_CLOCK_CRON, campaignClockJob } from './features/campaigns/status/status.jobs.ts';
import { clickRoutes } from './features/clicks/clicks.routes.ts';
import { educationBulk } from './features/clients/education/education.bulk.ts';
import { clientRoutes } from './features/clients/clients.routes.ts';
import { replayJob } from './features/clients/replay/replay.jobs.ts';
import { dmaCountiesBulk } from './features/clients/dma/dma.bulk.ts';
import { geoBulk } from './features/clients/geo/areas.bulk.ts';
import { suppressionBulk } from './features/clients/suppression/suppression.bulk.ts';
import { deliveryRoutes } from './features/delivery/delivery.routes.ts';
import { docsRoutes } from './features/docs/docs.routes.ts';
import { docFileRoutes } from './features/docs/files/files.routes.ts';
import { buildForecastsJob } from './features/forecast/build/build.jobs.ts';
import { forecastRoutes } from './features/forecast/forecast.routes.ts';
import { goalRoutes } from './features/goals/goals.routes.ts';
import { goalTargetsBulk } from './features/goals/targets/targets.bulk.ts';
import { brandingRoutes } from './features/branding/branding.routes.ts';
import { embedRoutes } from './features/dashboards/embed/embed.routes.ts';
import { OWNER_MONTHS_CRON, ownerMonthsJob } from './features/dashboards/owners/all-owners.jobs.ts';
import { dashboardRoutes } from './features/dashboards/dashboards.routes.ts';
import { integrationRoutes } from './features/integrations/integrations.routes.ts';
import { RELEASE_HELD_CRON, releaseHeldJob } from './features/intake/hold/hold.jobs.ts';
import { intakeRoutes } from './features/intake/intake.routes.ts';
import { trialRoutes } from './features/intake/trial/trial.routes.ts';
import { attentionRoutes } from './features/attention/attention.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { undoRoutes } from './features/undo/undo.routes.ts';
import { layoutRoutes } from './features/layouts/layouts.routes.ts';
import { startWritingExports, type WritingExportsDeps } from './features/leads/export/export.jobs.ts';
import { leadExportRoutes } from './features/leads/export/export.routes.ts';
import { leadRoutes } from './features/leads/leads.routes.ts';
import { trackingRoutes } from './features/leads/tracking/tracking.routes.ts';
import { leadUpdateBulk } from './features/leads/update/update.bulk.ts';
import { leadTestRoutes } from './features/leadtests/leadtests.routes.ts';
import { COUNT_DUE_CRON, countDueJob } from './features/milestones/due.jobs.ts';
import { milestonesBulk } from './features/milestones/import/milestones.bulk.ts';
import { milestoneRoutes } from './features/milestones/milestones.routes.ts';
import { tellAnswerJob } from './features/orders/answer/answer-mail.jobs.ts';
import { orderRoutes } from './features/orders/orders.routes.ts';
import { REVISE_ORDERS_CRON, reviseOrdersJob } from './features/orders/revise/revise.jobs.ts';
import { orderMailJob } from './features/orders/send/order-mail.jobs.ts';
import { ownerRoutes } from './features/owners/owners.routes.ts';
import { paletteRoutes } from './features/palette/palette.routes.ts';
import { ERASE_DUE_CRON, eraseDueJob, eraseOnceMoreJob } from './features/privacy/privacy.jobs.ts';
import { FETCH_PLATFORMS_CRON, fetchPlatformsJob } from './features/platformdata/connectors/fetch.jobs.ts';
import { platformDataRoutes } from './features/platformdata/platformdata.routes.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { openRequestFile } from './features/privacy/restore/request-file.ts';
import { restoreRequests } from './features/privacy/restore/restore.jobs.ts';
import { partnerRoutes } from './features/partners/partners.routes.ts';
import { platformRoutes } from './features/platforms/platforms.routes.ts';
import { savedDashboardRoutes } from './features/reports/dashboards/dashboards.routes.ts';
import { reportRoutes } from './features/reports/reports.routes.ts';
import { scheduleJobs, START_SCHEDULES_CRON } from './features/reports/schedules/schedules.jobs.ts';
import { reportScheduleRoutes } from './features/reports/schedules/schedules.routes.ts';
import { savedViewRoutes } from './features/reports/views/views.routes.ts';
import { reconciliationBulk } from './features/reconciliation/compare/reconciliation.bulk.ts';
import { reconciliationRoutes } from './features/reconciliation/reconciliation.routes.ts';
import { returnsBulk } from './features/returns/request/request.bulk.ts';
import { TELL_PARTNERS_CRON, tellPartnersJob } from './features/returns/mails/digest.jobs.ts';
import { returnRoutes } from './features/returns/returns.routes.ts';
import { publisherSourcesBulk } from './features/publishers/files/sources.bulk.ts';
import { publisherRoutes } from './features/publishers/publishers.routes.ts';
import { MARK_INACTIVE_CRON, markInactiveJob } from './features/publishers/sources/inactive.jobs.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { emailChangeJob } from './features/users/email/email.jobs.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { wizardRoutes } from './features/wizard/wizard.routes.ts';
import { type Config } from './config.ts';
import { type LiveData } from './db/connection/live.ts';
import { type ReportsDatabase } from './db/replica/reports-database.ts';
import { type Carriers } from './shared/delivery/carriers.ts';
import {
  addressProblem,
  guardedAgent,
  guardedHttp,
  guardedReportAgent,
  type OutboundHttp,
} from './lib/guarded-http.ts';
import { createKernel, type Kernel, type KernelDeps } from './http/kernel.ts';
import { type Job, type JobDeps } from './jobs/define-job.ts';
import { type Repeated } from './jobs/repeat.ts';
import { createVerifier } from './shared/providers/verifier.ts';
import { audit } from './shared/audit.ts';
import { createAnswers } from './shared/answers/answers.ts';
import { type AnyBulk } from './shared/bulk/define-bulk.ts';
import { createRulesCache } from './shared/intake/rules-cache.ts';
import { addDevMailPage } from './shared/dev-mail-page.ts';
import { openMailer } from './shared/mail.ts';

export interface AppDeps extends Omit<KernelDeps, 'audit'> {
  secret: Buffer;
  /** Folder for data outside the database. */
  dataDir: string;
  /** Notifies open screens of changed data. */
  live: LiveData;
  /** Database for reports; the main one if omitted. */
  reports?: Pick<ReportsDatabase, 'over' | 'state'>;
  /** HTTP for sending leads, and the product's public URL; for a standalone server if omitted. */
  outbound?: {
    http: OutboundHttp;
    publicUrl: string;
    addressProblem: (url: string) => Promise<string | null>;
    carriers?: Carriers;
    hasFolder?: boolean;
  };
  /** HTTP for fetching reports from ad platforms; restricted to public addresses if omitted. */
  reportHttp?: OutboundHttp;
}

/** Assembles the whole product as a server that does not listen yet. The only file that names every feature. */
export const buildApp = async (deps: AppDeps): Promise<Kernel> => {
  const kernel = await createKernel({ ...deps, audit });
  const { app, register, rateLimits } = kernel;
  // Endless event streams would keep the server from closing.
  app.addHook('preClose', () => deps.live.close());
  sessionRoutes(register, { ...deps, rateLimits });
  userRoutes(register, deps);
  ownerRoutes(register, deps);
  brandingRoutes(app, register, deps);
  wizardRoutes(register, deps);
  paletteRoutes(register, deps);
  alertRoutes(register, deps);
  alertRuleRoutes(register, deps);
  partnerRoutes(register, deps);
  platformRoutes(register, deps);
  forecastRoutes(register, deps);
  goalRoutes(register, deps);
  allocationRoutes(register, deps);
  attentionRoutes(register, deps);
  auditRoutes(register, deps);
  undoRoutes(register, deps);
  layoutRoutes(register, deps);
  const outbound = deps.outbound ?? { http: guardedHttp(), publicUrl: 'http://localhost:4600', addressProblem };
  deliveryRoutes(register, { ...deps, ...outbound });
  docFileRoutes(register, deps);
  docsRoutes(app, register, { ...deps, publicUrl: outbound.publicUrl });
  integrationRoutes(register, { ...deps, ...outbound });
  orderRoutes(register, { ...deps, publicUrl: outbound.publicUrl });
  leadRoutes(register, { ...deps, publicUrl: outbound.publicUrl });
  returnRoutes(register, { ...deps, publicUrl: outbound.publicUrl });
  billingRoutes(register, deps);
  reconciliationRoutes(register, deps);
  milestoneRoutes(register, deps);
  // Heavy reads use the reports database.
  const reading = { ...deps, db: deps.reports?.over(deps.db) ?? deps.db };
  leadExportRoutes(register, reading);
  trackingRoutes(register, reading);
  leadTestRoutes(register, deps);
  const reportAgent = guardedReportAgent();
  app.addHook('onClose', () => reportAgent.destroy());
  const reportHttp = deps.reportHttp ?? guardedHttp(reportAgent);
  await platformDataRoutes(app, register, { ...deps, http: reportHttp, publicUrl: outbound.publicUrl });
  privacyRoutes(register, { ...deps, requests: openRequestFile(deps.dataDir, deps.secret) });
  campaignRoutes(register, { ...deps, addressProblem: outbound.addressProblem });
  const outside = guardedAgent();
  app.addHook('onClose', () => outside.destroy());
  const providerHttp = guardedHttp(outside);
  const isProduction = deps.config.production;
  clientRoutes(register, { ...deps, http: providerHttp, isProduction, addressProblem });
  const verify = createVerifier({ ...deps, http: providerHttp, isProduction });
  const intake = { ...deps, rulesCache: createRulesCache(), verify };
  intakeRoutes(register, intake);
  trialRoutes(register, intake);
  clickRoutes(app, register, intake);
  const answers = createAnswers(reading);
  publisherRoutes(register, { ...deps, answers });
  dashboardRoutes(register, { ...reading, answers });
  embedRoutes(app, register, { ...reading, answers });
  reportRoutes(register, { ...reading, answers });
  savedViewRoutes(register, deps);
  savedDashboardRoutes(register, deps);
  reportScheduleRoutes(register, deps);
  // Features with bulk files add their kinds here.
  const bulkKinds: AnyBulk[] = [
    allocationsBulk,
    goalTargetsBulk,
    ...campaignBulkKinds,
    returnsBulk(deps.secret),
    reconciliationBulk(deps.secret),
    milestonesBulk(deps.secret),
    publisherSourcesBulk,
    educationBulk,
    leadUpdateBulk(deps.secret),
    suppressionBulk(deps.secret),
    geoBulk,
    dmaCountiesBulk,
    statementPaymentsBulk,
  ];
  bulkRoutes(register, { ...deps, kinds: bulkKinds });
  if (!deps.config.production) addDevMailPage(app, deps.db);
  return kernel;
};

/** Continuous work of the features, beside the job queue. */
export const startFeatureWork = (deps: WritingExportsDeps): Repeated => startWritingExports(deps);

export interface Clockwork {
  jobs: Job[];
  crontab: string[];
  /** Work to catch up on before the first request. */
  atStart: () => Promise<unknown>;
}

/** Repeats privacy requests that a restored older database does not know of. Returns how many. */
export const redoRequests = (
  deps: JobDeps & { log: Pick<FastifyBaseLogger, 'error' | 'warn'>; secret: Buffer },
  dataDir: string,
): Promise<number> => restoreRequests({ ...deps, requests: openRequestFile(dataDir, deps.secret) });

/** Background jobs of the features, and their schedules. */
export const featureJobs = (
  deps: JobDeps & { log: FastifyBaseLogger; secret: Buffer },
  config: Pick<Config, 'publicUrl' | 'dataDir' | 'smtpUrl' | 'mailFrom'>,
): Clockwork => {
  const privacy = { ...deps, requests: openRequestFile(config.dataDir, deps.secret) };
  return {
    jobs: [
      campaignClockJob(deps),
      monthTurnJob(deps),
      emailChangeJob(deps, config),
      buildForecastsJob(deps),
      replayJob(deps),
      eraseDueJob(privacy),
      eraseOnceMoreJob(deps),
      releaseHeldJob(deps),
      orderMailJob(deps, config),
      tellAnswerJob(deps, config),
      reviseOrdersJob(deps),
      countDueJob(deps),
      markInactiveJob(deps),
      scanAlertsJob(deps, config),
      tellPartnersJob({ ...deps, publicUrl: config.publicUrl }),
      fetchPlatformsJob({ ...deps, http: guardedHttp(guardedReportAgent()) }),
      ...billingJobs(deps),
      statementMailJob({ ...deps, publicUrl: config.publicUrl, sendMail: openMailer(config) }),
      tellDisputeJob({ ...deps, publicUrl: config.publicUrl }),
      tellRemarkJob({ ...deps, publicUrl: config.publicUrl }),
      ...scheduleJobs(deps, config),
      ownerMonthsJob(deps),
    ],
    crontab: [
      CAMPAIGN_CLOCK_CRON,
      MONTH_TURN_CRON,
      RELEASE_HELD_CRON,
      REVISE_ORDERS_CRON,
      COUNT_DUE_CRON,
      MARK_INACTIVE_CRON,
      SCAN_ALERTS_CRON,
      ERASE_DUE_CRON,
      TELL_PARTNERS_CRON,
      CLOSE_MONTHS_CRON,
      FETCH_PLATFORMS_CRON,
      CORRECT_PLATFORMS_CRON,
      START_SCHEDULES_CRON,
      OWNER_MONTHS_CRON,
    ],
    atStart: async () => {
      await restoreRequests(privacy);
      await turnMonthsNow(deps);
      await queueClosing(deps);
      await scanAlertsNow(deps);
    },
  };
};
