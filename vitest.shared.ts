/**
 * How long tests may take before they are ended. A limit is there for what hangs, never to judge how fast something is: a
 * machine with other work to do takes ten times as long, and nothing is broken by that.
 */
const WAIT_MS = 2 * 60_000;
const TEST_MS = 10 * 60_000;

/** What the tests of all packages have in common. */
export const shared = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: WAIT_MS } },
  // Vitest leaves a core free, which on two is half of them: one file at a time, waiting while Postgres works.
  maxWorkers: '100%',
};
