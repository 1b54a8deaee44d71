import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { runAs } from './account.ts';
import { type Binaries } from './binaries.ts';
import { diskFull, saysDiskFull, type Place } from './place.ts';
import { isServerProcess, listServerProcesses, markOf, signal } from './processes.ts';
import { programEnv, READY_LIMIT_MS, waitUntil } from './run.ts';

export interface Postmaster {
  pid: number;
  port: number;
}

export type Settings = Readonly<Record<string, string | number>>;

const STOP_LIMIT_MS = 60_000;
const ORPHAN_PATIENCE_MS = 5_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

const DEFAULT_SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  // TCP with a password is the only way to connect.
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '256MB',
  work_mem: '32MB',
  random_page_cost: 1.1,
  jit: 'off',
  enable_presorted_aggregate: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and key values of failed inserts contain personal data, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

interface PidFile extends Postmaster {
  status: string;
}

const pidFilePath = (place: Place): string => path.join(place.cluster, 'postmaster.pid');

/** Lines: pid, data directory, start time, port, socket directory, address, shared memory, status. */
const readPidFile = async (place: Place): Promise<PidFile | null> => {
  const text = await fs.readFile(pidFilePath(place), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
};

export const isRunning = (pid: number, place: Place): Promise<boolean> => isServerProcess(pid, markOf(place.cluster));

const waitUntilGone = (pid: number, place: Place): Promise<boolean> =>
  waitUntil(async () => !(await isRunning(pid, place)), STOP_LIMIT_MS);

/** The port of a killed server, which its clients still connect to. */
export const lastPort = async (place: Place): Promise<number | null> => (await readPidFile(place))?.port || null;

/** Finds a server left running by an earlier, killed Node; waits for one that is starting or stopping. */
export const findRunning = async (place: Place): Promise<Postmaster | null> => {
  let running: PidFile | null = null;
  const settled = await waitUntil(async () => {
    running = await readPidFile(place);
    if (running === null || running.status === 'ready') return true;
    return !(await isRunning(running.pid, place));
  }, READY_LIMIT_MS);
  if (!settled) throw startFailed(place, []);
  const file = running as PidFile | null;
  return file?.status === 'ready' && (await isRunning(file.pid, place)) ? { pid: file.pid, port: file.port } : null;
};

/**
 * Cleans up after a dead postmaster. The lock file is removed only when no process of the cluster is left: backends that outlive their
 * postmaster still write to its files. Postgres removes the file itself when its pid is free, but not when the postmaster is a zombie, or
 * when the pid belongs to another program of the same user after a reboot.
 */
export const clearDead = async (place: Place): Promise<void> => {
  const mark = markOf(place.cluster);
  const noneLeft = async () => (await listServerProcesses(mark)).length === 0;
  if (!(await waitUntil(noneLeft, ORPHAN_PATIENCE_MS))) {
    for (const pid of await listServerProcesses(mark)) signal(pid, 'SIGKILL');
    if (!(await waitUntil(noneLeft, ORPHAN_PATIENCE_MS)))
      throw new StartupError(`Processes of an earlier start still use ${place.cluster}: end them, then start again.`);
  }
  await fs.rm(pidFilePath(place), { force: true });
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

const sizeOf = (file: string): Promise<number> =>
  fs.stat(file).then(
    (stat) => stat.size,
    () => 0,
  );

const openLog = async (file: string): Promise<fs.FileHandle> => {
  if ((await sizeOf(file)) > LOG_LIMIT_BYTES) await fs.rename(file, `${file}.1`);
  return fs.open(file, 'a', 0o600);
};

interface Launch {
  child: ChildProcess;
  /** Offset in the log where this launch begins, to skip errors of earlier ones. */
  logFrom: number;
}

const launch = async (place: Place, binaries: Binaries, settings: Settings): Promise<Launch> => {
  const all = { ...settings, cluster_name: markOf(place.cluster) };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await openLog(place.logFile);
  const logFrom = await sizeOf(place.logFile);
  try {
    // A session of its own: Ctrl-C in the terminal goes to Node, which stops Postgres after its own last query.
    const child = spawn(binaries.postgres, ['-D', place.cluster, ...args], {
      ...runAs(place.account),
      cwd: '/',
      env: programEnv,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    return { child, logFrom };
  } finally {
    await log.close();
  }
};

const readLog = async (place: Place, from: number): Promise<string[]> => {
  const bytes = await fs.readFile(place.logFile).catch(() => Buffer.alloc(0));
  return bytes.subarray(from).toString('utf8').trim().split('\n');
};

const startFailed = (place: Place, lines: readonly string[]): StartupError => {
  if (lines.some(saysDiskFull)) return diskFull(place.home);
  // The cause is in the last error line; lines such as "database system is shut down" only follow it.
  const reason = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1);
  const plain = reason?.replace(/^.*?(FATAL|PANIC|ERROR|LOG):\s*/, '') || 'it says nothing about why';
  return new StartupError(`Postgres does not start (${plain}): see ${place.logFile}.`);
};

type Outcome = 'ready' | 'failed' | 'slow';

const waitForStart = async (child: ChildProcess, place: Place, limitMs: number): Promise<Outcome> => {
  // A process that ends at once may have done so before the listener is attached.
  let ended = child.exitCode !== null || child.signalCode !== null;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  let ready = false;
  await waitUntil(async () => {
    const file = await readPidFile(place);
    ready = file?.pid === child.pid && file?.status === 'ready';
    return ready || ended;
  }, limitMs);
  if (ready) return 'ready';
  return ended ? 'failed' : 'slow';
};

interface WantedPort {
  /** The port to try first. */
  port: number | null;
  /** Whether another port may be used if that one is taken. */
  orAnother: boolean;
}

/** Starts the server and waits until it accepts connections. Retries if another program takes the port in between. */
export const startPostmaster = async (
  place: Place,
  binaries: Binaries,
  settings: Settings,
  wanted: WantedPort,
  readyLimitMs = READY_LIMIT_MS,
): Promise<Postmaster> => {
  for (let attempt = 1; ; attempt++) {
    const port = (attempt === 1 || !wanted.orAnother ? wanted.port : null) ?? (await freePort());
    const { child, logFrom } = await launch(place, binaries, { ...DEFAULT_SETTINGS, ...settings, port });
    const outcome = await waitForStart(child, place, readyLimitMs);
    child.unref();
    if (outcome === 'ready' && child.pid) return { pid: child.pid, port };
    if (outcome === 'slow') child.kill('SIGQUIT');
    const lines = await readLog(place, logFrom);
    const portTaken = lines.some((line) => line.includes('Address already in use'));
    if (!portTaken || attempt === 3) throw startFailed(place, lines);
  }
};

/** Fast shutdown: open transactions are rolled back. If that hangs, immediate shutdown, repaired by recovery at the next start. */
export const stopPostmaster = async (postmaster: Postmaster, place: Place): Promise<void> => {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isRunning(postmaster.pid, place))) return;
    signal(postmaster.pid, name);
    if (await waitUntilGone(postmaster.pid, place)) return;
  }
};
