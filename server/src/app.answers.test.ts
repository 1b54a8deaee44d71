import {
  type AnyCall,
  DIMENSION_KEYS,
  funnel,
  funnelProjections,
  GRAPHIC_DIMENSIONS,
  graphicPacing,
  graphicReport,
  KEY_TYPES,
  METRIC_KEYS,
  pacingSummary,
  reportData,
  reportDimensionValues,
  underperformingCampaigns,
  WIDGET_CALLS,
  WIDGET_IDS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from './testing/app.ts';
import { makeCampaign, makeCampus, makeClient, makeOwner } from './testing/factories/factories.ts';
import { VERSIONED_TABLES } from './testing/calls/versioned-tables.ts';

/** The tables read by cached answers, observed through the locks that Postgres takes. */
const harness = useApp();
const read = new Set<string>();
let agency: SignedIn;
let owner: number;
let keys: Record<(typeof KEY_TYPES)[number], number>;

beforeAll(async () => {
  const { db } = harness;
  const readScope = db.readScope.bind(db);
  db.readScope = (scope, work, options) =>
    readScope(
      scope,
      async (tx) => {
        const answer = await work(tx);
        const { rows } = await sql<{ name: string }>`
          select distinct coalesce(root.relname, c.relname) as name
          from pg_locks l join pg_class c on c.oid = l.relation and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          left join pg_class root on root.oid = pg_partition_root(c.oid)
          where l.pid = pg_backend_pid() and l.locktype = 'relation' and c.relname <> 'data_version'
        `.execute(tx);
        for (const { name } of rows) read.add(name);
        return answer;
      },
      options,
    );
  await harness.asMigrator(async (tx) => {
    owner = (await makeOwner(tx)).ownerKey;
    const { campaignKey, goalKey, partnerKey } = await makeCampaign(tx, { ownerKey: owner });
    const clientKey = await makeClient(tx, owner);
    const { campusKey } = await makeCampus(tx, { ownerKey: owner, clientKey });
    const { rows } = await sql<{ key: number }>`select brand_key as key from brand where owner_key = ${owner}`.execute(
      tx,
    );
    keys = {
      owner,
      campaign: campaignKey,
      goal: goalKey,
      partner: partnerKey,
      client: clientKey,
      campus: campusKey,
      brand: rows[0]!.key,
    };
  });
  agency = await harness.signedIn('ag', { owner, permissions: ['reports:View', 'reports:Margin'] });
});

/** Runs each question once, for the first caller: its own test or the one about all of them. */
const onceEach = <Key, Answer>(ask: (key: Key) => Promise<Answer>): ((key: Key) => Promise<Answer>) => {
  const answersByKey = new Map<Key, Promise<Answer>>();
  return (key) => {
    const answer = answersByKey.get(key) ?? ask(key);
    answersByKey.set(key, answer);
    return answer;
  };
};
const statusesOf = (statuses: readonly number[]): number[] => [...new Set(statuses)].toSorted((a, b) => a - b);

const timeDimensions = { dimension: 'date', granularity: null, dateRange: ['2026-01-15', '2026-03-09'] } as const;
const FILTERS = {
  brandKeys: [1],
  clientKeys: [1],
  campusKeys: [1],
  goalKeys: [1],
  customChannelKeys: [1],
  partnerKeys: [1],
};

const askWidget = onceEach(async (id: (typeof WIDGET_IDS)[number]) => {
  const statuses: number[] = [];
  for (const filters of [{}, FILTERS])
    statuses.push((await harness.call(WIDGET_CALLS[id], agency, { body: { ownerKey: owner, ...filters } })).status);
  return statusesOf(statuses);
});
const askSummary = async () => (await harness.call(pacingSummary, agency, { body: { ownerKey: owner } })).status;
const askGraphics = onceEach(async (keyType: (typeof KEY_TYPES)[number]) => {
  const statuses: number[] = [];
  const key = keys[keyType];
  const params = { owner, brand: 1, keyType, key, keys: String(key), start: '2026-01-15', end: '2026-03-09' };
  for (const call of [funnel, funnelProjections, graphicPacing, underperformingCampaigns])
    statuses.push((await harness.call(call, agency, { params })).status);
  for (const dimension of GRAPHIC_DIMENSIONS)
    statuses.push((await harness.call(graphicReport, agency, { params: { ...params, dimension } })).status);
  return statusesOf(statuses);
});
const askBodies = async (call: AnyCall, bodies: readonly object[]): Promise<number[]> => {
  const somebody = await harness.signedIn('ag', { owner, permissions: ['reports:Build', 'reports:Margin'] });
  const statuses: number[] = [];
  for (const body of bodies) {
    const about = { ownerKey: owner, timeDimensions, filters: [], limit: 10, ...body };
    const params = { channel: 'all', vertical: 'all' };
    statuses.push((await harness.call(call, somebody, { params, body: about })).status);
  }
  return statusesOf(statuses);
};
const REPORTS = {
  dimensions: () =>
    askBodies(
      reportDimensionValues,
      DIMENSION_KEYS.map((dimension) => ({ dimensions: [dimension] })),
    ),
  measures: () => {
    const more = { dimensions: ['campaign'], order: [], getTotal: true };
    return askBodies(
      reportData,
      METRIC_KEYS.map((measure) => ({ ...more, measures: [measure] })),
    );
  },
};
const askReports = onceEach((by: keyof typeof REPORTS) => REPORTS[by]());

test.each(WIDGET_IDS)('the widget %s', async (id) => {
  expect(await askWidget(id)).toEqual([200]);
});

test.each(KEY_TYPES)('graphics about a %s', async (keyType) => {
  expect(await askGraphics(keyType)).toEqual([200]);
});

test('reports by every dimension', async () => {
  expect(await askReports('dimensions')).toEqual([200]);
});

test('reports of every measure', async () => {
  // Some measures are offered in no report, and some not by campaign.
  expect(await askReports('measures')).toEqual([200, 400, 422]);
});

test('every table that these read raises the data version, or is written together with one that does', async () => {
  expect(await askSummary()).toBe(200);
  for (const id of WIDGET_IDS) await askWidget(id);
  for (const keyType of KEY_TYPES) await askGraphics(keyType);
  for (const by of ['dimensions', 'measures'] as const) await askReports(by);
  expect(read.size).toBeGreaterThan(30);
  expect(
    [...read].filter((table) => VERSIONED_TABLES[table] === undefined || 'out' in VERSIONED_TABLES[table]),
  ).toEqual([]);
  // Conversely: every table that raises the version is in some answer, or has a stand-in that is.
  const tables = Object.entries(VERSIONED_TABLES);
  const standIns = new Set(tables.map(([, versioning]) => ('with' in versioning ? versioning.with : null)));
  const forNothing = tables.filter(([name, one]) => 'raises' in one && !read.has(name) && !standIns.has(name));
  expect(forNothing).toEqual([]);
});
