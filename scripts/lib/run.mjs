import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './paths.mjs';

/** Running programs, so that a signal to us can be passed on. */
const running = new Set();

const exitCode = (code, signal) => code ?? 128 + (os.constants.signals[signal] ?? 0);

/**
 * Resolves with the exit code when the program has ended; one that cannot be started counts as ended with 127.
 * @returns {Promise<number>}
 */
export const ended = (child) =>
  new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });

export const start = (program, args, /** @type {import('node:child_process').SpawnOptions} */ options = {}) => {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
  running.add(child);
  const forget = () => running.delete(child);
  child.once('exit', forget).once('error', forget);
  return child;
};

/** The signal that asked us to stop. The present step is then the last one. */
let stopSignal = /** @type {NodeJS.Signals | null} */ (null);

const endedUnlessStopped = async (child) => {
  const code = await ended(child);
  if (!stopSignal) return code;
  // The others got the signal as well: wait for all of them, and for their last writes.
  await Promise.all([...running].map(ended));
  return process.exit(exitCode(null, stopSignal));
};

/** Runs a program with its output shown. */
export const runShown = (program, args, options) => endedUnlessStopped(start(program, args, options));

/** Runs a program and keeps its output, to be shown only on failure. */
export const runQuiet = async (program, args, options = {}) => {
  const child = start(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  return { code: await endedUnlessStopped(child), output };
};

export const lastLines = (text, count = 30) => text.trimEnd().split('\n').slice(-count).join('\n');

// Ctrl-C reaches us from the terminal and again from npm, within milliseconds: that counts as one request.
const SAME_WISH_MS = 1_000;

const PARENT_CHECK_MS = 250;

/**
 * npm runs us through a shell, and passes its own SIGTERM to that shell alone, which dies without notifying us. Losing the parent is then
 * the only sign. Without npm it means nothing: a shell may end and leave us running on purpose.
 */
const whenOrphaned = (act) => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, PARENT_CHECK_MS);
  timer.unref();
};

/**
 * Passes SIGINT, SIGTERM and SIGHUP on to the running programs, once. A second request, later, kills them. Without a running program the
 * signal ends us as usual.
 */
export const forwardSignals = () => {
  let firstAt = 0;
  const forward = (signal) => {
    if (running.size === 0) process.exit(exitCode(null, signal));
    const force = firstAt !== 0;
    if (force && Date.now() - firstAt < SAME_WISH_MS) return;
    firstAt ||= Date.now();
    stopSignal = signal;
    // A closed terminal means the same as SIGTERM, which programs handle.
    const gentle = signal === 'SIGHUP' ? 'SIGTERM' : signal;
    for (const child of running) child.kill(force ? 'SIGKILL' : gentle);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => forward(signal));
  whenOrphaned(() => forward('SIGTERM'));
};
