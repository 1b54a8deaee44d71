import { defineConfig, devices } from '@playwright/test';
import { orderedParts } from './order.ts';
import { browserEnv } from './support/set-clock.ts';

const {
  PACELINE_CHROMIUM,
  PACELINE_E2E_URL = 'http://localhost:4600',
  PACELINE_TESTS,
  PACELINE_TEST_SEED,
  TEST_PARALLEL_INDEX = '0',
} = process.env;

/** The product's address, or several separated by commas, one for each parallel test. */
const servers = PACELINE_E2E_URL.split(',');

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  // One server and database per worker.
  workers: servers.length,
  forbidOnly: true,
  // One journey per feature; the others run in `npm run test:all`.
  ...(PACELINE_TESTS === 'quick' && { grep: /@journey/ }),
  // With a seed, each test goes to any free worker, without the tests before it in its file.
  fullyParallel: PACELINE_TEST_SEED !== undefined,
  // Generous limits for hanging, not for slow tests: a busy machine takes ten times as long. Actions and navigations have only their test's
  // limit.
  timeout: 10 * 60_000,
  expect: { timeout: 2 * 60_000 },
  // With timeouts of minutes, a product that does not work at all would take hours to fail.
  maxFailures: 10,
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Evaluated by every worker, which knows its number.
    baseURL: servers[Number(TEST_PARALLEL_INDEX)] ?? '',
    viewport: { width: 1280, height: 800 },
    // Recording adds a third of the time: failed tests run once more with a trace (scripts/lib/tests/test-browser.mjs).
    trace: 'off',
    launchOptions: {
      timeout: 10 * 60_000,
      env: browserEnv,
      ...(PACELINE_CHROMIUM && { executablePath: PACELINE_CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: orderedParts(PACELINE_TEST_SEED),
});
