import {
  ALL_PERMISSIONS,
  type MasterPlatform,
  masterPlatformCreate,
  masterPlatformList,
  masterTradingPlatform,
  ownerTradingPlatformGet,
  ownerTradingPlatforms,
  type Permission,
  type PlatformAccountRecord,
  type PlatformAccountRow,
  tradingPlatformCreate,
  tradingPlatformList,
  tradingPlatformPut,
  tradingPlatformSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makePlatformDay, unique } from '../../../testing/factories/factories.ts';
import { makePlatformOwner } from '../../../testing/factories/platforms.ts';

const harness = useApp();
const DESK: Permission[] = ['tradingplatforms:View', 'tradingplatforms:Update'];
let facts: Facts;
let desk: SignedIn;
/** A user without the right to see media cost. */
let buyer: SignedIn;
let elsewhere: SignedIn;
let mine: Awaited<ReturnType<typeof makePlatformOwner>>;
let other: Awaited<ReturnType<typeof makePlatformOwner>>;

beforeAll(async () => {
  facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
});
afterAll(() => facts.close());
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    [mine, other] = [await makePlatformOwner(tx), await makePlatformOwner(tx)];
  });
  const owners = [mine.ownerKey, other.ownerKey];
  desk = await harness.signedIn('ag', { owners, permissions: [...DESK, 'reports:Margin'] });
  buyer = await harness.signedIn('ag', { owners, permissions: DESK });
  elsewhere = await harness.signedIn('ag', { owners: [other.ownerKey], permissions: ALL_PERMISSIONS });
});

const fold = async (): Promise<void> => {
  while ((await facts.fold()) > 0);
};
const ask = <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  harness.asMigrator(async (tx) => (await statement.execute(tx)).rows);
const charge = (day: string, cost: number, of = mine) =>
  harness.asMigrator((tx) => makePlatformDay(tx, { ...of, day, cost, clientCost: cost }));
const list = async (as = desk, owner = mine.ownerKey): Promise<PlatformAccountRow[]> =>
  (await harness.call(ownerTradingPlatforms, as, { params: { owner } })).body.data as PlatformAccountRow[];
const read = async (as = desk, { ownerKey, accountKey } = mine): Promise<PlatformAccountRecord> =>
  (
    await harness.call(ownerTradingPlatformGet, as, {
      params: { owner: ownerKey },
      query: { semClientAccountKey: String(accountKey) },
    })
  ).body.data as PlatformAccountRecord;
const formOf = (account: PlatformAccountRow | PlatformAccountRecord) => {
  const { ownerKey, platformKey, clientKey, accountId, accountName, currency, timeZone, channel, feePercent } = account;
  return { ownerKey, platformKey, clientKey, accountId, accountName, currency, timeZone, channel, feePercent } as never;
};
const save = async (account: PlatformAccountRecord, to: object, as = desk) =>
  harness.call(tradingPlatformSave, as, {
    body: {
      ...(formOf(account) as object),
      semClientAccountKey: account.semClientAccountKey,
      rowVersion: account.rowVersion,
      feeFrom: null,
      ...to,
    } as never,
  });
const costs = () =>
  ask<{ day: string; cost: string }>(sql`
    select day::text as day, client_cost::text as cost from platform_day
    where owner_key = ${mine.ownerKey} and platform_campaign_key = ${mine.platformCampaignKey} order by day
  `);

test('the list has each owner’s accounts, with the month’s cost as in reports and the linked campaigns', async () => {
  await charge('2026-03-04', 100);
  await charge('2026-02-27', 500);
  await charge('2026-03-04', 77, other);
  await fold();
  expect(await list()).toMatchObject([
    { mediaCost: 100, spend: 100, lastDay: '2026-03-04', linkedCampaigns: 1, unlinkedCampaigns: 0, status: 'ACTIVE' },
  ]);
  expect(await list(desk, other.ownerKey)).toMatchObject([{ mediaCost: 77, ownerKey: other.ownerKey }]);
  const all = (await harness.call(tradingPlatformList, elsewhere)).body.data as PlatformAccountRow[];
  expect(all.map(({ ownerKey }) => ownerKey)).toEqual([other.ownerKey]);
});

test('an id is unique on a platform of an owner, ignoring dashes; unknown values are named by field', async () => {
  const [account] = await list();
  const form = { ...(formOf(account!) as object), accountName: 'Second', feePercent: 12.5 };
  const make = (parts: object, as = desk) =>
    harness.call(tradingPlatformCreate, as, { body: { ...form, ...parts } as never });
  expect((await make({ accountId: '123-456' })).body.data).toMatchObject({
    feePercent: 12.5,
    hasData: false,
    fees: [],
  });
  expect(await make({ accountId: '123456' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'accountId', message: 'Second has this account ID on the platform already.' }] },
  });
  const foreign = (await list(desk, other.ownerKey))[0]!;
  expect((await make({ accountId: 'x', clientKey: foreign.clientKey })).body.errors).toMatchObject([
    { field: 'clientKey' },
  ]);
  expect((await make({ accountId: 'x', platformKey: 2_000_000 })).body.errors).toMatchObject([
    { field: 'platformKey' },
  ]);
  for (const [field, value] of [
    ['feePercent', 100.01],
    ['feePercent', 1.005],
    ['timeZone', 'Mars/Base'],
    ['currency', 'usd'],
  ] as const)
    expect((await make({ accountId: 'x', [field]: value })).body.errors).toMatchObject([{ field }]);
  expect((await make({ ownerKey: mine.ownerKey, accountId: 'y' }, elsewhere)).status).toBe(404);
  expect(await list()).toHaveLength(2);
});

test('a new fee applies from its day on to ad groups and keywords, and closed months are unchanged to the cent', async () => {
  await charge('2026-02-20', 100);
  await charge('2026-03-03', 100);
  await charge('2026-03-08', 33.33);
  await harness.asMigrator(async (tx) => {
    await sql`call app.ensure_months('platform_keyword_day', '2026-02-01', '2026-03-31')`.execute(tx);
    await sql`
      with word as (
        insert into platform_keyword (owner_key, ad_group_key, text, match_type)
        values (${mine.ownerKey}, ${mine.adGroupKey}, 'nursing school', 'EXACT') returning keyword_key
      )
      insert into platform_keyword_day (owner_key, day, keyword_key, cost, client_cost)
      select ${mine.ownerKey}, day::date, keyword_key, 10, 10 from word cross join unnest(array['2026-02-20', '2026-03-08']) day
    `.execute(tx);
  });
  await charge('2026-03-08', 50, other);
  const account = await read();
  expect(account).toMatchObject({ hasData: true, firstFeeDay: '2026-03-01', today: '2026-03-10', fees: [] });
  const refused = async (feeFrom: string | null) => (await save(account, { feePercent: 10, feeFrom })).body.errors;
  expect(await refused(null)).toMatchObject([{ field: 'feeFrom', code: 'required' }]);
  expect(await refused('2026-02-28')).toMatchObject([{ field: 'feeFrom', code: 'closed' }]);
  expect(await refused('2026-03-11')).toMatchObject([{ field: 'feeFrom', code: 'future' }]);

  const saved = await save(account, { feePercent: 10, feeFrom: '2026-03-05' });
  expect(saved.body.data).toMatchObject({
    feePercent: 10,
    fees: [
      { fromDay: '2026-03-05', feePercent: 10 },
      { fromDay: null, feePercent: 0 },
    ],
  });
  expect(await costs()).toEqual([
    { day: '2026-02-20', cost: '100.00' },
    { day: '2026-03-03', cost: '100.00' },
    { day: '2026-03-08', cost: '36.66' },
  ]);
  const words = await ask<{ cost: string }>(sql`
    select client_cost::text as cost from platform_keyword_day where owner_key = ${mine.ownerKey} order by day`);
  expect(words.map(({ cost }) => cost)).toEqual(['10.00', '11.00']);

  // From an earlier day: replaces later fees, and keeps those in force before it.
  await save(await read(), { feePercent: 20, feeFrom: '2026-03-02' });
  expect((await costs()).map(({ cost }) => cost)).toEqual(['100.00', '120.00', '40.00']);
  const fees = await ask<{ fee: string }>(sql`
    select app.platform_fee(${mine.ownerKey}, ${mine.accountKey}, day::date)::text as fee
    from unnest(array['2025-01-01', '2026-03-01', '2026-03-02', '2026-12-01']) day`);
  expect(fees.map(({ fee }) => fee)).toEqual(['0.00', '0.00', '20.00', '20.00']);
  expect(await ask(sql`select client_cost::text as c from platform_day where owner_key = ${other.ownerKey}`)).toEqual([
    { c: '50.00' },
  ]);
  await fold();
  expect(await ask(sql`select * from app.fact_differences()`)).toEqual([]);
});

test('without figures only the fee changes; with figures platform and currency are fixed, with campaigns the channel', async () => {
  const account = await read();
  expect((await save(account, { feePercent: 7 })).body.data).toMatchObject({ feePercent: 7, fees: [] });
  const fresh = await read();
  expect((await save(fresh, { currency: 'CAD' })).status).toBe(200);
  expect((await save(await read(), { channel: 'social' })).body.errors).toMatchObject([
    { field: 'channel', code: 'fixed' },
  ]);
  await charge('2026-03-03', 1);
  const { platformKey } = (await list(desk, other.ownerKey))[0]!;
  const refused = await save(await read(), { platformKey, currency: 'USD' });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'platformKey' }, { field: 'currency' }] } });
  expect(await read()).toMatchObject({ currency: 'CAD', platformKey: account.platformKey });
});

test('the second of two editors sees both values and changes nothing', async () => {
  const account = await read();
  expect((await save(account, { accountName: 'First' })).status).toBe(200);
  expect(await save(account, { accountName: 'Second' })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'accountName', message: 'Saved is First; yours is Second.' }] },
  });
  expect((await read()).accountName).toBe('First');
});

test('statuses are changed all together or not at all, and undone; users cannot set ERROR', async () => {
  const { semClientAccountKey, rowVersion } = await read();
  const put = (accounts: object[], as = desk) =>
    harness.call(tradingPlatformPut, as, { body: { ownerKey: mine.ownerKey, accounts } as never });
  const one = { semClientAccountKey, rowVersion };
  const foreign = { semClientAccountKey: other.accountKey, rowVersion: 1, status: 'PAUSED' };
  expect((await put([{ ...one, status: 'PAUSED' }, foreign])).status).toBe(404);
  expect((await read()).status).toBe('ACTIVE');
  expect((await put([{ ...one, status: 'ERROR' }])).body.errors).toMatchObject([{ field: 'accounts' }]);
  expect((await put([{ ...one, status: 'DISCONNECTED' }])).body.data).toEqual({
    changed: 1,
    accounts: [{ semClientAccountKey, rowVersion: rowVersion + 1, before: 'ACTIVE' }],
  });
  const stale = await put([{ ...one, status: 'PAUSED' }]);
  expect(stale).toMatchObject({
    status: 409,
    body: { errors: [{ message: expect.stringMatching(/Saved is Disconnected; yours is Paused\.$/) }] },
  });
  expect((await put([{ semClientAccountKey, rowVersion: rowVersion + 1, status: 'ACTIVE' }])).status).toBe(200);
  expect((await read()).status).toBe('ACTIVE');
});

test('users without the media cost right see and set no fee, and leave it unchanged', async () => {
  await save(await read(), { feePercent: 9 });
  await charge('2026-03-03', 100);
  await fold();
  expect(await list(buyer)).toMatchObject([{ feePercent: null, mediaCost: null, spend: 100 }]);
  const account = await read(buyer);
  expect(account).toMatchObject({ feePercent: null, fees: [] });
  expect((await save(account, { feePercent: 3, feeFrom: '2026-03-03' }, buyer)).status).toBe(403);
  expect((await save(account, { accountName: 'Renamed' }, buyer)).status).toBe(200);
  expect(await read()).toMatchObject({ accountName: 'Renamed', feePercent: 9 });
  for (const group of ['cl', 'mp'] as const) {
    const as = await harness.signedIn(group, { owners: [mine.ownerKey], permissions: ALL_PERMISSIONS });
    const answer = await harness.call(ownerTradingPlatforms, as, { params: { owner: mine.ownerKey } });
    expect(answer.status).toBe(403);
  }
});

test('a platform is unique in the master list, ignoring case; its uses are counted for the viewer’s owners', async () => {
  const name = unique('Quora Ads');
  const make = (body: object, as = desk) => harness.call(masterPlatformCreate, as, { body: body as never });
  expect((await make({ name, channel: 'social' })).status).toBe(200);
  expect(await make({ name: ` ${name.toUpperCase()} `, channel: 'ppc' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'name', code: 'duplicate' }] },
  });
  const viewer = await harness.signedIn('ag', { owners: [other.ownerKey], permissions: ['tradingplatforms:View'] });
  expect((await make({ name: 'Another', channel: 'ppc' }, viewer)).status).toBe(403);
  const master = (await harness.call(masterPlatformList, viewer)).body.data as MasterPlatform[];
  expect(master.find((one) => one.name === name)).toMatchObject({ channel: 'social', accounts: 0, ownerNames: [] });
  expect(master.filter(({ accounts }) => accounts > 0)).toHaveLength(1);
  const own = (await harness.call(masterTradingPlatform, viewer, { params: { owner: other.ownerKey } })).body.data;
  expect(own).toMatchObject([{ accounts: 1 }]);
});
