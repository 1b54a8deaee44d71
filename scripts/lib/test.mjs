import fs from 'node:fs';
import path from 'node:path';
import { buildWeb, packageProgram } from './build-web.mjs';
import { chromiumEnv, playwrightProgram } from './chromium.mjs';
import { install } from './install.mjs';
import { inRoot, node24 } from './paths.mjs';
import { forwardSignals, runQuiet, runShown } from './run.mjs';
import { PlainError, runMain, say, seconds } from './say.mjs';
import { keepLogsOnly, makeTemporaryFolder } from './temporary.mjs';
import { startTestServer, stopTestServer } from './test-server.mjs';

const ONE_PASSED = { passed: 1, failed: 0 };
const ONE_FAILED = { passed: 0, failed: 1 };
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

const readJson = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** A program that failed without counting a failed test (a file that does not load, a crash) has failed nonetheless. */
const counted = (code, counts) => {
  const known = counts ?? (code === 0 ? ONE_PASSED : ONE_FAILED);
  return code !== 0 && known.failed === 0 ? add(known, ONE_FAILED) : known;
};

const withoutSummary = (output) => output.replace(/^\d+ passed, \d+ failed\n/m, '').trimEnd();

/** Each static check is one test. Their own last line is left out, because ours is to be the only one of its kind. */
const staticChecks = async (results) => {
  const file = path.join(results, 'check.json');
  const { code, output } = await runQuiet(node24, [inRoot('scripts/check.mjs'), '--json', file]);
  say(withoutSummary(output));
  return counted(code, readJson(file));
};

const vitestCounts = (report) => report && { passed: report.numPassedTests, failed: report.numFailedTests };

const unitTests = async (results) => {
  const file = path.join(results, 'vitest.json');
  const program = packageProgram('.', 'vitest', 'vitest.mjs');
  const code = await runShown(node24, [
    program,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return counted(code, vitestCounts(readJson(file)));
};

const webBuild = async () => {
  await buildWeb();
  return ONE_PASSED;
};

// A test that passes only at a second try is a fault too.
const playwrightCounts = (report) =>
  report && { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };

/** As many as a machine of two cores carries. Each has a server and a database of its own, so that none sees another's. */
const BROWSER_WORKERS = 2;

const runPlaywright = async (results, servers, browser) => {
  const file = path.join(results, 'playwright.json');
  const urls = servers.map(({ url }) => url).join(',');
  const env = { ...process.env, ...browser, PACELINE_E2E_URL: urls, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const args = [playwrightProgram(), 'test', '--reporter=list,json'];
  const code = await runShown(node24, args, { cwd: inRoot('e2e'), env });
  return counted(code, playwrightCounts(readJson(file)));
};

/** The demo is loaded once, and every server begins with a copy of it. */
const startTestServers = async (folder) => {
  const loader = await startTestServer(folder, 'loader');
  const problems = await stopTestServer(loader, { keepData: true });
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
  const servers = [];
  try {
    while (servers.length < BROWSER_WORKERS)
      servers.push(await startTestServer(folder, `server-${servers.length + 1}`, loader.dataDir));
  } catch (error) {
    await Promise.all(servers.map((server) => stopTestServer(server)));
    throw error;
  }
  fs.rmSync(loader.dataDir, { recursive: true, force: true });
  return servers;
};

const browserTests = async (results) => {
  if (!fs.existsSync(inRoot('web/dist/.paceline-build'))) throw new PlainError('Not run: the web is not built.');
  const browser = await chromiumEnv();
  const servers = await startTestServers(results);
  let counts = ONE_FAILED;
  let problems = [];
  try {
    counts = await runPlaywright(results, servers, browser);
  } finally {
    problems = (await Promise.all(servers.map((server) => stopTestServer(server)))).flat();
  }
  for (const problem of problems) say(problem);
  if (counts.failed > 0) say('What the pages did is in e2e/test-results: npx playwright show-trace <trace.zip>.');
  // How the servers end is one test more.
  return add(counts, problems.length === 0 ? ONE_PASSED : ONE_FAILED);
};

/** A step that breaks counts as one failed test and does not keep the next ones from running. */
const runStep = async (title, step) => {
  const since = Date.now();
  say(`\n== ${title}`);
  let counts = ONE_FAILED;
  try {
    counts = await step();
  } catch (error) {
    say(error instanceof PlainError ? error.message : error.stack);
  }
  say(`== ${title}: ${counts.failed === 0 ? 'ok' : 'FAILED'}, ${seconds(since)}`);
  return counts;
};

const installed = async () => {
  await install();
  return { passed: 0, failed: 0 };
};

const runAll = async () => {
  const results = makeTemporaryFolder('test');
  // All that the steps put into the temporary folder goes with this one, whoever forgets to remove it.
  process.env.TMPDIR = path.join(results, 'tmp');
  fs.mkdirSync(process.env.TMPDIR);
  let total = await runStep('Packages', installed);
  if (total.failed > 0) return total;
  const steps = [
    ['Static checks', staticChecks],
    ['Unit and database tests', unitTests],
    ['Web build', webBuild],
    ['Browser tests', browserTests],
  ];
  for (const [title, step] of steps) total = add(total, await runStep(title, () => step(results)));
  if (total.failed > 0) keepLogsOnly(results);
  else fs.rmSync(results, { recursive: true, force: true });
  return total;
};

const main = async () => {
  forwardSignals();
  const total = await runAll();
  say(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
};

await runMain(main);
