import { ALL_PERMISSIONS, type ReportQuery, reportQuerySchema } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeAccount,
  makeCampaign,
  makeCampus,
  makeClient,
  makeLead,
  makeOwner,
  makePlatformCampaign,
} from '../../testing/factories/factories.ts';
import { runReport } from './report.ts';

/** Two owners with the same rows of every kind. A viewer who may see both gets only the numbers of the queried owner. */
const database = useDatabase();
const NOW = new Date('2026-03-12T15:00:00Z');
const DAYS = ['2026-01-20', '2026-02-10', '2026-02-11', '2026-03-03'];
let facts: Facts;
let mine: number;
let other: number;

const fill = async (tx: Tx): Promise<number> => {
  const { ownerKey } = await makeOwner(tx);
  const { campaignKey, partnerKey, goalKey } = await makeCampaign(tx, { ownerKey, name: 'The same', code: 'SAME' });
  await sql`update goal set name = 'The same' where goal_key = ${goalKey}`.execute(tx);
  const clientKey = await makeClient(tx, ownerKey);
  const { clientModelKey } = await makeCampus(tx, { ownerKey, clientKey });
  await sql`update campus set virtual = true where owner_key = ${ownerKey}`.execute(tx);
  await sql`update goal set client_model_key = ${clientModelKey} where goal_key = ${goalKey}`.execute(tx);
  for (const day of DAYS) {
    const leadKey = await makeLead(tx, { ownerKey, campaignKey, partnerKey, day });
    await sql`update lead set state = 'TX', contact_on = captured_date + 1 where lead_key = ${leadKey}`.execute(tx);
  }
  const accountKey = await makeAccount(tx, { ownerKey, clientKey });
  const platformCampaign = await makePlatformCampaign(tx, { ownerKey, accountKey });
  await sql`update platform_campaign set campaign_key = ${campaignKey} where platform_campaign_key = ${platformCampaign}`.execute(
    tx,
  );
  await sql`insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name)
    values (${ownerKey}, ${platformCampaign}, '1', 'Group')`.execute(tx);
  await sql`insert into platform_keyword (owner_key, ad_group_key, text, match_type)
    select owner_key, ad_group_key, 'word', 'EXACT' from platform_ad_group where owner_key = ${ownerKey}`.execute(tx);
  await sql`insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost)
    select owner_key, d::date, platform_campaign_key, ad_group_key, 'mobile', 100, 10, 5, 6
    from platform_ad_group, unnest(${DAYS}::text[]) d where owner_key = ${ownerKey}`.execute(tx);
  await sql`insert into platform_keyword_day (owner_key, day, keyword_key, impressions, clicks, cost, client_cost)
    select owner_key, d::date, keyword_key, 100, 10, 5, 6 from platform_keyword, unnest(${DAYS}::text[]) d where owner_key = ${ownerKey}`.execute(
    tx,
  );
  await sql`insert into website_day (owner_key, day, host, path, source, medium, sessions, views)
    select ${ownerKey}, d::date, 'host', '/', 'google', 'cpc', 7, 9 from unnest(${DAYS}::text[]) d`.execute(tx);
  await sql`insert into website_event_day (owner_key, day, event_name, event_count)
    select ${ownerKey}, d::date, 'click', 4 from unnest(${DAYS}::text[]) d`.execute(tx);
  return ownerKey;
};

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
  [mine, other] = [await database.asMigrator(fill), await database.asMigrator(fill)];
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
  // Changes not merged into the rollup yet are summed in addition.
  await database.asMigrator((tx) => sql`update lead set state = 'CA' where captured_date = '2026-02-11'`.execute(tx));
  while ((await facts.fold()) > 0);
});
afterAll(() => facts.close());

const seeing = (...ownerKeys: number[]) => makeScope({ userKey: null, group: 'ag', ownerKeys, partnerKey: null });

const MONTHS = ['2026-02-01', '2026-03-31'];
const EDGES = ['2026-01-15', '2026-03-03'];
const range = (dateRange: readonly string[], granularity: string | null = null) => ({
  timeDimensions: { dimension: 'date', dateRange, granularity },
});

test.each<[string, object]>([
  ['campaigns by month', { measures: ['validLeads', 'spend'], ...range(MONTHS) }],
  ['campaigns by month and day', { measures: ['validLeads', 'spend'], ...range(EDGES) }],
  ['campaigns by day', { measures: ['validLeads', 'spend'], ...range(EDGES, 'day') }],
  ['an attribute by month', { dimensions: ['state'], measures: ['validLeads'], ...range(MONTHS) }],
  [
    'an attribute by month and day',
    { dimensions: ['state'], measures: ['validLeads', 'mtdContacts'], ...range(EDGES) },
  ],
  ['leads', { dimensions: ['state', 'device'], measures: ['validLeads'], ...range(EDGES) }],
  [
    'leads and their events',
    { dimensions: ['state', 'device'], measures: ['validLeads', 'mtdContacts'], ...range(EDGES) },
  ],
  ['ad groups by month', { dimensions: ['adGroup'], measures: ['impressions'], ...range(MONTHS) }],
  ['ad groups by month and day', { dimensions: ['adGroup'], measures: ['impressions'], ...range(EDGES) }],
  ['ad groups by day', { dimensions: ['adGroup'], measures: ['impressions'], ...range(EDGES, 'day') }],
  ['keywords by month and day', { dimensions: ['matchType'], measures: ['impressions'], ...range(EDGES) }],
  ['keywords by day', { dimensions: ['matchType'], measures: ['impressions'], ...range(EDGES, 'day') }],
  ['pages', { dimensions: ['source'], measures: ['sessions'], ...range(EDGES) }],
  ['events', { dimensions: ['eventName'], measures: ['eventCount'], ...range(EDGES) }],
  ['the plan of line items', { measures: ['budget'], ...range(['2026-03-01', '2026-03-31']) }],
  [
    'the plan of campaigns',
    { dimensions: ['channel'], measures: ['allocation'], ...range(['2026-03-01', '2026-03-31']) },
  ],
  ['shares that have matured', { measures: ['validLeads', 'contactPercentMatured'], ...range(EDGES) }],
])('%s', async (_, parts) => {
  const query: ReportQuery = reportQuerySchema.parse({ getTotal: true, ...parts });
  const viewer = {
    group: 'ag',
    permissions: new Set(ALL_PERMISSIONS),
    channel: 'all',
    vertical: 'all',
    forWidgets: true,
  } as const;
  const reportOf = (scope: ReturnType<typeof seeing>, owners: number[]) =>
    database.db.withScope(scope, (tx) => runReport(tx, owners, query, viewer, NOW));
  const alone = await reportOf(seeing(mine), [mine]);
  expect(
    Object.values(alone.total ?? {})
      .map(Number)
      .every((value) => value > 0),
  ).toBe(true);
  expect(await reportOf(seeing(mine, other), [mine])).toEqual(alone);
  // The other owner's rows do change the sum, so equal numbers above are not a coincidence.
  expect(await reportOf(seeing(mine, other), [mine, other])).not.toEqual(alone);
  // Row-level security holds even if a caller names owners it may not see.
  expect(await reportOf(seeing(mine), [mine, other])).toEqual(alone);
});
