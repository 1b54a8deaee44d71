import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb } from '../build-web.mjs';
import { install } from '../machine/install.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { forwardSignals, runQuiet } from '../run.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { inMemory, keepLogsOnly, makeTemporaryFolder } from '../temporary.mjs';
import { browserTests } from './test-browser.mjs';
import { clockEnv } from './test-clock.mjs';
import { add, counted, NONE, ONE_FAILED, ONE_PASSED, readJson } from './test-counts.mjs';
import { saySlowest } from './test-durations.mjs';
import { unitTests } from './test-unit.mjs';

const GIB = 2 ** 30;
/** What databases and other files of a run come to at most, with as much again for the programs. */
const ROOM = { quick: 6 * GIB, all: 12 * GIB };

const withoutSummary = (output) => output.replace(/^\d+ passed, \d+ failed\n/m, '').trimEnd();

/** Each static check is one test. Their own summary lines are left out, because only ours may be printed. */
const staticChecks = async ({ results, all }) => {
  const file = path.join(results, 'check.json');
  const args = [inRoot('scripts/check.mjs'), '--json', file, ...(all ? ['--all'] : [])];
  const { code, output } = await runQuiet(node24, args);
  say(withoutSummary(output));
  return counted(code, readJson(file));
};

const webBuild = async () => {
  await buildWeb();
  return ONE_PASSED;
};

const STEPS = {
  static: ['Static checks', staticChecks],
  unit: ['Unit and database tests', unitTests],
  build: ['Web build', webBuild],
  browser: ['Browser tests', browserTests],
};

/** A step that throws counts as one failed test and does not stop the next ones. */
const runStep = async (title, step) => {
  const since = Date.now();
  say(`\n== ${title}`);
  let counts = ONE_FAILED;
  try {
    counts = await step();
  } catch (error) {
    say(error instanceof PlainError ? error.message : error.stack);
  }
  if (counts.failed > 0 && !counts.failures?.length) counts = { ...counts, failures: [title] };
  say(`== ${title}: ${counts.failed === 0 ? 'ok' : 'FAILED'}, ${seconds(since)}`);
  return counts;
};

const installed = async () => {
  await install();
  return NONE;
};

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      shuffle: { type: 'boolean', default: false },
      seed: { type: 'string' },
      now: { type: 'string' },
    },
  });
  const steps = values.only ?? Object.keys(STEPS);
  for (const name of steps)
    if (!STEPS[name]) throw new PlainError(`There is no step ${name}. There are: ${Object.keys(STEPS).join(', ')}.`);
  const isShuffled = values.shuffle || values.seed !== undefined;
  const seed = isShuffled ? (values.seed ?? String(Math.floor(Math.random() * 1e6))) : null;
  return { all: values.all, steps, seed, now: values.now };
};

const runAll = async ({ all, steps, seed, now }) => {
  const results = makeTemporaryFolder('test', inMemory(all ? ROOM.all : ROOM.quick));
  // The steps' temporary files are deleted with this folder, even if a step forgets to.
  process.env.TMPDIR = path.join(results, 'tmp');
  fs.mkdirSync(process.env.TMPDIR);
  const env = {
    ...process.env,
    PACELINE_TESTS: all ? 'all' : 'quick',
    PACELINE_TEST_DATABASES: path.join(results, 'databases'),
    ...(seed && { PACELINE_TEST_SEED: seed }),
    ...(now && (await clockEnv(now))),
  };
  const run = { results, all, env };
  let total = await runStep('Packages', installed);
  if (total.failed > 0) return total;
  for (const [title, step] of steps.map((name) => STEPS[name]))
    total = add(total, await runStep(title, () => step(run)));
  if (total.failed > 0) keepLogsOnly(results);
  else fs.rmSync(results, { recursive: true, force: true });
  return total;
};

const main = async () => {
  forwardSignals();
  const since = Date.now();
  const options = readOptions();
  if (options.seed) say(`In the order of the seed ${options.seed}: again with --seed ${options.seed}.`);
  const total = await runAll(options);
  saySlowest(['unit', 'browser'].filter((kind) => options.steps.includes(kind)));
  if (total.failed > 0) say(['\nFailed:', ...total.failures].join('\n  '));
  const order = options.seed ? `, in the order of the seed ${options.seed}` : '';
  const clock = options.now ? `, as from ${options.now}` : '';
  say(`\nIn ${seconds(since)}${order}${clock}.`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
};

await runMain(main);
