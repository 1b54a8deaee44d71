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

/** Where the product runs: one address, or several with commas between them, and as many tests at a time. */
const servers = PACELINE_E2E_URL.split(',');

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  // One server and one database for each of them.
  workers: servers.length,
  forbidOnly: true,
  // One journey for each feature; all of the others are for `npm run test:all`.
  ...(PACELINE_TESTS === 'quick' && { grep: /@journey/ }),
  // In an order by chance, each test goes to whichever worker is free, without those before it in its file.
  fullyParallel: PACELINE_TEST_SEED !== undefined,
  // For what hangs, not for what is slow: a machine with other work to do takes ten times as long. Actions and
  // navigations have no limit but their test's.
  timeout: 10 * 60_000,
  expect: { timeout: 2 * 60_000 },
  // With limits of minutes, a product that does not work at all would be found out for hours.
  maxFailures: 10,
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Read anew by every worker, which knows its number.
    baseURL: servers[Number(TEST_PARALLEL_INDEX)] ?? '',
    viewport: { width: 1280, height: 800 },
    // Recording costs a third of the time: what failed is run once more with a trace (scripts/lib/tests/test-browser.mjs).
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
