import { spawn } from 'node:child_process';
import { outerClock } from '../../config.ts';

/** The account a program runs under; empty to use Node's own account. */
export type RunAs = { uid?: number; gid?: number };

interface RunResult {
  ok: boolean;
  stdout: string;
  /** The program's stderr, or the reason why it could not be started. */
  stderr: string;
}

// Nothing else of our environment: a PGPORT or PGDATA in the operator's shell must not reach them.
export const programEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...outerClock };

/** Runs a short program to its end, without blocking the event loop; never throws. */
export const run = (program: string, args: readonly string[], as: RunAs): Promise<RunResult> =>
  new Promise((resolve) => {
    // `/` because the account may not be allowed to read our working directory.
    const child = spawn(program, args, { ...as, cwd: '/', env: programEnv, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (error) => resolve({ ok: false, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, stdout, stderr }));
  });

/** Crash recovery replays the write-ahead log, which may take minutes on a slow disk. */
export const READY_LIMIT_MS = 300_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls every few milliseconds until the condition holds; false on timeout. */
export const waitUntil = async (holds: () => Promise<boolean> | boolean, limitMs: number): Promise<boolean> => {
  const end = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() >= end) return false;
    await sleep(25);
  }
  return true;
};
