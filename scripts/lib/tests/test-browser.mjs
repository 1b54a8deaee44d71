import fs from 'node:fs';
import path from 'node:path';
import { chromiumEnv, playwrightProgram } from '../machine/chromium.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { runShown } from '../run.mjs';
import { PlainError, say } from '../say.mjs';
import { add, counted, failuresOf, ONE_FAILED, ONE_PASSED, readJson } from './test-counts.mjs';
import { keepDurations } from './test-durations.mjs';
import { startTestServer, stopTestServer } from './test-server.mjs';

/** As many as two cores can run. Each has its own server and database, isolated from the others. */
const BROWSER_WORKERS = 2;

const countsOf = (report) =>
  report && { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };

const testsOf = ({ specs = [], suites = [] }) => [
  ...specs.map(({ title, tests }) => ({
    title,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    // A test that passes only at the second try counts as failed.
    isFailed: tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  })),
  ...suites.flatMap(testsOf),
];

/** A file appears in as many suites as it has parts. */
const filesOf = ({ suites }) =>
  [...new Set(suites.map(({ file }) => file))].map((file) => {
    const tests = suites.filter((suite) => suite.file === file).flatMap(testsOf);
    return { file: `e2e/tests/${file}`, ms: tests.reduce((sum, { ms }) => sum + ms, 0), tests };
  });

const runPlaywright = async ({ results, env, args = [] }, servers, browser) => {
  const file = path.join(results, 'playwright.json');
  const urls = servers.map(({ url }) => url).join(',');
  const whole = { ...env, ...browser, PACELINE_E2E_URL: urls, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const run = (...more) =>
    runShown(node24, [playwrightProgram(), 'test', ...args, ...more], { cwd: inRoot('e2e'), env: whole });
  const code = await run('--reporter=list,json');
  const report = readJson(file);
  const counts = counted(code, countsOf(report));
  // Recording every step costs a third of the time, so only failed tests are recorded, in a second run that cannot turn them green.
  if (report && counts.failed > 0) {
    say('\nOnce more with a trace, to explain what failed; it stays failed:');
    await run('--last-failed', '--trace=on', '--reporter=list');
  }
  // Afterwards: the durations show the longest files, and a failed test is found by the part it was in.
  if (report) keepDurations('browser', filesOf(report));
  return { ...counts, failures: report ? failuresOf(filesOf(report)) : [] };
};

/** The demo is loaded once, and every server starts with a copy of it. */
const startTestServers = async ({ results: folder, env }) => {
  // Every page needs one of everything; the demo has hundreds, and takes five times as long to load.
  const options = { env, scenario: 'small' };
  const loader = await startTestServer(folder, 'loader', options);
  const problems = await stopTestServer(loader, { keepData: true });
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
  const started = await Promise.allSettled(
    Array.from({ length: BROWSER_WORKERS }, (_, index) =>
      startTestServer(folder, `server-${index + 1}`, { ...options, loaded: loader.dataDir }),
    ),
  );
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const failure = started.find((one) => one.status === 'rejected');
  if (failure) {
    await Promise.all(servers.map((server) => stopTestServer(server)));
    throw failure.reason;
  }
  fs.rmSync(loader.dataDir, { recursive: true, force: true });
  return servers;
};

/** The product in a real browser, by Playwright. */
export const browserTests = async (run) => {
  if (!fs.existsSync(inRoot('web/dist/.paceline-build'))) throw new PlainError('Not run: the web is not built.');
  const browser = await chromiumEnv();
  const servers = await startTestServers(run);
  let counts = ONE_FAILED;
  let problems = [];
  try {
    counts = await runPlaywright(run, servers, browser);
  } finally {
    problems = (await Promise.all(servers.map((server) => stopTestServer(server)))).flat();
  }
  for (const problem of problems) say(problem);
  if (counts.failed > 0) say('What the pages did is in e2e/test-results: npx playwright show-trace <trace.zip>.');
  // A clean stop of the servers counts as one more test.
  return add(counts, problems.length === 0 ? ONE_PASSED : ONE_FAILED);
};
