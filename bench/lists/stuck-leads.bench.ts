import { tmpdir } from 'node:os';
import { rm } from 'node:fs/promises';
import { buildApp } from '@paceline/server/src/app.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { openLiveData } from '@paceline/server/src/db/connection/live.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { openDatabase, type Tx } from '@paceline/server/src/db/scope/tx.ts';
import { createLog } from '@paceline/server/src/http/watch/log.ts';
import { clockFrom } from '@paceline/server/src/lib/clock.ts';
import { clientOf, makeEndpoint } from '@paceline/server/src/testing/factories/delivery-factories.ts';
import { makeCampaign, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { makeMonths } from '@paceline/server/src/testing/factories/posting.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { sql } from 'kysely';
import { openClient } from '../load/connections.ts';
import { takeTurns } from '../measure.ts';
import { signedIn } from '../signed-in.ts';

/**
 * Does the page of stuck leads open with ten thousand behind a dead endpoint as it does with ten, and does "retry all" hold up the
 * others? Two owners alike but for that take turns: what the page asks for when it opens, through the whole pipeline, and what a
 * worker asks for when it looks for work.
 */
const NOW = new Date('2026-03-10T15:00:00Z');
const [rounds = 15] = process.argv.slice(3, 4).map(Number);
const FEW = 10;
const MANY = 10_000;
const DELIVERED = 20_000;
/** Of ten leads the page shows ten rows, of ten thousand a hundred; the rest has to be counted. */
const MAX_RATIO = 3;

const makePlace = async (tx: Tx, stuck: number) => {
  const { ownerKey, campaignKey } = await makeCampaign(tx);
  const clientKey = await clientOf(tx, ownerKey, campaignKey);
  const endpointKey = await makeEndpoint(tx, { ownerKey, clientKey });
  const { userKey } = await makeUser(tx, {
    group: 'ag',
    ownerKeys: [ownerKey],
    permissions: ['leadanalyzer:View', 'leadanalyzer:Update'],
  });
  const insert = (count: number, status: string) => sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, status_reasons, device)
    select ${ownerKey}, (at at time zone 'UTC')::date, ${`B-${ownerKey}-${status}-`}::text || n, at, ${campaignKey}, ${status},
           case when ${status} = 'STK' then array['ENDPOINT_DOWN'] else '{}' end, 'mobile'
    from (select n, ${NOW}::timestamptz - interval '2 hours' - n * interval '100 seconds' * ${DELIVERED}::int / ${Math.max(count, DELIVERED)}::int as at
          from generate_series(1, ${count}::int) n) x`;
  await insert(DELIVERED, 'DLV').execute(tx);
  await insert(stuck, 'STK').execute(tx);
  await sql`
    insert into delivery_task (owner_key, captured_date, lead_key, client_key, endpoint_key, accepted_at, due_at, is_stuck)
    select owner_key, captured_date, lead_key, ${clientKey}, ${endpointKey}, created_at, ${NOW}::timestamptz + interval '1 hour', true
    from lead where owner_key = ${ownerKey} and status = 'STK'`.execute(tx);
  await sql`
    insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, reason, response)
    select owner_key, captured_date, lead_key, a, created_at, 'failed', 'ENDPOINT_DOWN', '503 pool full'
    from lead, generate_series(1, 6) a where owner_key = ${ownerKey} and status = 'STK'`.execute(tx);
  return { ownerKey, endpointKey, userKey };
};

const folder = await makeTemporaryFolder('bench');
const postgres = await startEmbedded({ dataDir: folder });
const appUrl = appUrlFrom(postgres.url);
await prepareDatabase(postgres.url, appUrl);
const { few, many, other } = await withMigrator(postgres.url, async (tx) => {
  await makeMonths(tx, '2026-01-01', '2026-03-31');
  for (const table of ['lead_delivery', 'lead_status_change'])
    await sql`call app.ensure_months(${table}::regclass, '2026-01-01', '2026-03-31')`.execute(tx);
  return { few: await makePlace(tx, FEW), many: await makePlace(tx, MANY), other: await makePlace(tx, FEW) };
});
const asOwner = await openClient(postgres.url);
await asOwner.query('vacuum analyze');
const db = openDatabase(appUrl, 4);
const clock = clockFrom(NOW);
const { app } = await buildApp({
  config: { production: true, trustProxy: [], serveWeb: false, metricsToken: null },
  db,
  clock,
  secret: Buffer.alloc(32),
  dataDir: tmpdir(),
  live: openLiveData({ db, clock }),
  log: createLog({ logLevel: 'warn' }),
});

const callerOf = async ({ ownerKey, userKey }: typeof few) => {
  const authorization = `Bearer ${await signedIn(postgres.url, userKey, NOW)}`;
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<unknown> => {
    const answer = await app.inject({
      method,
      url: `/api/ag/${ownerKey}/lead/stuck/${path}`,
      headers: { authorization },
      ...(payload && { payload }),
    });
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.payload}`);
    return answer.json<{ data: unknown }>().data;
  };
  return ask;
};

let missed = false;
const compare = async (name: string, contenders: Record<'few' | 'many', () => Promise<number>>): Promise<void> => {
  for (const warm of Object.values(contenders)) for (let n = 0; n < 6; n += 1) await warm();
  const { few: less, many: more } = await takeTurns(contenders, rounds);
  missed ||= more / less > MAX_RATIO;
  console.log(
    `${name.padEnd(38)} ${less.toFixed(1).padStart(6)} ms with ${FEW}, ${more.toFixed(1).padStart(6)} ms with ${MANY}, ratio ${(more / less).toFixed(2)}`,
  );
};
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};

try {
  const [askFew, askMany] = [await callerOf(few), await callerOf(many)];
  const open = (ask: typeof askFew) => () =>
    timed(() => Promise.all([ask('POST', '90/search', {}), ask('GET', 'summary')]));
  await compare('the page opens', { few: open(askFew), many: open(askMany) });
  const page = (ask: typeof askFew) => () => timed(() => ask('POST', '90/search', { sort: '-nextTryAt' }));
  await compare('sorted by the next try', { few: page(askFew), many: page(askMany) });

  // A lead of another endpoint is due; before and after ten thousand of the dead one are.
  const take = async (): Promise<number> => {
    await asOwner.query('update delivery_task set due_at = $1 where owner_key = $2', [NOW, other.ownerKey]);
    const since = performance.now();
    const { rows } = await asOwner.query<{ owner: number }>(
      `select owner_key as owner from app.take_deliveries($1, 48, 4, interval '40 seconds', gen_random_uuid())`,
      [NOW],
    );
    const took = performance.now() - since;
    if (!rows.some(({ owner }) => owner === other.ownerKey)) throw new Error('The other endpoint was not served');
    await asOwner.query('update delivery_task set taken_by = null, taken_until = null where taken_by is not null');
    return took;
  };
  for (let n = 0; n < 5; n += 1) await take();
  const alone = await takeTurns({ take }, rounds);
  const retry = await timed(() => askMany('POST', 'retry', { endpointKey: many.endpointKey, reason: null }));
  const crowded = await takeTurns({ take }, rounds);
  missed ||= crowded.take / alone.take > MAX_RATIO;
  console.log(`retry all of ${MANY}: ${retry.toFixed(0)} ms`);
  console.log(
    `${'a worker takes what is due elsewhere'.padEnd(38)} ${alone.take.toFixed(1).padStart(6)} ms before, ${crowded.take.toFixed(1).padStart(6)} ms after, ratio ${(crowded.take / alone.take).toFixed(2)}`,
  );
  await compare('the page while all are sent again', { few: open(askFew), many: open(askMany) });
  process.exitCode = missed ? 1 : 0;
} finally {
  await app.close();
  await Promise.all([db.close(), asOwner.end()]);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
