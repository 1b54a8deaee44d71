import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { CHROME, LANDING } from '@paceline/server/src/testing/factories/clicks.ts';
import { endProcess, openPool } from '../load/connections.ts';
import { takeTurns } from '../measure.ts';
import { openPostStore, type PostPlace } from './posts-store.ts';

/**
 * How many clicks can be stored in a second, each for good before its visitor is sent on? Links opened through the real endpoint with
 * all checks, against the insert of a single click row, committed, from the bare driver.
 */
const NOW = new Date('2026-03-10T15:00:00Z');
const CONNECTIONS = 32;
/** As many as the server has. */
const POOL = 10;
const [rounds = 5, seconds = 4] = process.argv.slice(3, 5).map(Number);
const MIN_SHARE = 0.2;

const store = await openPostStore(NOW);
const owner = openPool(store.ownerUrl, POOL);
await owner.query(
  `insert into tracking_url (owner_key, campaign_key, type, name, url, is_default)
   select owner_key, campaign_key, 'CLICK', 'Landing page', $1, true from campaign`,
  [`${LANDING}?cid={cid}&utm_source={partner_code}&utm_content={source}`],
);
const server = fork(new URL('../api-server.ts', import.meta.url), [store.appUrl, NOW.toISOString(), 'proxied']);
const [url] = (await once(server, 'message')) as [string];

let number = 0;
const latencies: number[] = [];
/** Each by a visitor of its own. */
const open = async ({ campaignKey }: PostPlace): Promise<void> => {
  number += 1;
  const ip = `12.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const since = performance.now();
  const answer = await fetch(`${url}/c/${campaignKey}?src=site-one&s1=banner&txn=T-${number}`, {
    redirect: 'manual',
    headers: { 'user-agent': CHROME, 'x-forwarded-for': ip },
  });
  await answer.text();
  latencies.push(performance.now() - since);
  if (answer.headers.get('location')?.startsWith(`${LANDING}?cid=`) !== true) throw new Error(String(answer.status));
};

/** A single row, committed: the least that storing a click can cost. */
const insertBareRow = ({ ownerKey, campaignKey, partnerKey }: PostPlace) =>
  owner.query({
    name: 'bare_click',
    text: `insert into click (owner_key, clicked_date, clicked_at, campaign_key, partner_key, status, device, visitor_hash)
           values ($1, $2, $3, $4, $5, 0, 'desktop', $6)`,
    values: [ownerKey, NOW.toISOString().slice(0, 10), NOW, campaignKey, partnerKey, randomBytes(32)],
  });

const rate = async (work: (place: PostPlace) => Promise<unknown>): Promise<number> => {
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

// Each connection plans its statements once, and each campaign's rules are loaded once.
for (const place of store.places) await open(place);
await rate(open);
latencies.length = 0;
const rates = await takeTurns({ clicks: () => rate(open), row: () => rate(insertBareRow) }, rounds);
const sorted = latencies.toSorted((a, b) => a - b);
const percentile = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
const share = rates.clicks / rates.row;
console.log(
  `load ${loadavg()[0]?.toFixed(1)}, ${CONNECTIONS} connections, medians of ${rounds} rounds of ${seconds} s`,
);
console.log(
  `clicks through HTTP    ${rates.clicks.toFixed(0).padStart(6)}/s   p50 ${percentile(0.5)}, p95 ${percentile(0.95)}, p99 ${percentile(0.99)} ms`,
);
console.log(`a single row           ${rates.row.toFixed(0).padStart(6)}/s   clicks are ${share.toFixed(2)} of it`);
if (share < MIN_SHARE) {
  console.error(`Clicks are ${share.toFixed(2)} of a bare row, not ${MIN_SHARE}.`);
  process.exitCode = 1;
}

await endProcess(server);
await owner.end();
await store.close();
