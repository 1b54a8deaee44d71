import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureProgram } from '../machine/debian-program.mjs';
import { startHaproxy } from '../machine/haproxy.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { startPgbouncer } from '../machine/pgbouncer.mjs';
import { ended, start } from '../run.mjs';
import { PlainError, say } from '../say.mjs';
import { startServer } from '../server.mjs';
import { freePort, waitUntilReady } from '../tests/test-server.mjs';

const POOL_SIZE = 12;
const APP_USER = 'paceline_app';
/** The time that the product promises to stop within, plus a second for the machine. */
const STOP_LIMIT_MS = 16_000;
/** As in production: longer than the load balancer takes to notice that a server is no longer ready. */
const DRAIN_SECONDS = '5';

const startDatabase = async (folder) => {
  const log = fs.openSync(path.join(folder, 'database.log'), 'a');
  const child = start(node24, [inRoot('server/src/testing/servers/embedded-process.ts'), path.join(folder, 'data')], {
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  fs.closeSync(log);
  const over = ended(child);
  const message = await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    over.then(() => {
      throw new PlainError(`The database did not come up; its log is in ${folder}.`);
    }),
  ]);
  return { ...message, child, ended: over };
};

/** One Postgres, one PgBouncer, and functions to start servers, workers and a load balancer with them. */
export const openCluster = async (folder) => {
  for (const name of ['pgbouncer', 'haproxy']) await ensureProgram(name);
  const database = await startDatabase(folder);
  const password = randomBytes(16).toString('hex');
  const appUrl = `postgres://${APP_USER}:${password}@127.0.0.1:${database.port}/paceline`;
  const bouncerPort = await freePort();
  const bouncer = await startPgbouncer({
    folder,
    databasePort: database.port,
    port: bouncerPort,
    user: APP_USER,
    password,
    poolSize: POOL_SIZE,
  });
  let balancer;
  say(`${bouncer.version} in transaction mode, ${POOL_SIZE} connections for all.`);
  const env = {
    PACELINE_ENV: 'local',
    DATABASE_URL: database.url,
    APP_DATABASE_URL: appUrl,
    PGBOUNCER_URL: `postgres://127.0.0.1:${bouncerPort}/paceline`,
    PACELINE_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: path.join(folder, 'data'),
    HOST: '127.0.0.1',
    SCENARIO: 'small',
    SERVE_WEB: 'off',
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS,
  };

  const launch = async (one) => {
    const log = fs.openSync(path.join(folder, `${one.name}.log`), 'a');
    one.child = startServer({
      env: { ...env, PORT: String(one.port), WORKER: one.isWorker ? 'on' : 'off' },
      stdio: log,
    });
    fs.closeSync(log);
    one.ended = ended(one.child);
    if (!(await waitUntilReady(one.url, one.ended)))
      throw new PlainError(`The ${one.name} did not come up; its log is in ${folder}.`);
  };
  const make = async (name, isWorker) => {
    const port = await freePort();
    return { name, isWorker, port, url: `http://127.0.0.1:${port}` };
  };

  return {
    ownerUrl: database.url,
    bouncerUrl: `postgres://${APP_USER}:${password}@127.0.0.1:${bouncerPort}/paceline`,
    /** All at once: they find an empty database, and one of them loads it. */
    startAll: async () => {
      const all = await Promise.all([
        make('server-1', false),
        make('server-2', false),
        make('worker-1', true),
        make('worker-2', true),
      ]);
      await Promise.all(all.map(launch));
      return all;
    },
    startBalancer: async (servers) => {
      balancer = await startHaproxy({ folder, port: await freePort(), servers });
      say(`${balancer.version} with the settings of docs/deploy in front of the servers.`);
      return balancer.url;
    },
    /** Stops one, as an update does, and starts it again; returns the seconds it took to stop. */
    restart: async (one) => {
      const since = performance.now();
      one.child.kill('SIGTERM');
      const code = await Promise.race([one.ended, sleep(STOP_LIMIT_MS, 'late', { ref: false })]);
      if (code !== 0) throw new PlainError(`The ${one.name} did not stop as it should: ${code}.`);
      const took = performance.now() - since;
      await launch(one);
      return took / 1000;
    },
    close: async (all) => {
      balancer.child.kill('SIGTERM');
      await balancer.ended;
      for (const { child } of all) child.kill('SIGTERM');
      await Promise.all(all.map((one) => one.ended));
      bouncer.child.kill('SIGTERM');
      await bouncer.ended;
      database.child.kill('SIGTERM');
      await database.ended;
    },
  };
};
