import { inRoot, node24 } from './paths.mjs';
import { start } from './run.mjs';

/** @typedef {{ env?: NodeJS.ProcessEnv, stdio?: 'inherit' | 'ignore' | 'pipe' | number }} StartOptions */

/**
 * The garbage of a long list is collected before the heap grows to twice its live size: a quarter of the memory at a fiftieth of the time
 * (`bench -- campaign-summary`).
 */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=100'];

/**
 * Starts the Paceline server in a session of its own, so that Ctrl-C in the terminal reaches it once, through us; with a channel to us,
 * whose end shows that we are gone, even by kill -9.
 */
export const startServer = (/** @type {StartOptions} */ { env = {}, stdio = 'inherit' } = {}) =>
  start(node24, [...FLAGS, inRoot('server/src/main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio, 'ipc'],
    detached: true,
  });
