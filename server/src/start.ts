import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  loadScenario,
  type LoadSettings,
  keepUp,
  startKeepingUp,
  demoClientSystems,
  DEMO_PASSWORD,
  DEMO_USERS,
  withProgressBar,
  writeEndpoints,
} from '../seed/index.ts';
import { buildApp, featureJobs, startFeatureWork } from './app.ts';
import { type Config } from './config.ts';
import { openBackupFolder } from './db/backup/open-folder.ts';
import { openCluster } from './cluster/index.ts';
import { endClusterFeed, openClusterFeed } from './db/facts/cluster-feed.ts';
import { openFacts } from './db/facts/facts.ts';
import { assertBouncerServes } from './db/connection/bouncer.ts';
import { openLiveData } from './db/connection/live.ts';
import { withMigrator } from './db/migrate/loader.ts';
import { prepareDatabase } from './db/migrate/migrate.ts';
import { openReportsDatabase, type ReportsDatabase } from './db/replica/reports-database.ts';
import { replicaUrlFrom } from './db/migrate/roles.ts';
import { assertDurable, assertNoDemoUsers } from './db/migrate/production.ts';
import { startHeartbeat } from './db/connection/heartbeat.ts';
import { explainRefusal, openStore, type Store } from './db/store.ts';
import { type Database, openDatabase } from './db/scope/tx.ts';
import { createLog } from './http/watch/log.ts';
import { TIDY_BULK_FILES_CRON, tidyBulkFilesJob } from './jobs/bulk-files.ts';
import { startClosing } from './jobs/closing.ts';
import { startDelivering } from './jobs/delivering.ts';
import { startSendingWebhooks } from './jobs/sending-webhooks.ts';
import { fileCarriers } from './lib/files/file-carriers.ts';
import { type Carriers } from './shared/delivery/carriers.ts';
import { startFeeding } from './jobs/feeding.ts';
import { startFolding } from './jobs/folding.ts';
import { ENSURE_MONTHS_CRON, ensureMonthsJob, ensureMonthsNow } from './jobs/months.ts';
import { startPartnerMails } from './jobs/partner-mails.ts';
import { startPostbacks } from './jobs/postbacks.ts';
import { PRUNE_CRON, pruneJob } from './jobs/pruning.ts';
import { RECOUNT_CRON, recountJob } from './jobs/recounting.ts';
import { type Repeated } from './jobs/repeat.ts';
import { startShipping } from './jobs/shipping-log.ts';
import { startWorker } from './jobs/worker.ts';
import { clockFrom, systemClock } from './lib/clock.ts';
import { addressProblem, guardedHttp, type OutboundHttp, unguardedHttp } from './lib/guarded-http.ts';
import { loadIpCountries, setIpCountries } from './lib/zips/ip-countries.ts';
import { StartupError } from './lib/startup-error.ts';
import { startTracing } from './lib/tracing/start-tracing.ts';
import { setReportCluster } from './metrics/report/report-cluster.ts';
import { findAdmin } from './shared/first-admin.ts';
import { firstAdminText } from './shared/first-admin-command.ts';
import { openKeys } from './shared/keys/open-keys.ts';
import { leadMailer, mailJob, openMailer } from './shared/mail.ts';
import { passwordLinkJob } from './shared/password-link.ts';

interface RunningServer {
  address: string;
  stop(): Promise<void>;
}

const explainPort = (error: NodeJS.ErrnoException, { host, port }: Config): Error => {
  if (error.code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is taken: stop what uses it, or set PORT to another one.`);
  if (error.code === 'EACCES')
    return new StartupError(`Port ${port} may not be used by this user: set PORT to one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupError(`This machine has no address ${host}: correct HOST.`);
  }
  return error;
};

/** Checked first, so that nobody waits for a database only to learn that the port is taken. */
const assertPortFree = (config: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainPort(error, config)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });

const prepare = async ({ ownerUrl, appUrl, bouncerUrl }: Store): Promise<void> => {
  try {
    await prepareDatabase(ownerUrl, appUrl, {
      bounced: bouncerUrl !== null,
      onRetry: (name) => console.log(`Migration ${name} waits until a table is free.`),
    });
  } catch (error) {
    throw explainRefusal(error, ownerUrl);
  }
  if (bouncerUrl !== null) await assertBouncerServes(bouncerUrl);
};

/** A demo that cannot be extended is shown as it is: that does not prevent the start. */
const loadDemo = async (
  { scenario }: Config,
  { ownerUrl }: Store,
  settings: LoadSettings,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  if (scenario === 'none') return;
  const loaded = await withProgressBar((onProgress) => loadScenario(ownerUrl, scenario, settings, onProgress));
  if (loaded) {
    console.log(`The ${scenario} scenario is loaded.`);
    return;
  }
  try {
    if (scenario !== 'scale') await withMigrator(ownerUrl, (tx) => writeEndpoints(tx, settings.clock.now()));
    const caughtUp = await keepUp(ownerUrl, settings);
    if (caughtUp) console.log('The demo has caught up with the time since it was last used.');
  } catch (error) {
    onFailure(error);
  }
};

/** HTTP for sending leads. The demo's clients are simulated inside the product; only local trials run without address checks. */
const deliveryHttp = ({ localDelivery, scenario }: Config): OutboundHttp => {
  const http = localDelivery ? unguardedHttp() : guardedHttp();
  return scenario === 'none' ? http : demoClientSystems(http);
};

/** Delivery channels other than HTTP. */
const carriersOf = (config: Config, db: Database): Carriers => ({
  mail: leadMailer(config, db),
  files: fileCarriers({ root: config.deliveryFolder, guarded: !config.localDelivery }),
});

/** Enough connections for waiting for clients' systems; requests have their own pool. */
const DELIVERY_POOL = 4;
/** Two exports at once, each reading on one connection and writing on another. */
const EXPORTS_POOL = 4;

/** The replica for reports, if configured. An unavailable replica does not prevent the start. */
const openReports = (config: Config, primary: Database, log: ReturnType<typeof createLog>): ReportsDatabase | null =>
  config.reportsDatabaseUrl === null
    ? null
    : openReportsDatabase({
        primary,
        url: replicaUrlFrom(config.reportsDatabaseUrl),
        max: config.databasePool,
        patient: config.env === 'test',
        onState: (state) =>
          state.state === 'used'
            ? log.info(state, 'reports are read at the replica')
            : log.warn(state, 'reports are read at the primary'),
      });

const printWelcome = (config: Config, address: string, hasAdmin: boolean): void => {
  console.log(`\nPaceline is at ${address}\n`);
  if (!hasAdmin) console.log(firstAdminText(config, process.cwd()));
  if (config.scenario === 'none') return;
  const width = Math.max(...DEMO_USERS.map(({ userName }) => userName.length));
  console.log(`Demo sign-ins, all with the password ${DEMO_PASSWORD}:`);
  for (const { userName, shows } of DEMO_USERS) console.log(`  ${userName.padEnd(width)}  ${shows}`);
  if (config.smtpUrl === null) console.log(`\nMail is kept here: ${address}/dev/mail`);
  console.log('\nCtrl-C stops it.');
};

/** From settings to a listening server. Everything started is stopped in reverse order, also after a failure half-way. */
export const start = async (config: Config): Promise<RunningServer> => {
  const clock = config.now === null ? systemClock : clockFrom(config.now);
  const log = createLog(config);
  await assertPortFree(config);
  setIpCountries(config.ipCountryTable === null ? null : await loadIpCountries(config.ipCountryTable));

  const undo: (() => Promise<unknown>)[] = [];
  // Workers and the server stop in parallel, so that each has the full time; then the resources they used.
  const working: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(working.map((end) => end()));
    for (const step of undo.toReversed()) await step();
  };
  let shipping: Repeated | null = null;
  try {
    const tracing = await startTracing(config.traces, log);
    undo.push(() => tracing.stop());
    // The last log segment arrives when the database stops, so archiving stops after it.
    undo.push(async () => shipping?.stop());
    const store = await openStore(config, (what, error) =>
      error === undefined ? log.warn(`the database ${what}`) : log.error({ err: error }, `the database ${what}`),
    );
    undo.push(() => store.close());
    await prepare(store);
    const secret = await openKeys(config, store.ownerUrl, clock.now());
    if (config.backupDir !== null) {
      const folder = await openBackupFolder(config);
      shipping = startShipping({ folder, dataDir: config.dataDir, home: store.home, log });
    }
    const onDemoFailure = (error: unknown): void => log.error({ err: error }, 'the demo could not be made on');
    await loadDemo(config, store, { clock, secret }, onDemoFailure);
    if (config.production) {
      await assertDurable(store.ownerUrl);
      await assertNoDemoUsers(store.ownerUrl);
    }
    const hasAdmin = (await withMigrator(store.ownerUrl, findAdmin)) !== undefined;

    const open = (max: number, { inBackground = false } = {}): Database => {
      const opened = openDatabase(store.appUrl, max, {
        patient: config.env === 'test',
        inBackground,
        bouncerUrl: store.bouncerUrl,
      });
      undo.push(() => opened.close());
      return opened;
    };
    const db = open(config.databasePool);
    const reports = openReports(config, db, log);
    if (reports !== null) undo.push(() => reports.close());
    // A time limit, which tests on a busy machine do without.
    if (config.env !== 'test') {
      const heartbeat = startHeartbeat(store.ownerUrl, {
        onChange: (silent) => log.warn(`the database ${silent ? 'does not answer' : 'answers again'}`),
      });
      undo.push(async () => heartbeat.stop());
    }
    const http = deliveryHttp(config);
    const carriers = carriersOf(config, db);
    const facts = openFacts(store.ownerUrl);
    undo.push(() => facts.close());
    await ensureMonthsNow(facts, clock);
    const cluster = config.clickhouseUrl === null ? null : openCluster(config.clickhouseUrl);
    setReportCluster(cluster);
    undo.push(() => Promise.resolve(setReportCluster(null)));
    if (config.worker) {
      const clockwork = featureJobs({ db, clock, log, secret }, config);
      const jobs = [
        mailJob({ db, clock }, config),
        passwordLinkJob({ db, clock }, config),
        ensureMonthsJob(facts, clock),
        tidyBulkFilesJob(store.ownerUrl, clock),
        pruneJob(store.ownerUrl, clock),
        recountJob(facts, clock),
        ...clockwork.jobs,
      ];
      const crontab = [ENSURE_MONTHS_CRON, TIDY_BULK_FILES_CRON, PRUNE_CRON, RECOUNT_CRON, ...clockwork.crontab].join(
        '\n',
      );
      await clockwork.atStart();
      const worker = await startWorker({ ownerUrl: store.ownerUrl, jobs, crontab, log });
      working.push(() => worker.stop());
      const folding = startFolding({ facts, log });
      working.push(() => folding.stop());
      if (cluster === null) await endClusterFeed(store.ownerUrl);
      else {
        const feed = openClusterFeed(store.ownerUrl, cluster);
        undo.push(() => feed.close());
        const feeding = startFeeding({ feed, log });
        working.push(() => feeding.stop());
      }
      const deliveryDb = open(DELIVERY_POOL, { inBackground: true });
      const delivering = startDelivering({ db: deliveryDb, clock, secret, http, carriers, log });
      working.push(() => delivering.stop());
      const postbacks = startPostbacks({ db: deliveryDb, clock, http, log });
      working.push(() => postbacks.stop());
      const webhooks = startSendingWebhooks({ db: deliveryDb, clock, secret, http, log });
      working.push(() => webhooks.stop());
      const partnerMails = startPartnerMails({ db: deliveryDb, clock, sendMail: openMailer(config), log });
      working.push(() => partnerMails.stop());
      const exportsDb = open(EXPORTS_POOL, { inBackground: true });
      const exporting = startFeatureWork({
        db: reports?.over(exportsDb) ?? exportsDb,
        clock,
        secret,
        publicUrl: config.publicUrl,
        log,
      });
      working.push(() => exporting.stop());
      const closing = startClosing({ facts, clock, log });
      working.push(() => closing.stop());
      if (config.scenario !== 'none') {
        const traffic = startKeepingUp(store.ownerUrl, { clock, secret }, onDemoFailure);
        working.push(() => traffic.stop());
      }
    }
    const live = openLiveData({ db, clock });
    undo.push(() => live.close());
    const { app, announceStop } = await buildApp({
      config,
      db,
      clock,
      secret,
      dataDir: config.dataDir,
      live,
      log,
      ...(reports !== null && { reports }),
      outbound: {
        http,
        carriers,
        hasFolder: config.deliveryFolder !== null,
        publicUrl: config.publicUrl,
        addressProblem: config.localDelivery ? () => Promise.resolve(null) : (url) => addressProblem(url),
      },
    });
    working.push(async () => {
      announceStop();
      if (app.server.listening) await wait(config.drainMs);
      await app.close();
    });
    await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw explainPort(error, config);
    });
    // With port 0, the system has chosen one.
    const { port } = app.server.address() as AddressInfo;
    const address = `http://${config.host}:${port}`;
    printWelcome(config, address, hasAdmin);
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
