import { inRoot, node24 } from './paths.mjs';
import { start } from './run.mjs';

/** @typedef {{ env?: NodeJS.ProcessEnv, stdio?: 'inherit' | 'ignore' | 'pipe' | number }} StartOptions */

/**
 * What a long list leaves behind is swept up before the heap has grown to twice what lives: a quarter of the memory at a
 * fiftieth of the time (`bench -- campaign-summary`).
 */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=100'];

/**
 * Starts the Paceline server. It gets a session of its own, so that Ctrl-C in the terminal reaches it once, through
 * us; and a channel to us, whose end tells it that we are gone, even by kill -9.
 */
export const startServer = (/** @type {StartOptions} */ { env = {}, stdio = 'inherit' } = {}) =>
  start(node24, [...FLAGS, inRoot('server/src/main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio, 'ipc'],
    detached: true,
  });
