import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot, node24 } from '../paths.mjs';
import { listProcesses } from '../processes.mjs';
import { ended, start } from '../run.mjs';
import { PlainError, say } from '../say.mjs';
import { startServer } from '../server.mjs';
import { databaseUrl } from '../soak/soak-database.mjs';
import { freePort, waitUntilReady } from '../tests/test-server.mjs';
import { openProxy } from './proxy.mjs';
import { openVolume } from './volume.mjs';

/** Delay of a supervisor before it restarts a process. */
const RESTART_MS = 250;

const atPort = (url, port) => {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
};

const startKeeper = async (dataDir, log) => {
  const out = fs.openSync(log, 'a');
  const child = start(node24, [inRoot('server/src/testing/servers/embedded-process.ts'), dataDir], {
    stdio: ['ignore', out, out, 'ipc'],
    detached: true,
  });
  fs.closeSync(out);
  const over = ended(child);
  const message = await Promise.race([new Promise((resolve) => child.once('message', resolve)), over]);
  if (typeof message !== 'object') throw new PlainError(`The database did not start; the log is ${log}.`);
  return { child, ended: over, url: message.url };
};

/** One server or worker, restarted whenever it ends, with a proxy of its own to the database. */
const openMember = async ({ name, isWorker, folder, url, secret }) => {
  const port = await freePort();
  const proxy = await openProxy(Number(new URL(url).port));
  const log = path.join(folder, `${name}.log`);
  const member = {
    name,
    isWorker,
    proxy,
    url: `http://localhost:${port}`,
    child: /** @type {import('node:child_process').ChildProcess | null} */ (null),
    /** Its exit code, once it has ended. */
    ended: Promise.resolve(0),
    /** Whether it is suspended, and since when it is or is not. */
    isStopped: false,
    movedAt: 0,
    /** The offset of its clock. */
    offsetMs: 0,
    isLeft: false,
    /** Unexpected exits after it was ready. */
    ownEnds: 0,
  };
  let isExpected = false;
  const run = async () => {
    while (!member.isLeft) {
      const out = fs.openSync(log, 'a');
      const env = {
        DATABASE_URL: atPort(url, proxy.port),
        DATA_DIR: path.join(folder, 'data'),
        PORT: String(port),
        SCENARIO: 'none',
        SERVE_WEB: 'off',
        WORKER: isWorker ? 'on' : 'off',
        DATABASE_POOL: isWorker ? '2' : '8',
        // Not `test`, which has no time limits.
        PACELINE_ENV: 'local',
        PACELINE_SECRET: secret,
        LOCAL_DELIVERY: 'on',
        LOG_LEVEL: 'warn',
        PACELINE_NOW: member.offsetMs === 0 ? '' : new Date(Date.now() + member.offsetMs).toISOString(),
      };
      isExpected = false;
      member.child = startServer({ env, stdio: out });
      fs.closeSync(out);
      member.ended = ended(member.child);
      const isUp = waitUntilReady(member.url, member.ended);
      await member.ended;
      if ((await isUp) && !isExpected) member.ownEnds += 1;
      await sleep(RESTART_MS);
    }
  };
  member.end = async (signal) => {
    const over = member.ended;
    isExpected = true;
    member.child?.kill(signal);
    await over;
  };
  member.ready = () => waitUntilReady(member.url, new Promise(() => undefined));
  const running = run();
  member.close = async () => {
    member.isLeft = true;
    member.child?.kill('SIGCONT');
    await member.end('SIGTERM');
    await running;
    await proxy.close();
  };
  return member;
};

/** Loads the small scenario by a server that ends again. */
const load = async ({ folder, url, secret }) => {
  const port = await freePort();
  const log = path.join(folder, 'load.log');
  const out = fs.openSync(log, 'a');
  const env = {
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    SCENARIO: 'small',
    SERVE_WEB: 'off',
    WORKER: 'off',
    PACELINE_ENV: 'test',
    PACELINE_SECRET: secret,
  };
  const child = startServer({ env, stdio: out });
  fs.closeSync(out);
  const over = ended(child);
  if (!(await waitUntilReady(`http://localhost:${port}`, over)))
    throw new PlainError(`The demo was not loaded; the log is ${log}.`);
  child.kill('SIGTERM');
  await over;
};

/** Two servers and two workers over one database, each of which can be killed, suspended and disconnected alone. */
export const openCluster = async (folder) => {
  const home = path.join(folder, 'volume');
  const volume = openVolume(home);
  if (volume === null) say('Nothing may be mounted here: the disk is not filled.');
  const dataDir = path.join(home, 'db');
  const secret = randomBytes(32).toString('base64url');
  const keeper = await startKeeper(dataDir, path.join(folder, 'keeper.log'));
  await load({ folder, url: keeper.url, secret });
  const members = [];
  const cluster = {
    dataDir,
    volume,
    members,
    servers: () => members.filter(({ isWorker }) => !isWorker),
    workers: () => members.filter(({ isWorker }) => isWorker),
    databaseUrl: () => databaseUrl(dataDir),
    postmaster: () => Number(fs.readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]),
    /** The postmaster and all its child processes. */
    databaseProcesses: () => {
      const postmaster = cluster.postmaster();
      return listProcesses()
        .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
        .map(({ pid }) => pid);
    },
    close: async () => {
      await Promise.all(members.map((member) => member.close()));
      keeper.child.kill('SIGTERM');
      await keeper.ended;
      volume?.close();
    },
  };
  // However we end, no process is left, least of all a suspended one.
  process.once('exit', () => {
    for (const { child } of [...members, keeper]) child?.kill('SIGKILL');
    volume?.close();
  });
  for (const name of ['server-1', 'server-2', 'worker-1', 'worker-2'])
    members.push(await openMember({ name, isWorker: name.startsWith('worker'), folder, url: keeper.url, secret }));
  await Promise.all(members.map((member) => member.ready()));
  return cluster;
};
