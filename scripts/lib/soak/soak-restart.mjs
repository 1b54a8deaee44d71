import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildWeb } from '../build-web.mjs';
import { install } from '../machine/install.mjs';
import { inRoot } from '../paths.mjs';
import { listProcesses, withDescendants } from '../processes.mjs';
import { pick, randomFrom } from '../random.mjs';
import { ended, start } from '../run.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { readCounts } from './soak-database.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';
import { freePort, isReady, waitUntilReady } from '../tests/test-server.mjs';

/** How long after a start the kill may come: initdb, migration, demo load, serving. */
const KILL_WITHIN_MS = 8_000;
/** How often a round begins with an empty folder, so that first starts are killed too. */
const FRESH_SHARE = 0.4;

const startPaceline = ({ dataDir, port, log }) => {
  const out = fs.openSync(log, 'a');
  const env = { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir, PORT: String(port), SCENARIO: 'demo' };
  // Through the launcher, as by `npm start`; in a group of its own, so that the whole group can be killed.
  const child = start(process.execPath, [inRoot('scripts/start.mjs')], {
    env,
    stdio: ['ignore', out, out],
    detached: true,
  });
  fs.closeSync(out);
  return { child, ended: ended(child) };
};

const kill9 = (pids) => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended before the kill, which is a valid case too.
    }
};

const isPostgres = (pid) => listProcesses().some((one) => one.pid === pid && /postgres|initdb/.test(one.command));

/** Each way to die. A database in a session of its own survives the first three, as it would in a terminal. */
const WAYS = {
  'the launcher and its group': (child) => kill9([-child.pid]),
  'the Node server only': (child) =>
    kill9(
      withDescendants(child.pid)
        .slice(1)
        .filter((pid) => !isPostgres(pid)),
    ),
  'launcher and server': (child) => kill9(withDescendants(child.pid).filter((pid) => !isPostgres(pid))),
  'everything with the database': (child) => kill9(withDescendants(child.pid)),
};

/** A server whose launcher was killed needs a moment to notice it and to release the port. */
const waitUntilSilent = async (url, limitMs = 30_000) => {
  const end = Date.now() + limitMs;
  while (await isReady(url)) {
    if (Date.now() > end) throw new PlainError('The server still answers 30 s after its launcher was killed.');
    await sleep(100);
  }
};

const stopGently = async (server) => {
  server.child.kill('SIGTERM');
  const code = await server.ended;
  if (code !== 0) throw new PlainError(`The server ended with code ${code} after SIGTERM.`);
};

const startAndCount = async (place) => {
  const since = Date.now();
  const server = startPaceline(place);
  if (!(await waitUntilReady(place.url, server.ended)))
    throw new PlainError(`It did not come up; the log is ${place.log}.`);
  const readyAfter = seconds(since);
  const counts = await readCounts(place.dataDir);
  return { server, counts, readyAfter };
};

const newPlace = async (folder, name) => {
  const port = await freePort();
  return {
    dataDir: path.join(folder, name),
    port,
    url: `http://localhost:${port}`,
    log: path.join(folder, `${name}.log`),
  };
};

const cleanLoad = async (folder) => {
  const { server, counts, readyAfter } = await startAndCount(await newPlace(folder, 'clean'));
  await stopGently(server);
  say(`A clean demo load has ${counts} (ready after ${readyAfter}).`);
  return counts;
};

const runRound = async (place, random, expected) => {
  const [way, kill] = pick(random, Object.entries(WAYS));
  const moment = Math.round(random() * KILL_WITHIN_MS);
  const victim = startPaceline(place);
  await sleep(moment);
  const state = (await isReady(place.url)) ? 'at work' : 'while starting';
  kill(victim.child);
  await waitUntilSilent(place.url);
  const { server, counts, readyAfter } = await startAndCount(place);
  if (counts !== expected)
    throw new PlainError(`Data not whole: ${counts} instead of ${expected}; the log is ${place.log}.`);
  await stopGently(server);
  return `killed ${way} after ${moment} ms (${state}), ready again after ${readyAfter}`;
};

const options = () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  return { rounds: Number(values.rounds), seed: Number(values.seed) };
};

const main = async () => {
  const { rounds, seed } = options();
  const random = randomFrom(seed);
  await install();
  await buildWeb();
  const folder = makeTemporaryFolder('soak');
  say(`${rounds} rounds with seed ${seed} in ${folder}`);
  const expected = await cleanLoad(folder);
  let place = await newPlace(folder, 'round-1');
  for (let round = 1; round <= rounds; round++) {
    if (random() < FRESH_SHARE) place = await newPlace(folder, `round-${round}`);
    say(`${round}/${rounds}: ${await runRound(place, random, expected)}`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  say(`${rounds} rounds, always came up, data whole.`);
  return 0;
};

await runMain(main);
