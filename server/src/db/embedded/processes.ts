import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { run } from './run.ts';

/**
 * The name in the command line of every process of one cluster (the setting cluster_name). It identifies them after their parent has ended,
 * on Linux and macOS alike, even if a pid was reused.
 */
export const markOf = (cluster: string): string =>
  `paceline-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;

interface RunningProcess {
  pid: number;
  /** Empty for a zombie, which has no command line. */
  command: string;
}

const hasProc = process.platform === 'linux';

const readProc = async (pid: string): Promise<RunningProcess> => {
  const raw = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return { pid: Number(pid), command: raw.replaceAll('\0', ' ').trim() };
};

const parsePs = (output: string): RunningProcess[] =>
  output.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command }] : [];
  });

const listProcesses = async (): Promise<RunningProcess[]> => {
  if (!hasProc) return parsePs((await run('/bin/ps', ['-axww', '-o', 'pid=,command='], {})).stdout);
  const pids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map(readProc));
};

const findProcess = async (pid: number): Promise<RunningProcess | undefined> =>
  hasProc
    ? readProc(String(pid))
    : parsePs((await run('/bin/ps', ['-ww', '-p', String(pid), '-o', 'pid=,command='], {})).stdout)[0];

/** `…/bin/postgres -D … -c cluster_name=<mark>` is the postmaster, `postgres: <mark>: …` are its children. */
const belongsTo = (command: string, mark: string): boolean =>
  command.startsWith(`postgres: ${mark}:`) ||
  (command.includes('/bin/postgres -D ') && command.includes(`-c cluster_name=${mark}`));

/** Whether this pid is a living process of the cluster: not a zombie, not another program. */
export const isServerProcess = async (pid: number, mark: string): Promise<boolean> =>
  belongsTo((await findProcess(pid))?.command ?? '', mark);

export const listServerProcesses = async (mark: string): Promise<number[]> =>
  (await listProcesses()).filter(({ command }) => belongsTo(command, mark)).map(({ pid }) => pid);

/** Sends a signal to a process that may have just ended. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended, which is the goal of every caller; those who wait for it will notice.
  }
};
