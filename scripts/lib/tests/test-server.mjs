import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesNaming } from '../processes.mjs';
import { ended } from '../run.mjs';
import { PlainError } from '../say.mjs';
import { startServer } from '../server.mjs';

/** Only to end a hang, not a slow start: on a busy machine the demo takes many minutes to load. */
const READY_LIMIT_MS = 30 * 60_000;
const STOP_LIMIT_MS = 6 * 60_000;

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

export const isReady = async (url) => {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(60_000) })).status === 200;
  } catch {
    return false;
  }
};

/** True once the server is ready; false when it ended before that, or the time is over. */
export const waitUntilReady = async (url, serverEnded, limitMs = READY_LIMIT_MS) => {
  const end = Date.now() + limitMs;
  const gone = serverEnded.then(() => true);
  while (Date.now() < end) {
    if (await isReady(url)) return true;
    if (await Promise.race([gone, sleep(50, false)])) return false;
  }
  return false;
};

/** Waits until no process of the server or its database is left; returns those that take too long. */
const leftBehind = async (dataDir) => {
  const end = Date.now() + STOP_LIMIT_MS;
  let left = processesNaming(dataDir);
  while (left.length > 0 && Date.now() < end) {
    await sleep(100);
    left = processesNaming(dataDir);
  }
  return left.map(({ pid, command }) => `Left behind: ${pid} ${command}`);
};

/** Whatever the outcome, the data are deleted and the database's log is kept beside the server's. */
const removeData = ({ dataDir, logFile }) => {
  const said = path.join(dataDir, 'postgres.log');
  if (fs.existsSync(said)) fs.copyFileSync(said, logFile.replace(/\.log$/, '-postgres.log'));
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
};

/** A server with its own database and demo data, for the browser tests: loaded anew, or on a copy of another's. */
export const startTestServer = async (
  folder,
  name,
  /** @type {{ env?: NodeJS.ProcessEnv, loaded?: string | null, scenario?: string }} */
  { env: environment = process.env, loaded = null, scenario = 'demo' } = {},
) => {
  const dataDir = path.join(folder, name);
  // With their owners: as root the database runs under another account.
  if (loaded !== null) execFileSync('cp', ['-a', loaded, dataDir]);
  const logFile = path.join(folder, `${name}.log`);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log = fs.openSync(logFile, 'a');
  // Never the operator's own database, whatever the shell's environment says.
  const env = {
    ...environment,
    DATABASE_URL: undefined,
    PORT: String(port),
    DATA_DIR: dataDir,
    PACELINE_ENV: 'test',
    SCENARIO: scenario,
  };
  const child = startServer({ env, stdio: log });
  fs.closeSync(log);
  const server = { child, ended: ended(child), url, dataDir, logFile };
  if (await waitUntilReady(url, server.ended)) return server;
  child.kill('SIGKILL');
  const left = await leftBehind(dataDir);
  removeData(server);
  const said = fs.readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-30);
  throw new PlainError([...said, ...left, 'The server for the browser tests did not come up.'].join('\n'));
};

const endedWithin = (server, limitMs) =>
  Promise.race([server.ended.then(() => true), sleep(limitMs, false, { ref: false })]);

const endServer = async (server) => {
  server.child.kill('SIGTERM');
  if (!(await endedWithin(server, STOP_LIMIT_MS))) {
    server.child.kill('SIGKILL');
    return [`The server did not stop within ${STOP_LIMIT_MS / 1000} s of SIGTERM.`];
  }
  const code = await server.ended;
  return code === 0 ? [] : [`The server ended with code ${code}.`];
};

/** Stops the server and returns problems with its exit: none, if all is well. Its data are kept only on request. */
export const stopTestServer = async (server, { keepData = false } = {}) => {
  const problems = [...(await endServer(server)), ...(await leftBehind(server.dataDir))];
  if (!keepData) removeData(server);
  return problems;
};
