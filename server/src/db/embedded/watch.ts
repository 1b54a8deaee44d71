import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnv } from './run.ts';

const STOP_UNUSED = fileURLToPath(new URL('./stop-unused.ts', import.meta.url));

/**
 * `read` returns with a line when we exit normally, or without one when the pipe closes because we died, even by kill -9. A waiting shell
 * costs next to nothing; Node is started only then.
 */
const SCRIPT = 'read line && exit 0; exec "$@"';

export interface Watch {
  /** Ends the watch: there is nothing left to stop. */
  end(): Promise<void>;
}

/** Makes sure that the server ends soon after this process, if no other process uses it. */
export const watchOver = (dataDir: string, home: string): Watch => {
  // A session of its own: signals to our group, Ctrl-C or a kill, do not reach it.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'paceline-watch', process.execPath, STOP_UNUSED, dataDir, home], {
    cwd: '/',
    env: programEnv,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without the watch the server may outlive us and is found by the next start, so its failure does not stop the start.
  const ended = once(child, 'exit').catch(() => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as typeof child.stdin & { unref(): void }).unref();
  return {
    async end() {
      if (child.pid === undefined) return;
      child.ref();
      child.stdin.end('done\n');
      await ended;
    },
  };
};
