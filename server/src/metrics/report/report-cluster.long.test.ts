import {
  ALL_PERMISSIONS,
  DIMENSION_KEYS,
  DIMENSIONS,
  type DimensionKey,
  isOfPlatforms,
  type ReportQuery,
  reportQuerySchema,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeRandom } from '../../../seed/index.ts';
import { KINDS } from '../../cluster/index.ts';
import { type ClusterFeed, openClusterFeed } from '../../db/facts/cluster-feed.ts';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { AppError } from '../../lib/app-error.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeCampaign,
  makeKeyword,
  makeLead,
  makePlatformDay,
  makePpcCampaign,
} from '../../testing/factories/factories.ts';
import { type RandomQuestion, randomQuestion, type Viewer } from '../../testing/random-question.ts';
import { type StandInCluster, standInCluster } from '../../testing/servers/stand-in-cluster.ts';
import { setReportCluster } from './report-cluster.ts';
import { type ReportAnswer, runReport } from './report.ts';

/** Two owners with campaigns of the same two partners and two platform campaigns each, with an ad group and a keyword. */
const database = useDatabase();
const NOW = new Date('2026-10-20T15:00:00Z');
const DAYS = ['2026-07-15', '2026-08-01', '2026-08-20', '2026-09-30'];
const STATES = ['TX', 'CA', "O'B \\"];
let facts: Facts;
let cluster: StandInCluster;
let feed: ClusterFeed;
let owners: number[];
let partners: number[];
let viewers: Viewer[];
type Ppc = Awaited<ReturnType<typeof makePpcCampaign>>;
const ppcs: { linked: Ppc; moved: Ppc }[] = [];

const run = (text: string): Promise<unknown> => database.asMigrator((tx) => sql.raw(text).execute(tx));

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-06-15'), new Date('2026-11-15'));
  await database.asMigrator(async (tx) => {
    const first = await makeCampaign(tx);
    const second = await makeCampaign(tx);
    const crossed = [
      await makeCampaign(tx, { ownerKey: first.ownerKey, partnerKey: second.partnerKey }),
      await makeCampaign(tx, { ownerKey: second.ownerKey, partnerKey: first.partnerKey }),
    ];
    owners = [first.ownerKey, second.ownerKey];
    partners = [first.partnerKey, second.partnerKey];
    for (const [index, { ownerKey, campaignKey, partnerKey }] of [first, second, ...crossed].entries())
      for (const [place, day] of [...DAYS, ...DAYS.slice(0, index)].entries()) {
        const leadKey = await makeLead(tx, { ownerKey, campaignKey, partnerKey, day });
        await sql`update lead set sub_source = ${STATES[(index + place) % 3]}, age = ${17 + place * 6}, state = ${['TX', 'CA', null][place % 3]},
          education = ${['GED', 'BA'][place % 2]}, contact_on = ${place % 2 === 0 ? '2026-09-02' : null}, sold_amount = 10.35,
          enrollment_on = ${place === 1 ? '2026-09-15' : null} where lead_key = ${leadKey}`.execute(tx);
      }
    for (const { ownerKey, goalKey } of [first, second]) {
      const ppc = await makePpcCampaign(tx, { ownerKey, goalKey });
      await makeLead(tx, { ownerKey, campaignKey: ppc.campaignKey, day: '2026-08-20' });
      for (const day of DAYS) await makePlatformDay(tx, { ...ppc, day, cost: 10.25, clientCost: 12.5 });
      await makeKeyword(tx, { ...ppc, days: DAYS, cost: 4.35, clientCost: 5.15 });
      const moved = await makePpcCampaign(tx, { ownerKey, goalKey });
      for (const day of DAYS) await makePlatformDay(tx, { ...moved, day, cost: 7.75, clientCost: 8.25 });
      await makeKeyword(tx, { ...moved, days: DAYS, cost: 2.05, clientCost: 2.45 });
      ppcs.push({ linked: ppc, moved });
    }
  });
  cluster = standInCluster(database, 2, 2);
  feed = openClusterFeed(database.ownerUrl, cluster);
  await feed.feed();
  // Part of the changes is sent in a batch, part is still waiting.
  await run(`update lead set state = 'NV' where captured_date = '2026-08-01'`);
  await run(`update platform_day set client_cost = client_cost + 0.35, clicks = clicks + 3 where day = '2026-08-01'`);
  await run(`update platform_keyword_day set client_cost = client_cost + 0.15 where day = '2026-08-01'`);
  await feed.feed();
  await run(`update lead set enrollment_on = '2026-09-20', state = 'CA' where captured_date = '2026-07-15'`);
  await run(`delete from lead where lead_key = (select max(lead_key) from lead where captured_date = '2026-08-01')`);
  await run(`update platform_day set cost = cost + 1, client_cost = client_cost + 1.05 where day = '2026-08-20'`);
  await run(`update platform_keyword_day set clicks = clicks + 2 where day = '2026-08-20'`);
  await run(`delete from platform_keyword_day where day = '2026-07-15'`);
  // Platform history is relinked to another campaign, which the cluster does not know yet.
  for (const { linked, moved } of ppcs)
    await run(
      `update platform_campaign set campaign_key = ${linked.campaignKey} where platform_campaign_key = ${moved.platformCampaignKey}`,
    );
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
  viewers = [
    { group: 'ag', ownerKeys: owners, partnerKey: null },
    ...owners.flatMap((key): Viewer[] => [
      { group: 'ag', ownerKeys: [key], partnerKey: null },
      { group: 'cl', ownerKeys: [key], partnerKey: null },
    ]),
    ...partners.map((key): Viewer => ({ group: 'mp', ownerKeys: owners, partnerKey: key })),
  ];
});
afterEach(() => {
  setReportCluster(null);
  for (const node of cluster.nodes) Object.assign(node, { isDown: false, missing: 0 });
});
afterAll(async () => {
  await feed.close();
  await facts.close();
});

const ask = ({ viewer, channel, query }: RandomQuestion): Promise<ReportAnswer> => {
  const { group, ownerKeys, partnerKey } = viewer;
  const scope = makeScope({ userKey: null, group, ownerKeys, partnerKey });
  const rights = { group, permissions: new Set(ALL_PERMISSIONS), channel, vertical: 'all' } as const;
  return database.db.readScope(scope, (tx) => runReport(tx, scope.ownerKeys, query, rights, NOW));
};

/** Answers of Postgres and of the cluster, with a fresh log of the cluster's statements. */
const askBoth = async (question: RandomQuestion): Promise<{ here: ReportAnswer; there: ReportAnswer }> => {
  const here = await ask(question);
  setReportCluster(cluster);
  cluster.statements.length = 0;
  return { here, there: await ask(question) };
};

const saysSomething = (row: Record<string, unknown>, labels: readonly string[]): boolean =>
  Object.entries(row).some(([name, value]) => !labels.includes(name) && value !== null && value !== 0);
const comparable = ({ rows, total }: ReportAnswer, { query }: RandomQuestion): unknown => {
  const rounded = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? Number(value.toPrecision(9)) : value,
      ]),
    );
  const rowsWithData = rows.filter((row) => saysSomething(row, [...query.dimensions, 'date']));
  return { rows: rowsWithData.map((row) => JSON.stringify(rounded(row))).toSorted(), total: rounded(total ?? {}) };
};

const byLead: ReportQuery = reportQuerySchema.parse({
  dimensions: ['subSource', 'state'],
  measures: ['grossLeads', 'spend'],
  filters: [],
  timeDimensions: { dimension: 'date', granularity: 'week', dateRange: ['2026-07-01', '2026-09-30'] },
  getTotal: true,
});
const asAgency = (): RandomQuestion => ({ viewer: viewers[0]!, channel: 'all', query: byLead });

/** Statements that read facts; those that count blocks read no owner's rows. */
const factReads = (): string[] => cluster.statements.filter((statement) => statement.endsWith('format JSONEachRow'));

/** Filter values for platform rows: names of both owners. */
const namesOf = async (): Promise<Partial<Record<DimensionKey, readonly string[]>>> => {
  const listed = (column: string, table: string): Promise<string[]> =>
    database.asMigrator(async (tx) => {
      const nameRows = await sql<{ name: string }>`
        select ${sql.ref(column)} as name from ${sql.table(table)} order by 1`.execute(tx);
      return nameRows.rows.map(({ name }) => name);
    });
  return {
    platformCampaign: await listed('name', 'platform_campaign'),
    adGroup: await listed('name', 'platform_ad_group'),
    keyword: await listed('text', 'platform_keyword'),
    campaign: await listed('name', 'campaign'),
  };
};

const campaignsOf = async ({ ownerKeys, partnerKey }: Viewer): Promise<number[]> => {
  const campaignRows = await database.asMigrator((tx) =>
    sql<{
      key: number;
    }>`select campaign_key as key from campaign where owner_key = any (${[...ownerKeys]}::int[]) and partner_key = ${partnerKey}`.execute(
      tx,
    ),
  );
  return campaignRows.rows.map(({ key }) => key);
};

test('the cluster and Postgres give equal answers to any query, and no statement reads another owner’s facts', async () => {
  const random = makeRandom('cluster', 7);
  const labels = {
    ofCampaign: DIMENSION_KEYS.filter((key) => DIMENSIONS[key].source === 'campaign'),
    ofLead: DIMENSION_KEYS.filter((key) => DIMENSIONS[key].source === 'lead'),
    ofPlatform: DIMENSION_KEYS.filter((key) => isOfPlatforms(DIMENSIONS[key].source)),
  };
  const values: Partial<Record<DimensionKey, readonly string[]>> = {
    state: ['TX', 'CA'],
    subSource: ['TX'],
    device: ['desktop'],
    leadStatus: ['DLV'],
    matchType: ['EXACT', 'BROAD'],
    ...(await namesOf()),
  };
  const read = new Map(Object.keys(KINDS).map((rows) => [rows, 0]));
  for (let number = 1; number <= 300; number += 1) {
    const randomQuery = await randomQuestion(
      random.fork(number),
      viewers,
      (_, key) => Promise.resolve(values[key] ?? []),
      labels,
    );
    const [from, to] = random.fork(number).pick([
      ['2026-07-01', '2026-09-30'],
      ['2026-07-15', '2026-09-15'],
      ['2026-08-01', '2026-08-31'],
    ]);
    const question = {
      ...randomQuery,
      query: {
        ...randomQuery.query,
        timeDimensions: { ...randomQuery.query.timeDimensions, dateRange: [from, to] as [string, string] },
      },
    };
    cluster.statements.length = 0;
    let answers: ReportAnswer[];
    try {
      setReportCluster(cluster);
      const there = await ask(question);
      setReportCluster(null);
      answers = [there, await ask(question)];
    } catch (error) {
      if (error instanceof AppError && error.code !== 'INTERNAL') continue;
      throw error;
    }
    const [there, here] = answers.map((answer) => comparable(answer, question));
    expect({ question, answer: there }).toEqual({ question, answer: here });
    expect(answers[0]?.notes).toEqual(answers[1]?.notes);
    const theirs = question.viewer.partnerKey === null ? null : await campaignsOf(question.viewer);
    for (const statement of factReads()) {
      for (const [rows, [first, last]] of Object.entries(KINDS))
        if (statement.includes(` and kind between ${first} and ${last} `)) read.set(rows, (read.get(rows) ?? 0) + 1);
      // One table, read once, for every viewer: the owner condition comes first, and no `or` weakens it.
      const plain = statement.replaceAll(/'(?:[^'\\]|\\.)*'/g, "''");
      expect(plain.match(/\b(select|from|join|union)\b/g)).toEqual(['select', 'from']);
      expect(plain).toContain(` where owner_key in (${question.viewer.ownerKeys.join(', ')}) and day between `);
      expect(plain.replace(/ having .*/, '').replaceAll(/\((?:\w+ is null) or not /g, '(')).not.toContain(' or ');
      // A partner's statement is restricted to its own campaigns.
      const named = / and campaign_key in \(([\d, ]+)\)/.exec(plain)?.[1]?.split(', ').map(Number);
      const isNarrowed = named !== undefined || plain.includes(' and 1 = 0');
      expect(isNarrowed || theirs === null).toBe(true);
      expect((named ?? []).filter((key) => theirs?.includes(key) === false)).toEqual([]);
    }
  }
  // Random queries cover rows of every kind, except milestone days, which only a widget queries.
  expect([...read].flatMap(([rows, count]) => (count < 10 ? [rows] : []))).toEqual(['leads']);
});

test('a query that a rollup can answer stays in Postgres', async () => {
  setReportCluster(cluster);
  cluster.statements.length = 0;
  const query = {
    ...byLead,
    dimensions: ['campaign'],
    timeDimensions: { ...byLead.timeDimensions, granularity: 'month' as const },
  };
  await ask({ viewer: viewers[1]!, channel: 'all', query });
  await ask({ viewer: viewers[0]!, channel: 'all', query });
  expect(factReads()).toEqual([]);
  // Days of one owner are few rows; those of several are many.
  const byDay = { ...query, timeDimensions: { ...query.timeDimensions, granularity: 'day' as const } };
  await ask({ viewer: viewers[1]!, channel: 'all', query: byDay });
  expect(factReads()).toEqual([]);
  await ask({ viewer: viewers[0]!, channel: 'all', query: byDay });
  expect(factReads()).toHaveLength(2);
});

test('the leads’ share of campaign costs is summed in the cluster, without a group per campaign', async () => {
  const query = reportQuerySchema.parse({
    ...byLead,
    measures: ['validLeads', 'spend', 'cpl', 'enrollPercentMatured', 'contactPercentMatured'],
    timeDimensions: { ...byLead.timeDimensions, granularity: null },
  });
  const question = { ...asAgency(), query };
  const { here, there } = await askBoth(question);
  expect(factReads()).toHaveLength(2);
  for (const statement of factReads()) {
    expect(statement).toContain('sum(sign * valid * transform(campaign_key * 100000 + month, [');
    expect(statement).toMatch(/ group by owner_key, sub_source, state having /);
  }
  expect(comparable(there, question)).toEqual(comparable(here, question));
  expect(here.rows.some(({ enrollPercentMatured }) => Number(enrollPercentMatured) > 0)).toBe(true);
});

test('campaigns with equal output are grouped, those of two owners never', async () => {
  const query = reportQuerySchema.parse({
    ...byLead,
    dimensions: ['channel', 'subSource'],
    measures: ['validLeads', 'spend', 'enrollPercentMatured'],
    timeDimensions: { ...byLead.timeDimensions, granularity: null },
  });
  const question = { ...asAgency(), query };
  const { here, there } = await askBoth(question);
  expect(comparable(there, question)).toEqual(comparable(here, question));
  const { rows: campaigns } = await database.asMigrator((tx) =>
    sql<{ key: number; owner: number }>`select campaign_key as key, owner_key as owner from campaign`.execute(tx),
  );
  const ownerOf = new Map(campaigns.map(({ key, owner }) => [key, owner]));
  expect(factReads()).toHaveLength(2);
  for (const statement of factReads()) {
    const lists = /transform\(campaign_key, \[([\d, ]+)\], \[([\d, ]+)\], campaign_key\) as stand_in/.exec(statement);
    const [others, firsts] = lists!.slice(1).map((list) => list.split(', ').map(Number));
    expect(others?.length).toBeGreaterThan(1);
    expect(others?.map((key) => ownerOf.get(key))).toEqual(firsts?.map((key) => ownerOf.get(key)));
  }
});

const byAdGroup = (dimensions: string[], granularity: 'day' | 'month' | null): ReportQuery => ({
  ...byLead,
  dimensions,
  measures: ['impressions', 'cpc', 'conversions'],
  timeDimensions: { ...byLead.timeDimensions, granularity },
});

test.each([
  ['an owner’s months of ad groups stay in Postgres', ['adGroup'], 'month', 1, 0],
  ['an owner’s days of ad groups are read there', ['adGroup'], 'day', 1, 2],
  ['months of ad groups of several owners stay in Postgres', ['adGroup'], 'month', 0, 0],
  ['days of ad groups of several owners are read there', ['adGroup'], 'day', 0, 2],
  ['an owner’s months of keywords stay in Postgres', ['keyword'], null, 1, 0],
  ['an owner’s days of keywords are read there', ['keyword', 'campaign'], 'day', 1, 2],
  ['months of keywords of several owners stay in Postgres', ['keyword', 'matchType'], null, 0, 0],
  ['days of keywords of several owners are read there', ['keyword', 'matchType'], 'day', 0, 2],
] as const)('%s', async (_, dimensions, granularity, viewer, reads) => {
  const question = { ...asAgency(), viewer: viewers[viewer]!, query: byAdGroup([...dimensions], granularity) };
  const { here, there } = await askBoth(question);
  expect(factReads()).toHaveLength(reads);
  // Exactly as many rows: a group whose facts cancel out is not a group.
  expect(there.rows.length).toBe(here.rows.length);
  expect(comparable(there, question)).toEqual(comparable(here, question));
  expect(here.rows.length).toBeGreaterThan(0);
});

test('a moved ad group counts for its current campaign, before and after the feed', async () => {
  for (const name of ['linked', 'moved'] as const) {
    const key = String(ppcs[0]?.[name].campaignKey);
    const filters: ReportQuery['filters'] = [{ member: 'campaign', operator: 'equals', values: [key], byKey: true }];
    for (const dimension of ['adGroup', 'keyword']) {
      const question = { ...asAgency(), query: { ...byAdGroup([dimension], 'day'), filters } };
      setReportCluster(null);
      const here = await ask(question);
      setReportCluster(cluster);
      const there = await ask(question);
      expect(there.rows).toEqual(here.rows);
      expect(here.rows.length > 0).toBe(name === 'linked');
    }
  }
});

test('values of a filter are only texts', async () => {
  setReportCluster(cluster);
  cluster.statements.length = 0;
  const value = "' or owner_key > 0 --";
  const filters: ReportQuery['filters'] = [{ member: 'subSource', operator: 'equals', values: [value] }];
  await ask({ ...asAgency(), query: { ...byLead, filters } }).catch(() => undefined);
  // Postgres parses such text differently from the cluster: the answer ends with the first shard's error, before the other is queried.
  await expect.poll(factReads).toHaveLength(2);
  for (const statement of factReads())
    expect(statement).toContain(String.raw`sub_source in ('\' or owner_key > 0 --')`);
});

test.each([
  ['is away', (): void => cluster.nodes.forEach((node) => Object.assign(node, { isDown: true }))],
  ['is behind', (): void => cluster.nodes.forEach((node) => Object.assign(node, { missing: 1 }))],
  ['is behind', (): void => cluster.nodes.forEach((node) => Object.assign(node, { missing: -1 }))],
])('Postgres answers if the cluster %s, and says so', async (what, break_) => {
  const here = await ask(asAgency());
  setReportCluster(cluster);
  break_();
  const answer = await ask(asAgency());
  expect(answer.notes).toEqual([...here.notes, `Read from Postgres: the report cluster ${what}.`]);
  expect(answer.rows).toEqual(here.rows);
});

test('a copy that is down or lacks a block is skipped', async () => {
  const here = await ask(asAgency());
  setReportCluster(cluster);
  cluster.nodes[0]!.isDown = true;
  cluster.nodes[2]!.missing = 1;
  const answer = await ask(asAgency());
  expect(answer.notes).toEqual(here.notes);
  expect(comparable(answer, asAgency())).toEqual(comparable(here, asAgency()));
});

test('rows fed by another version are not used', async () => {
  const question = { ...asAgency(), query: byAdGroup(['keyword'], 'day') };
  const here = await ask(question);
  setReportCluster(cluster);
  cluster.statements.length = 0;
  await run(`update cluster_feed set layout = 'stand-in 2 2'`);
  try {
    const there = await ask(question);
    expect(there.notes).toContain('Read from Postgres: the report cluster is being filled.');
    expect(there.rows).toEqual(here.rows);
    expect(factReads()).toEqual([]);
  } finally {
    await run(`update cluster_feed set layout = '${cluster.layout}'`);
  }
});

test('Postgres answers until the feed is complete, and if too much waits', async () => {
  setReportCluster(cluster);
  await run('update cluster_feed set filled = false');
  try {
    expect((await ask(asAgency())).notes).toContain('Read from Postgres: the report cluster is being filled.');
  } finally {
    await run('update cluster_feed set filled = true');
  }
  await run(`update cluster_delta set noted_at = noted_at - interval '11 minutes'`);
  try {
    expect((await ask(asAgency())).notes).toContain('Read from Postgres: the report cluster is behind.');
  } finally {
    await run(`update cluster_delta set noted_at = noted_at + interval '11 minutes'`);
  }
});
