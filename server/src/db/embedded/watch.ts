import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnv } from './run.ts';

const STOP_UNUSED = fileURLToPath(new URL('./stop-unused.ts', import.meta.url));

/**
 * `read` comes back with a line, which says that we leave in good order, or without one when the pipe ends because we did,
 * however that came about, kill -9 included. A shell costs next to nothing while it waits; Node is started only then.
 */
const SCRIPT = 'read line && exit 0; exec "$@"';

export interface Watch {
  /** Nothing is left to look after: it ends without a word. */
  end(): Promise<void>;
}

/** Sees to it that the server ends soon after this process, if nobody else uses it. */
export const watchOver = (dataDir: string, home: string): Watch => {
  // A session of its own: what is sent to our group, Ctrl-C or a kill, is not for it.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'paceline-watch', process.execPath, STOP_UNUSED, dataDir, home], {
    cwd: '/',
    env: programEnv,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it the server may outlive us and is found by the next start, which is no reason not to start.
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
