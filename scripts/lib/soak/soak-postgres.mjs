import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { install } from '../machine/install.mjs';
import { processesNaming } from '../processes.mjs';
import { randomFrom } from '../random.mjs';
import { ended } from '../run.mjs';
import { PlainError, runMain, say } from '../say.mjs';
import { startServer } from '../server.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';
import { freePort, waitUntilReady } from '../tests/test-server.mjs';

/** How long after its recovery the next kill may come, so that it can hit late steps of the recovery. */
const KILL_WITHIN_MS = 3_000;

const postmasterPid = (dataDir) =>
  Number(fs.readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);

/** A call that needs the database: the token is unknown, so 401 is a good answer. */
const ask = async (url) => {
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
  const { status } = await fetch(`${url}/api/ag/1/owner/get`, { headers, signal: AbortSignal.timeout(60_000) });
  return status;
};

/** Asks until it is answered, and counts every answer. Only "not now" is allowed before that. */
const askUntilAnswered = async (url, serverEnded) => {
  const seen = { 401: 0, 503: 0 };
  let over = false;
  void serverEnded.then(() => (over = true));
  while (seen[401] === 0 || seen[503] === 0) {
    if (over) throw new PlainError('The server ended with its database.');
    const status = await ask(url);
    if (!(status in seen)) throw new PlainError(`A call was answered with ${status}.`);
    // Answers from before the kill took effect do not count.
    if (status === 401 && seen[503] === 0) await sleep(5);
    else seen[status] += 1;
  }
  return seen[503];
};

const soak = async (server, dataDir, { rounds, seed }) => {
  const random = randomFrom(seed);
  const times = [];
  for (let round = 1; round <= rounds; round += 1) {
    await sleep(random() * KILL_WITHIN_MS);
    const since = performance.now();
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    const refused = await askUntilAnswered(server.url, server.ended);
    times.push(performance.now() - since);
    say(`${round}/${rounds}: answered again after ${(times.at(-1) / 1000).toFixed(1)} s, ${refused} × 503 before`);
  }
  say(
    `${rounds} kills, always came back, at the latest after ${(Math.max(...times) / 1000).toFixed(1)} s. Seed ${seed}.`,
  );
};

const options = () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  return { rounds: Number(values.rounds), seed: Number(values.seed) };
};

const main = async () => {
  const settings = options();
  await install();
  const folder = makeTemporaryFolder('soak');
  const dataDir = path.join(folder, 'data');
  const port = await freePort();
  const out = fs.openSync(path.join(folder, 'server.log'), 'a');
  const env = {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    PORT: String(port),
    SCENARIO: 'none',
    SERVE_WEB: 'off',
    PACELINE_ENV: 'test',
  };
  const child = startServer({ env, stdio: out });
  const server = { url: `http://localhost:${port}`, ended: ended(child) };
  if (!(await waitUntilReady(server.url, server.ended))) throw new PlainError('The server did not come up.');
  await soak(server, dataDir, settings);
  // The last kill hits the server itself: its database ends with it.
  child.kill('SIGKILL');
  await server.ended;
  while (processesNaming(dataDir).length > 0) await sleep(50);
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);
