import { fileURLToPath } from 'node:url';

/**
 * How long tests may take before they are ended. A limit is there for what hangs, never to judge how fast something is: a
 * machine with other work to do takes ten times as long, and nothing is broken by that.
 */
const WAIT_MS = 2 * 60_000;
const TEST_MS = 10 * 60_000;
/** A test of a soak asks everything at once. */
export const SOAK_TEST_MS = 6 * TEST_MS;

/** `npm test` sets `quick`; `npm run test:all`, and whoever calls Vitest directly, runs everything. */
const isQuick = process.env['PACELINE_TESTS'] === 'quick';

/** What `npm test` leaves to `npm run test:all`. */
export const leftOut = isQuick ? ['**/*.long.test.*'] : [];

/** How much tests that ask about many owners, filters and rows ask: few of each, a sample, or all. */
export const sweep = isQuick ? ('few' as const) : ('sample' as const);

/** With a seed, files and tests run in an order by chance that can be had again. */
export const seed = process.env['PACELINE_TEST_SEED'];

/** Run before each file of a project that has property tests. */
export const properties = fileURLToPath(new URL('vitest.properties.ts', import.meta.url));

/** What the tests of all packages have in common. */
export const shared = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: WAIT_MS } },
  // Vitest leaves a core free, which on two is half of them: one file at a time, waiting while Postgres works.
  maxWorkers: '100%',
  exclude: leftOut,
  tags: [{ name: 'long', description: 'Left to npm run test:all, as are files named x.long.test.ts' }],
  ...(seed !== undefined && { sequence: { shuffle: { tests: true }, seed: Number(seed) } }),
};
