import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { postBody } from '@paceline/server/src/testing/factories/posting.ts';
import { openPool } from '../load/connections.ts';
import { takeTurns } from '../measure.ts';
import { openPostClient } from './post-client.ts';
import { insertBareRow, postBare } from './posts-statements.ts';
import { openPostStore, type PostPlace } from './posts-store.ts';

/**
 * How many leads can be posted in a second, each stored for good before it is answered? Posts through the real endpoint with the
 * whole chain, against the same statements from the bare driver, and against the insert of a single row.
 */
const NOW = new Date('2026-03-10T15:00:00Z');
const CONNECTIONS = 32;
/** As many as the server has. */
const POOL = 10;
const [rounds = 5, roundSeconds = 4] = process.argv.slice(3, 5).map(Number);
/** Where a profile of the server is written, if one is wanted: it costs a part of the speed. */
const profileFolder = process.argv[5];
const MIN_SHARE = 0.6;
/** A server runs for days: its first posts load the campaigns' rules, plan statements and are not compiled yet. */
const WARM_UP_SECONDS = 30;

const store = await openPostStore(NOW);
const server = fork(new URL('../api-server.ts', import.meta.url), [store.appUrl, NOW.toISOString()], {
  execArgv: profileFolder === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileFolder],
});
const [url] = (await once(server, 'message')) as [string];
const app = openPool(store.appUrl, POOL);
const owner = openPool(store.ownerUrl, POOL);

const client = openPostClient(CONNECTIONS);

let number = 0;
const latencies: number[] = [];
const post = async (place: PostPlace): Promise<void> => {
  const body = JSON.stringify(postBody((number += 1), place));
  const since = performance.now();
  const { status, text } = await client.send(`${url}/lead/v1/post`, place.key, body);
  latencies.push(performance.now() - since);
  if (!text.includes('"status":"VAL"')) throw new Error(`${status} ${text}`);
};

const rate = async (work: (place: PostPlace) => Promise<unknown>, seconds = roundSeconds): Promise<number> => {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const lane = async (_: unknown, index: number): Promise<void> => {
    for (let turn = index; performance.now() < end; turn += CONNECTIONS) {
      await work(store.places[turn % store.places.length]!);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return count / seconds;
};

await rate(post, WARM_UP_SECONDS);
latencies.length = 0;
const rates = await takeTurns(
  {
    posts: () => rate(post),
    statements: () => rate((place) => postBare(app, place, NOW)),
    row: () => rate((place) => insertBareRow(owner, place, NOW)),
  },
  rounds,
);
const sorted = latencies.toSorted((a, b) => a - b);
const percentile = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
const share = rates.posts / rates.statements;
console.log(
  `load ${loadavg()[0]?.toFixed(1)}, ${CONNECTIONS} connections, medians of ${rounds} rounds of ${roundSeconds} s`,
);
console.log(
  `posts through HTTP     ${rates.posts.toFixed(0).padStart(6)}/s   p50 ${percentile(0.5)}, p95 ${percentile(0.95)}, p99 ${percentile(0.99)} ms`,
);
console.log(
  `the same statements    ${rates.statements.toFixed(0).padStart(6)}/s   posts are ${share.toFixed(2)} of them`,
);
console.log(
  `a single row           ${rates.row.toFixed(0).padStart(6)}/s   posts are ${(rates.posts / rates.row).toFixed(2)} of it`,
);
if (share < MIN_SHARE) {
  console.error(`Posts are ${share.toFixed(2)} of their statements, not ${MIN_SHARE}.`);
  process.exitCode = 1;
}

server.kill('SIGINT');
await once(server, 'exit');
client.close();
await Promise.all([app.end(), owner.end()]);
await store.close();
