import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended } from '../run.mjs';
import { PlainError } from '../say.mjs';
import { startServer } from '../server.mjs';

const STARTING_MS = 1_500;
const WORKING_MS = 3_000;
const FOLDING_MS = 150;
const LIMIT_MS = 300_000;

/** A whole server with its worker, on a database that outlives it. */
const startWorker = ({ databaseUrl, dataDir, log }) => {
  const out = fs.openSync(log, 'a');
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    SCENARIO: 'none',
    SERVE_WEB: 'off',
    WORKER: 'on',
    PACELINE_ENV: 'test',
  };
  const child = startServer({ env, stdio: out });
  fs.closeSync(out);
  return { child, ended: ended(child) };
};

/** Its connections for folding, and how many are active. Those of a killed worker disappear within moments. */
const countConnections = async (client) => {
  const { rows } = await client.query(
    `select count(*)::int as open, count(*) filter (where state = 'active')::int as folding
     from pg_stat_activity where application_name = 'paceline-facts'`,
  );
  return rows[0];
};

const countFolds = async (client) => {
  const { rows } = await client.query('select coalesce(sum(version), 0)::int as n from fact_version');
  return rows[0].n;
};

const waitUntil = async (worker, isSo) => {
  const end = Date.now() + LIMIT_MS;
  let over = false;
  void worker.ended.then(() => (over = true));
  while (!(await isSo())) {
    if (over) throw new PlainError('The worker ended by itself.');
    if (Date.now() > end) throw new PlainError('The worker did not get to work.');
    await sleep(1);
  }
};

/** The moments to die, in turns: most of them during a visible fold. */
const MOMENTS = [
  { name: 'while it started', wait: (_worker, _client, random) => sleep(random() * STARTING_MS) },
  {
    name: 'while it folded',
    wait: (worker, client) => waitUntil(worker, async () => (await countConnections(client)).folding > 0),
  },
  {
    name: 'after a fold',
    async wait(worker, client, random) {
      const before = await countFolds(client);
      await waitUntil(worker, async () => (await countFolds(client)) > before);
      await sleep(random() * WORKING_MS);
    },
  },
  {
    name: 'while it folded',
    async wait(worker, client, random) {
      await waitUntil(worker, async () => (await countConnections(client)).folding > 0);
      await sleep(random() * FOLDING_MS);
    },
  },
];

/** Starts a worker and kills it. Returns when. */
export const killOne = async (place, client, random, turn) => {
  const { name, wait } = MOMENTS[turn % MOMENTS.length];
  await waitUntil({ ended: new Promise(() => undefined) }, async () => (await countConnections(client)).open === 0);
  const worker = startWorker(place);
  const since = Date.now();
  await wait(worker, client, random);
  worker.child.kill('SIGKILL');
  const code = await worker.ended;
  if (code !== 137)
    throw new PlainError(`The worker ended with ${code} before it was killed; the log is ${place.log}.`);
  return { name, after: Date.now() - since };
};
