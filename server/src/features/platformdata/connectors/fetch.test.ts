import {
  type PlatformConnection,
  platformDataCalendar,
  platformDataConnection,
  platformDataConnectionRemove,
  platformDataConnectionSave,
  platformDataFetch,
  platformDataFiles,
  platformDataSources,
  type PlatformFile,
  tradingPlatformPut,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../http/watch/log.ts';
import { guardedHttp, type OutboundHttp } from '../../../lib/guarded-http.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from '../../../testing/app.ts';
import { makeTwoOwners } from '../../../testing/factories/factories.ts';
import {
  GOOGLE_CREDENTIAL,
  GOOGLE_REFUSALS,
  GOOGLE_REVOKED,
  googleDays,
  googleResult,
  googleStream,
  serveGoogleAds,
} from '../../../testing/factories/google-ads.ts';
import { makePlatformAccount } from '../../../testing/platform-reports.ts';
import { fetchDueNow } from './fetch.jobs.ts';
import { daysToFetch } from './fetch-account.ts';

let google: Awaited<ReturnType<typeof serveGoogleAds>>;
const http: OutboundHttp = (request, options) => google.http(request, options);
const harness = useApp({ reportHttp: http });
const log = createLog({ logLevel: 'silent' });
const HOUR_MS = 3_600_000;

let owner: number;
let foreign: number;
let agency: SignedIn;
let accounts = 0;

const rowsOf = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await harness.asMigrator((tx) => statement.execute(tx))).rows;
const customerIdOf = (at: number): string => String(5_550_000_000 + at);
/** A new account with credentials; its customer ID is written with dashes, as users do. */
const connected = async (ownerKey = owner, as = agency): Promise<{ source: number; customerId: string }> => {
  accounts += 1;
  const customerId = customerIdOf(accounts);
  const dashed = customerId.replace(/^(\d{3})(\d{3})/, '$1-$2-');
  const source = await harness.asMigrator((tx) => makePlatformAccount(tx, ownerKey, 'Google Ads', dashed));
  const body = { source, credential: GOOGLE_CREDENTIAL };
  const { status } = await harness.call(platformDataConnectionSave, as, { params: { owner: ownerKey }, body });
  expect(status).toBe(200);
  return { source, customerId };
};
const fetchNow = async (source: number) => {
  const { status, body } = await harness.call(platformDataFetch, agency, { params: { owner }, body: { source } });
  return { status, message: body.message, file: body.data as PlatformFile };
};
const connectionOf = async (source: number): Promise<PlatformConnection> =>
  (await harness.call(platformDataConnection, agency, { params: { owner, source: String(source) } })).body
    .data as PlatformConnection;
const lastErrorOf = async (source: number): Promise<string | null | undefined> => {
  const { body } = await harness.call(platformDataSources, agency, { params: { owner } });
  return (body.data as { accountKey: number | null; lastError: string | null }[]).find(
    ({ accountKey }) => accountKey === source,
  )?.lastError;
};
const filesOf = async (source: number): Promise<PlatformFile[]> =>
  (
    (await harness.call(platformDataFiles, agency, { params: { owner, source: String(source) } })).body.data as {
      rows: PlatformFile[];
    }
  ).rows;
const storedDays = (source: number) =>
  rowsOf(sql<{ rows: number; cost: number; days: number }>`
    select count(*)::int as rows, coalesce(sum(d.cost), 0)::float8 as cost, count(distinct d.day)::int as days
    from platform_day d join platform_campaign c using (owner_key, platform_campaign_key) where c.account_key = ${source}`);
const fetchDue = (client = http) => fetchDueNow({ ...harness, log, secret: TEST_SECRET, http: client });

beforeAll(async () => {
  google = await serveGoogleAds();
  const two = await harness.asMigrator(makeTwoOwners);
  owner = two.mine.ownerKey;
  foreign = two.foreign.ownerKey;
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  google.answer({});
  agency = await harness.signedIn('ag', {
    owner,
    permissions: ['tradingplatforms:View', 'tradingplatforms:Update'],
  });
});
afterAll(() => google.stop());

test('requested days: a quarter at first, then five weeks, and the days missed in a pause, complete days only', () => {
  expect(daysToFetch('2026-03-10', null)).toEqual({ from: '2025-12-08', to: '2026-03-09' });
  expect(daysToFetch('2026-03-10', '2026-03-08')).toEqual({ from: '2026-02-02', to: '2026-03-09' });
  expect(daysToFetch('2026-03-10', '2026-01-01')).toEqual({ from: '2025-11-28', to: '2026-03-09' });
  expect(daysToFetch('2026-03-10', '2020-01-01')).toEqual({ from: '2025-03-09', to: '2026-03-09' });
});

test('a response in several parts loads like a file, and repeated it changes nothing', async () => {
  const { source, customerId } = await connected();
  const results = googleDays('2026-03-01', 9, customerId);
  const max = googleResult('2026-03-09', customerId, {
    campaign: 990,
    group: null,
    device: 'CONNECTED_TV',
    impressions: 50,
    clicks: 5,
    costMicros: '7000000',
    conversions: 0,
  });
  const parts = { body: googleStream([results.slice(0, 10), results.slice(10, 11), results.slice(11)]) };
  google.answer({ groups: parts, campaigns: { body: googleStream([[max]]) } });
  const { status, file } = await fetchNow(source);
  expect([status, file.way, file.outcome, file.lines, file.newDays, file.days]).toEqual([
    200,
    'FETCH',
    'LOADED',
    37,
    92,
    92,
  ]);
  expect(file.fileName).toBe('Google Ads API v26, 2025-12-08 to 2026-03-09');
  // 36 rows of 12.34 plus cents that grow by day, whose millionths are carried; and the campaign without ad groups.
  expect(file.storedSums?.cost).toBeCloseTo(file.fileSums!.cost!, 2);
  expect(file.storedSums).toMatchObject({ clicks: 9 * (20 + 21) * 2 + 5, conversions: 54 });
  expect(await storedDays(source)).toEqual([{ rows: 37, cost: file.storedSums!.cost, days: 9 }]);
  expect(await fetchNow(source)).toMatchObject({ file: { outcome: 'UNCHANGED', changedRows: 0, newDays: 0 } });
  expect(await connectionOf(source)).toMatchObject({
    fetchedTo: '2026-03-09',
    notBefore: null,
    connector: 'GOOGLE_ADS',
  });
});

test('requests to Google follow its documentation', async () => {
  const { source, customerId } = await connected();
  await fetchNow(source);
  expect(google.asked.map(({ host, path }) => `${host}${path}`)).toEqual([
    'oauth2.googleapis.com/token',
    ...Array.from({ length: 2 }, () => `googleads.googleapis.com/v26/customers/${customerId}/googleAds:searchStream`),
  ]);
  const [token, groups, campaigns] = google.asked;
  expect(Object.fromEntries(new URLSearchParams(token!.body))).toEqual({
    grant_type: 'refresh_token',
    client_id: GOOGLE_CREDENTIAL.clientId,
    client_secret: GOOGLE_CREDENTIAL.clientSecret,
    refresh_token: GOOGLE_CREDENTIAL.refreshToken,
  });
  expect(groups!.headers).toMatchObject({
    authorization: 'Bearer access-of-a-test',
    'developer-token': GOOGLE_CREDENTIAL.developerToken,
    'login-customer-id': '1112223333',
  });
  const query = (JSON.parse(groups!.body) as { query: string }).query;
  expect(query).toContain("FROM ad_group WHERE segments.date BETWEEN '2025-12-08' AND '2026-03-09'");
  expect(query).toContain('metrics.cost_micros');
  expect((JSON.parse(campaigns!.body) as { query: string }).query).not.toContain('ad_group');
});

test('a day without activity is recorded as such, and a corrected day is replaced as a whole', async () => {
  const { source, customerId } = await connected();
  google.answer({ groups: { body: googleStream([googleDays('2026-03-01', 7, customerId)]) } });
  await fetchNow(source);
  const calendar = await harness.call(platformDataCalendar, agency, {
    params: { owner, source: String(source) },
    query: { report: 'daily', month: '2026-03' },
  });
  const states = (calendar.body.data as { days: { day: string; state: string }[] }).days.slice(-2);
  expect(states.map(({ day, state }) => [day, state])).toEqual([
    ['2026-03-08', 'loaded'],
    ['2026-03-09', 'loaded'],
  ]);
  // The next answer has one row fewer on the last day.
  google.answer({ groups: { body: googleStream([googleDays('2026-03-01', 7, customerId).slice(0, -1)]) } });
  expect(await fetchNow(source)).toMatchObject({ file: { outcome: 'LOADED', correctedDays: 1 } });
  expect(await storedDays(source)).toMatchObject([{ rows: 27, days: 7 }]);
});

describe('an error or interruption of Google leaves nothing half loaded', () => {
  const half = googleStream([googleDays('2026-03-01', 9, customerIdOf(1))]);
  const isLater = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS).toISOString();
  const json = (body: unknown): string => JSON.stringify(body);
  const cases: [string, Parameters<typeof google.answer>[0], RegExp, string][] = [
    [
      '401',
      { groups: { status: 401, body: json(GOOGLE_REFUSALS.unauthenticated) } },
      /did not accept the sign-in.*OAUTH_TOKEN_INVALID/,
      isLater(24),
    ],
    [
      '403',
      { groups: { status: 403, body: json(GOOGLE_REFUSALS.denied) } },
      /refuses this account.*USER_PERMISSION_DENIED/,
      isLater(24),
    ],
    [
      '429 with RetryInfo',
      { groups: { status: 429, body: json(GOOGLE_REFUSALS.tooOften) } },
      /wants us to wait/,
      isLater(0.5),
    ],
    [
      'a token that was revoked',
      { token: { status: 400, body: json(GOOGLE_REVOKED) } },
      /expired or revoked.*new refresh token/,
      isLater(24),
    ],
    [
      'an error in the middle of the stream',
      { groups: { body: `${half.slice(0, -1)},${json(GOOGLE_REFUSALS.unavailable)}]` } },
      /could not answer.*unavailable/,
      isLater(1),
    ],
    ['a stream that ends too early', { groups: { body: half.slice(0, -200) } }, /cut off/, isLater(1)],
    [
      'a connection that breaks',
      { groups: { body: half.slice(0, -200), isCut: true } },
      /did not answer to the end/,
      isLater(1),
    ],
    [
      'an error in the second question',
      { groups: { body: half }, campaigns: { status: 503, body: json(GOOGLE_REFUSALS.unavailable) } },
      /could not answer/,
      isLater(1),
    ],
    ['a page that is none of the API’s', { groups: { status: 502, body: '<html>' } }, /status 502/, isLater(1)],
    ['rows of another shape', { groups: { body: '[{"results":[{"campaign":{}}]}]' } }, /cannot be read/, isLater(1)],
    ['rows of another account', { groups: { body: half } }, /of the account 5550000001/, isLater(1)],
  ];
  test.each(cases)('%s', async (_, answer, message, notBefore) => {
    await connected();
    const { source } = await connected();
    google.answer(answer);
    const refused = await fetchNow(source);
    expect([refused.status, refused.message]).toEqual([422, expect.stringMatching(message)]);
    expect(await storedDays(source)).toEqual([{ rows: 0, cost: 0, days: 0 }]);
    expect(await rowsOf(sql`select 1 from platform_file_day where account_key = ${source}`)).toEqual([]);
    expect(await filesOf(source)).toMatchObject([{ way: 'FETCH', outcome: 'REFUSED', error: refused.message }]);
    expect(await lastErrorOf(source)).toBe(refused.message);
    expect(await connectionOf(source)).toMatchObject({ fetchedTo: null, notBefore });
  });
});

test('credentials are sealed, in no answer and no log, and accepted for Google accounts only', async () => {
  const { source } = await connected();
  const secrets = Object.values(GOOGLE_CREDENTIAL).slice(0, 4);
  const [stored] = await rowsOf(
    sql<{ sealed: Buffer }>`select sealed from platform_connection where account_key = ${source}`,
  );
  const lines = await rowsOf(sql`select * from audit_log where action like 'platformConnection%'`);
  expect(lines.length).toBeGreaterThan(0);
  const shown = JSON.stringify([lines, await connectionOf(source), stored!.sealed.toString('latin1')]);
  for (const secret of secrets) expect(shown).not.toContain(secret);
  const meta = await harness.asMigrator((tx) => makePlatformAccount(tx, owner, 'Meta Ads', 'act_77'));
  const named = await harness.asMigrator((tx) => makePlatformAccount(tx, owner, 'Google Ads', 'Our account'));
  for (const [one, message] of [
    [meta, /Nothing fetches from Meta Ads/],
    [named, /ten digits/],
  ] as const) {
    const { status, body } = await harness.call(platformDataConnectionSave, agency, {
      params: { owner },
      body: { source: one, credential: GOOGLE_CREDENTIAL },
    });
    expect([status, JSON.stringify(body.errors)]).toEqual([422, expect.stringMatching(message)]);
  }
});

test('without credentials nothing is fetched; another owner’s account is not found', async () => {
  const { source } = await connected();
  const gone = await harness.call(platformDataConnectionRemove, agency, { params: { owner }, body: { source } });
  expect(gone.body.data).toMatchObject({ setAt: null });
  google.answer({});
  expect((await fetchNow(source)).status).toBe(404);
  const as = await harness.signedIn('ag', { owner: foreign, permissions: ['tradingplatforms:Update'] });
  const others = await connected(foreign, as);
  expect((await fetchNow(others.source)).status).toBe(404);
  const input = { params: { owner, source: String(others.source) } };
  expect((await harness.call(platformDataConnection, agency, input)).status).toBe(404);
  expect(google.asked).toEqual([]);
});

describe('scheduled fetches', () => {
  beforeEach(() => harness.asMigrator((tx) => sql`delete from platform_connection`.execute(tx)));
  const countSearches = () => google.asked.filter(({ path }) => path !== '/token').length;

  test('each account is fetched once a day, at four in its own time zone', async () => {
    const as = await harness.signedIn('ag', { owner: foreign, permissions: ['tradingplatforms:Update'] });
    const [mine] = [await connected(), await connected(foreign, as)];
    // 03:30 in Chicago.
    harness.clock.set(new Date('2026-03-10T08:30:00Z'));
    expect(await fetchDue()).toBe(0);
    harness.clock.set(new Date('2026-03-10T09:10:00Z'));
    expect([await fetchDue(), await fetchDue(), countSearches()]).toEqual([2, 0, 4]);
    expect((await filesOf(mine.source))[0]).toMatchObject({ way: 'FETCH', receivedBy: null });
    harness.clock.set(new Date('2026-03-11T09:10:00Z'));
    expect(await fetchDue()).toBe(2);
  });

  test('an account refused by Google blocks no other, and is retried when Google said', async () => {
    const [first, second] = [await connected(), await connected()];
    const tooOften = { status: 429, body: JSON.stringify(GOOGLE_REFUSALS.tooOften) };
    google.answer({});
    const onlyFirst: OutboundHttp = (request, options) =>
      request.url.pathname.includes(first.customerId)
        ? Promise.resolve({ status: tooOften.status, text: tooOften.body })
        : http(request, options);
    expect(await fetchDue(onlyFirst)).toBe(1);
    expect(await connectionOf(second.source)).toMatchObject({ fetchedTo: '2026-03-09' });
    harness.clock.set(new Date(TEST_NOW.getTime() + 0.4 * HOUR_MS));
    expect(await fetchDue()).toBe(0);
    harness.clock.set(new Date(TEST_NOW.getTime() + 0.6 * HOUR_MS));
    expect(await fetchDue()).toBe(1);
    harness.clock.set(TEST_NOW);
    expect(await lastErrorOf(first.source)).toBeNull();
  });

  test('a paused account is not fetched automatically, a disconnected one never', async () => {
    const { source } = await connected();
    const setStatus = async (status: 'PAUSED' | 'DISCONNECTED') => {
      const [row] = await rowsOf(
        sql<{ v: number }>`select row_version as v from platform_account where account_key = ${source}`,
      );
      const changed = [{ semClientAccountKey: source, rowVersion: row!.v, status }];
      const { status: code } = await harness.call(tradingPlatformPut, agency, {
        body: { ownerKey: owner, accounts: changed },
      });
      expect(code).toBe(200);
    };
    await setStatus('PAUSED');
    expect(await fetchDue()).toBe(0);
    expect((await fetchNow(source)).status).toBe(200);
    await setStatus('DISCONNECTED');
    google.answer({});
    expect(await fetchNow(source)).toMatchObject({ status: 422, message: expect.stringMatching(/is disconnected/) });
    expect([await fetchDue(), google.asked]).toEqual([0, []]);
  });

  test('internal addresses are refused, whatever a name resolves to', async () => {
    const { source } = await connected();
    const inside: OutboundHttp = ({ url: _, ...rest }, options) =>
      guardedHttp()({ ...rest, url: new URL('https://127.0.0.1/token') }, options);
    expect(await fetchDue(inside)).toBe(0);
    expect(await lastErrorOf(source)).toMatch(/not a public address/);
  });
});
