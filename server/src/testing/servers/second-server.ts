import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../../app.ts';
import { type LiveData, openLiveData } from '../../db/connection/live.ts';
import { type Database, openDatabase } from '../../db/scope/tx.ts';
import { type Kernel } from '../../http/kernel.ts';
import { createLog } from '../../http/watch/log.ts';
import { TEST_SECRET, type TestApp } from '../app.ts';

interface SecondServer extends Kernel {
  db: Database;
  live: LiveData;
}

/**
 * What another process beside the app's would be: it shares the database and nothing else. It works as through a bouncer, without
 * names of statements, so that what it does is known to do without.
 */
export const useSecondServer = (harness: TestApp): SecondServer => {
  const second = {} as SecondServer;
  beforeAll(async () => {
    const { appUrl, clock, dataDir } = harness;
    const db = openDatabase(appUrl, 8, { patient: true, bouncerUrl: appUrl });
    const live = openLiveData({ db, clock });
    const kernel = await buildApp({
      config: { production: false, trustProxy: [], serveWeb: false, metricsToken: null },
      db,
      clock,
      secret: TEST_SECRET,
      dataDir,
      live,
      log: createLog({ logLevel: 'silent' }),
    });
    Object.assign(second, kernel, { db, live });
  });
  afterAll(async () => {
    await second.app.close();
    await second.db.close();
  });
  return second;
};
