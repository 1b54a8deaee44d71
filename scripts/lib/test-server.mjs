import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesNaming } from './processes.mjs';
import { ended } from './run.mjs';
import { PlainError } from './say.mjs';
import { startServer } from './server.mjs';

const READY_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 30_000;

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Open to pass through: as root the database runs under another account. */
export const makeTemporaryFolder = () => {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'paceline-'));
  fs.chmodSync(folder, 0o755);
  return folder;
};

export const isReady = async (url) => {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).status === 200;
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

/** A server with a database of its own and the demo data, for the browser tests: loaded anew, or on a copy of what another loaded. */
export const startTestServer = async (loaded = null) => {
  const folder = makeTemporaryFolder();
  const dataDir = path.join(folder, 'data');
  // With its owners: as root the database runs under another account.
  if (loaded !== null) execFileSync('cp', ['-a', loaded, dataDir]);
  const logFile = path.join(folder, 'server.log');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log = fs.openSync(logFile, 'a');
  // Never the operator's own database, whatever the shell has set.
  const env = {
    DATABASE_URL: undefined,
    PORT: String(port),
    DATA_DIR: dataDir,
    PACELINE_ENV: 'test',
    SCENARIO: 'demo',
  };
  const child = startServer({ env, stdio: log });
  fs.closeSync(log);
  const server = { child, ended: ended(child), url, folder, dataDir, logFile };
  if (await waitUntilReady(url, server.ended)) return server;
  child.kill('SIGKILL');
  const said = fs.readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-30).join('\n');
  throw new PlainError(`${said}\nThe server for the browser tests did not come up; its log is ${logFile}.`);
};

const endedWithin = (server, limitMs) =>
  Promise.race([server.ended.then(() => true), sleep(limitMs, false, { ref: false })]);

/** Stops the server and tells what is wrong with how it ended: nothing, if all is well. */
export const stopTestServer = async (server) => {
  server.child.kill('SIGTERM');
  if (!(await endedWithin(server, STOP_LIMIT_MS))) {
    server.child.kill('SIGKILL');
    return [`The server did not stop within ${STOP_LIMIT_MS / 1000} s of SIGTERM.`];
  }
  const code = await server.ended;
  const left = processesNaming(server.dataDir).map(({ pid, command }) => `Left behind: ${pid} ${command}`);
  return code === 0 ? left : [`The server ended with code ${code}.`, ...left];
};
