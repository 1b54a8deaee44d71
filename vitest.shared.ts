import { fileURLToPath } from 'node:url';

/**
 * Time limits of tests. They end tests that hang and never judge speed: on a busy machine a sound test may take ten times as
 * long.
 */
const WAIT_MS = 2 * 60_000;
const TEST_MS = 10 * 60_000;
/** For the soak, whose tests each check every owner, filter and row. */
export const SOAK_TEST_MS = 6 * TEST_MS;

/** Set by `npm test`. `npm run test:all`, and Vitest called directly, run everything. */
const isQuick = process.env['PACELINE_TESTS'] === 'quick';

/** Files that `npm test` leaves to `npm run test:all`. */
export const leftOut = isQuick ? ['**/*.long.test.*'] : [];

/** How many owners, filters and rows the sweeping tests cover: few, a sample, or (in the sweep configuration) all. */
export const sweep = isQuick ? ('few' as const) : ('sample' as const);

/** Where the databases of tests are; kept from run to run unless `npm test` says where. */
export const databases =
  process.env['PACELINE_TEST_DATABASES'] ??
  fileURLToPath(new URL('node_modules/.cache/paceline-test', import.meta.url));

/** With a seed, files and tests run in a random order that the same seed repeats. */
export const seed = process.env['PACELINE_TEST_SEED'];

/** Setup file of the projects with property tests. */
export const properties = fileURLToPath(new URL('vitest.properties.ts', import.meta.url));

/** Settings of all projects. */
export const shared = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: WAIT_MS } },
  // By default Vitest leaves one core free. With two cores that would be one file at a time, idle while Postgres works.
  maxWorkers: '100%',
  exclude: leftOut,
  tags: [{ name: 'long', description: 'Left to npm run test:all, as are files named x.long.test.ts' }],
  ...(seed !== undefined && { sequence: { shuffle: { tests: true }, seed: Number(seed) } }),
};
