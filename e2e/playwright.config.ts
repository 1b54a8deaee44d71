import { defineConfig, devices } from '@playwright/test';

const { PACELINE_CHROMIUM, PACELINE_E2E_URL = 'http://localhost:4600', TEST_PARALLEL_INDEX = '0' } = process.env;

/** Where the product runs: one address, or several with commas between them, and as many tests at a time. */
const servers = PACELINE_E2E_URL.split(',');

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  // One server and one database for each of them.
  workers: servers.length,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Read anew by every worker, which knows its number.
    baseURL: servers[Number(TEST_PARALLEL_INDEX)] ?? '',
    viewport: { width: 1280, height: 800 },
    // The pictures of every step would cost a fifth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
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
  projects: [{ name: 'chromium' }],
});
