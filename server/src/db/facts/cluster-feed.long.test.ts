import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { FACT_COLUMNS, isAmount, LABEL_COLUMNS, labelColumns } from '../../cluster/index.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeCampaign,
  makeKeyword,
  makeLead,
  makePlatformDay,
  makePpcCampaign,
} from '../../testing/factories/factories.ts';
import { type StandInCluster, standInCluster } from '../../testing/servers/stand-in-cluster.ts';
import { type ClusterFeed, endClusterFeed, openClusterFeed } from './cluster-feed.ts';
import { openFacts } from './facts.ts';

const database = useDatabase();
let a: Awaited<ReturnType<typeof makeCampaign>>;
let b: Awaited<ReturnType<typeof makeCampaign>>;
let ppc: Awaited<ReturnType<typeof makePpcCampaign>>;
let theirs: Awaited<ReturnType<typeof makePpcCampaign>>;
let leadKey: number;
let keywordKey: number;

const rows = async (query: string): Promise<Record<string, unknown>[]> =>
  database.asMigrator(async (tx) => (await sql.raw<Record<string, unknown>>(query).execute(tx)).rows);
const waiting = async (): Promise<number> => Number((await rows('select count(*) as n from cluster_delta'))[0]?.['n']);

beforeAll(async () => {
  const facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
  await facts.close();
  await database.asMigrator(async (tx) => {
    a = await makeCampaign(tx);
    b = await makeCampaign(tx);
    ppc = await makePpcCampaign(tx, { ownerKey: a.ownerKey, goalKey: a.goalKey });
    leadKey = await makeLead(tx, { ownerKey: a.ownerKey, campaignKey: a.campaignKey, day: '2026-03-02' });
    for (const { ownerKey, campaignKey } of [a, b, b]) await makeLead(tx, { ownerKey, campaignKey, day: '2026-03-03' });
    theirs = await makePpcCampaign(tx, { ownerKey: b.ownerKey, goalKey: b.goalKey });
    for (const one of [ppc, theirs])
      for (const day of ['2026-03-02', '2026-03-03'])
        await makePlatformDay(tx, { ...one, day, cost: 10.25, clientCost: 12.5 });
    const words = { days: ['2026-03-02', '2026-03-03'], cost: 3.15, clientCost: 4.05 };
    keywordKey = await makeKeyword(tx, { ...ppc, ...words });
    await makeKeyword(tx, { ...theirs, ...words });
    for (const { ownerKey, campaignKey } of [a, b])
      await sql`insert into click (owner_key, campaign_key, clicked_date, clicked_at, status, device)
        select ${ownerKey}, ${campaignKey}, '2026-03-02', '2026-03-02 12:00Z', s, 'mobile' from unnest('{0,0,21}'::int[]) s`.execute(
        tx,
      );
  });
});

let cluster: StandInCluster;
let feed: ClusterFeed;
const open = (shards: number, replicas: number): void => {
  cluster = standInCluster(database, shards, replicas);
  feed = openClusterFeed(database.ownerUrl, cluster, 3);
};
const link = (campaignKey: number): Promise<unknown> =>
  rows(
    `update platform_campaign set campaign_key = ${campaignKey} where platform_campaign_key = ${ppc.platformCampaignKey}`,
  );
beforeEach(async () => {
  await link(ppc.campaignKey);
  open(2, 2);
});
afterEach(async () => {
  await feed.close();
  await endClusterFeed(database.ownerUrl);
});

const feedAll = async (): Promise<void> => {
  await feed.feed();
  while ((await waiting()) > 0) await feed.feed();
};

/** Splits each lead by itself over two shards, so that both sides group alike. */
const GROUPED = `owner_key, campaign_key, kind, state, mod(source_key, 2)::int as half, device,
  coalesce(platform_campaign_key, 0)::int as platform, coalesce(ad_group_key, 0)::int as "group", coalesce(keyword_key, 0)::int as word`;
const COUNTED = `sum(sign)::int as rows, sum(sign * gross)::int as gross, sum(sign * valid)::int as valid,
  sum(sign * enrollments)::int as enrollments, sum(sign * lead_client_cost)::int as cents, sum(sign * platform_client_cost)::int as spent,
  sum(sign * clicks)::int as clicks, sum(sign * platform_clicks)::int as platform_clicks`;
/** Compares the cluster's totals of all owners with those of Postgres' rows. */
const inCluster = async (): Promise<unknown> => {
  const epoch = String((await rows('select epoch from cluster_feed'))[0]?.['epoch']);
  const shards = await Promise.all(
    cluster.shards.map((_, shard) =>
      cluster.rows(
        shard,
        `select ${GROUPED}, ${COUNTED} from paceline_fact_${epoch} where kind <> 99 group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(sign) <> 0`,
      ),
    ),
  );
  return toSorted(shards.flat());
};
const inPostgres = async (): Promise<unknown> => {
  const [{ source } = {}] = await rows(
    `select string_agg(app.cluster_facts_from(name, name), ' union all ') as source from unnest(app.cluster_sources()) name`,
  );
  const cents = COUNTED.replaceAll(/(lead_client_cost|platform_client_cost)\)/g, '$1 * 100)');
  return toSorted(
    await rows(
      `select ${GROUPED}, ${cents} from (select *, 1 as sign from (${String(source)}) x) y group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    ),
  );
};
const toSorted = (list: Record<string, unknown>[]): string[] =>
  list
    .map((row) =>
      JSON.stringify({
        ...row,
        owner_key: Number(row['owner_key']),
        campaign_key: Number(row['campaign_key']),
        kind: Number(row['kind']),
      }),
    )
    .toSorted();

/** The triggers that currently record changes for a cluster. */
const triggersOn = async (): Promise<unknown[]> => {
  const triggers = await rows(
    `select tgname as name from pg_trigger where tgfoid in ('app.note_for_cluster'::regproc, 'app.note_link_for_cluster'::regproc) and tgenabled <> 'D'`,
  );
  return triggers.map(({ name }) => name);
};

test('the cluster’s columns equal those of Postgres in name and type', async () => {
  const attributes = await rows(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = (select typrelid from pg_type where oid = 'app.cluster_fact'::regtype) and attnum > 0 and attname not in ('owner_key', 'day', 'campaign_key', 'kind', 'source_key')`,
  );
  const ours = [
    ...labelColumns.map((name) => [name, LABEL_COLUMNS[name]]),
    ...FACT_COLUMNS.map((name) => [name, isAmount(name) ? 'amount' : 'int']),
  ];
  const types: Record<string, string> = {
    text: 'text',
    integer: 'int',
    smallint: 'int',
    bigint: 'int',
    numeric: 'amount',
  };
  expect(Object.fromEntries(attributes.map(({ name, type }) => [name, types[String(type)]]))).toEqual(
    Object.fromEntries(ours),
  );
});

test('without a cluster nothing is recorded for it', async () => {
  await rows(`update lead set state = 'CA' where lead_key = ${leadKey}`);
  expect(await waiting()).toBe(0);
  await rows(`update lead set state = null where lead_key = ${leadKey}`);
  for (const table of ['platform_day', 'platform_keyword_day'])
    await rows(`update ${table} set client_cost = client_cost + 1`);
  await rows(`update platform_campaign set campaign_key = null where owner_key = ${b.ownerKey}`);
  expect(await waiting()).toBe(0);
  await rows(`update platform_campaign set campaign_key = ${theirs.campaignKey} where owner_key = ${b.ownerKey}`);
  expect(await triggersOn()).toEqual([]);
});

test('existing rows and every later change give the same figures there as here', async () => {
  await feedAll();
  expect(await inCluster()).toEqual(await inPostgres());

  await rows(`update lead set state = 'TX', enrollment_on = '2026-04-01' where lead_key = ${leadKey}`);
  await rows(`update lead set campaign_key = ${ppc.campaignKey} where lead_key = ${leadKey}`);
  await rows(`update lead set enrollment_on = null, status = 'RTN' where lead_key = ${leadKey}`);
  await rows(`update platform_day set client_cost = 13.75 where owner_key = ${a.ownerKey}`);
  await link(a.campaignKey);
  await rows(`update platform_keyword_day set client_cost = 5.55, clicks = 6 where keyword_key = ${keywordKey}`);
  await rows(`delete from platform_keyword_day where owner_key = ${b.ownerKey} and day = '2026-03-03'`);
  await rows(`delete from platform_day where owner_key = ${b.ownerKey} and day = '2026-03-02'`);
  await rows(`update platform_campaign set campaign_key = null where owner_key = ${b.ownerKey}`);
  await rows(
    `insert into platform_keyword_day (owner_key, day, keyword_key, clicks) select owner_key, '2026-03-09', keyword_key, 7 from platform_keyword`,
  );
  await rows(`update click set status = 23 where click_key = (select max(click_key) from click where status = 0)`);
  // Pruning old clicks: the rows are deleted, their daily counts remain.
  await rows(
    `with gone as (delete from click where owner_key = ${a.ownerKey} returning campaign_key, clicked_date, status)
     insert into click_day (owner_key, day, campaign_key, clicks) select ${a.ownerKey}, clicked_date, campaign_key, count(*) filter (where status = 0) from gone group by 2, 3`,
  );
  await rows(
    `insert into email_day (owner_key, day, campaign_key, sends) values (${b.ownerKey}, '2026-03-03', ${b.campaignKey}, 9)`,
  );
  await rows(
    `delete from lead where owner_key = ${b.ownerKey} and lead_key = (select min(lead_key) from lead where owner_key = ${b.ownerKey})`,
  );
  expect(await waiting()).toBeGreaterThan(0);
  await feedAll();
  expect(await inCluster()).toEqual(await inPostgres());
  expect((await feed.position())?.lagSeconds).toBe(0);
  await rows(`update platform_campaign set campaign_key = ${theirs.campaignKey} where owner_key = ${b.ownerKey}`);
  await feedAll();
  expect(await inCluster()).toEqual(await inPostgres());
});

test('a keyword’s row written while its link changes counts for the final link', async () => {
  await link(a.campaignKey);
  await feedAll();
  let linking: Promise<unknown> = Promise.resolve();
  await database.asMigrator(async (tx) => {
    await sql`insert into platform_keyword_day (owner_key, day, keyword_key, clicks) values (${a.ownerKey}, '2026-03-20', ${keywordKey}, 9)`.execute(
      tx,
    );
    linking = link(ppc.campaignKey);
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update platform_campaign%'`;
    await expect.poll(() => rows(isWaiting)).toHaveLength(1);
  });
  await linking;
  await feedAll();
  expect(await inCluster()).toEqual(await inPostgres());
});

const feedOf = async (): Promise<Record<string, unknown>> =>
  (await rows('select epoch, layout, filled from cluster_feed'))[0] ?? {};

test('a feed of another version starts over in a table of its own', async () => {
  await feedAll();
  const before = await feedOf();
  // A row had another format then, which no trigger recorded; the waiting changes are unusable.
  await rows(`update cluster_feed set layout = 'stand-in 2 2'`);
  await rows(`update lead set state = 'ME' where lead_key = ${leadKey}`);
  await feed.feed();
  const after = await feedOf();
  expect(after).toEqual({
    epoch: expect.not.stringMatching(String(before['epoch'])),
    layout: cluster.layout,
    filled: true,
  });
  expect(await waiting()).toBe(0);
  expect(await inCluster()).toEqual(await inPostgres());
});

test('a version without keywords gets none', async () => {
  await rows('call app.feed_cluster(true)');
  const on = await triggersOn();
  expect(on).toContain('platform_day_written_updated');
  expect(on.filter((name) => String(name).includes('keyword'))).toEqual([]);
  await rows('call app.feed_cluster(true, true)');
  expect((await triggersOn()).filter((name) => String(name).includes('keyword'))).toHaveLength(4);
  await rows('call app.feed_cluster(false)');
});

test('a change without an effect on facts is not sent', async () => {
  await feedAll();
  await rows(`update lead set transaction_id = 'x' where lead_key = ${leadKey}`);
  await rows(`update platform_day set clicks = clicks where owner_key = ${a.ownerKey}`);
  await rows(`update platform_keyword_day set clicks = clicks`);
  await rows(`update platform_campaign set name = name || '.'`);
  expect(await waiting()).toBe(0);
});

test.each([
  ['a server alone', 1],
  ['copies of a shard', 2],
])('a batch stored without an acknowledgement is resent and stored once: %s', async (_, replicas) => {
  await feed.close();
  open(1, replicas);
  await feedAll();
  await rows(`update lead set state = 'NV' where owner_key = ${b.ownerKey}`);
  await rows(`update platform_day set client_cost = client_cost + 1, clicks = clicks + 1`);
  await rows(`update platform_keyword_day set client_cost = client_cost + 1, clicks = clicks + 1`);
  for (const node of cluster.nodes) node.dropsAnswers = true;
  await expect(feed.feed()).rejects.toThrow('No copy of a shard answers');
  expect(await waiting()).toBeGreaterThan(0);
  // Changes made meanwhile go with the next batch, not with the one that is resent.
  await rows(`update lead set state = 'OH' where owner_key = ${b.ownerKey}`);
  for (const node of cluster.nodes) node.dropsAnswers = false;
  await feedAll();
  expect(await inCluster()).toEqual(await inPostgres());
});

test('a copy that is down is skipped', async () => {
  await feedAll();
  for (const [index, node] of cluster.nodes.entries()) node.isDown = index % 2 === 0;
  await rows(`update lead set state = 'UT' where lead_key = ${leadKey}`);
  await feedAll();
  expect(await inCluster()).toEqual(await inPostgres());
});

test('no personal data is sent', async () => {
  await feedAll();
  const sent = cluster.statements.filter((statement) => statement.startsWith('create')).join(' ');
  expect(sent).not.toMatch(
    /\b(zip|email|phone|public_id|click_id|crm_reference|transaction_id|visitor_hash|lead_person)\b/,
  );
});
