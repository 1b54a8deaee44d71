import {
  type ApiKey,
  apiKeyList,
  apiKeyMake,
  apiKeyRotate,
  apiKeyShut,
  campaignStatusSave,
  clientList,
  fillPath,
  type NewApiKey,
  ownerGet,
  type Permission,
  stuckLeadSummary,
  userSearch,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const log: string[] = [];
const harness = useApp({ log: { write: (line: string) => log.push(line) } as never });
let mine: { ownerKey: number; campaignKey: number };
let second: number;
let foreign: number;
let maker: SignedIn;

const RIGHTS: Permission[] = [
  'admin:Settings',
  'clients:View',
  'leadanalyzer:View',
  'campaigns:View',
  'campaigns:Status',
];

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    mine = await makeCampaign(tx);
    second = (await makeCampaign(tx)).ownerKey;
    foreign = (await makeCampaign(tx)).ownerKey;
  });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  maker = await harness.signedIn('ag', { owners: [mine.ownerKey, second], permissions: RIGHTS });
});

interface Wanted {
  ownerKeys?: number[];
  permissions?: Permission[];
  days?: number;
  perMinute?: number;
}
const ask = (wanted: Wanted, as = maker) =>
  harness.call(apiKeyMake, as, {
    body: { name: 'Warehouse', ownerKeys: [mine.ownerKey], permissions: ['clients:View'], ...wanted },
  });
const make = async (wanted: Wanted = {}, as = maker) => (await ask(wanted, as)).body.data as NewApiKey;
const by = (key: string, group: SignedIn['group'] = 'ag'): SignedIn => ({
  group,
  userKey: 0,
  sessionKey: 0,
  headers: { authorization: `Bearer ${key}` },
});
const clientsOf = async (key: string, owner = mine.ownerKey): Promise<string | number> => {
  const { status, body } = await harness.call(clientList, by(key), { params: { owner } });
  return body.code ?? status;
};
const list = async (as = maker) => (await harness.call(apiKeyList, as)).body.data as ApiKey[];
const change = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const setMaker = (what: ReturnType<typeof sql>) =>
  change(sql`update user_account set ${what} where user_key = ${maker.userKey}`);

test('a key is shown once, reads in place of a session, and is stored as a hash only', async () => {
  const { apiKey, key } = await make();
  expect(key).toMatch(/^plk_[\w-]{43}$/);
  expect(await clientsOf(key)).toBe(200);
  const shown = await list();
  expect(shown[0]).toEqual({
    apiKey,
    name: 'Warehouse',
    hint: key.slice(-4),
    group: 'ag',
    state: 'active',
    owners: [expect.any(String)],
    otherOwners: 0,
    permissions: ['clients:View'],
    lostPermissions: [],
    perMinute: 300,
    createdAt: TEST_NOW.toISOString(),
    createdBy: 'Test User',
    isMine: true,
    lastUsedAt: TEST_NOW.toISOString(),
    expiresAt: new Date(TEST_NOW.getTime() + 90 * 86_400_000).toISOString(),
    shutAt: null,
  });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ row: string }>`
      select to_jsonb(k)::text as row from api_key k union all select to_jsonb(a)::text from audit_log a`.execute(tx),
  );
  expect(JSON.stringify([rows, shown, log])).not.toContain(key.slice(4));
  expect(log.some((line) => line.includes(`"apiKey":${apiKey}`))).toBe(true);
});

describe('limits of a key', () => {
  test('another owner, whether its maker works there or not: 404, audited with the key', async () => {
    const { apiKey, key } = await make();
    expect([await clientsOf(key, second), await clientsOf(key, foreign)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ entityKey: string }>`
        select entity_key as "entityKey" from audit_log
        where api_key = ${apiKey} and outcome = 'denied' and user_key = ${maker.userKey} order by audit_key`.execute(
        tx,
      ),
    );
    expect(rows.map(({ entityKey }) => Number(entityKey))).toEqual([second, foreign]);
  });

  test('another group’s calls, or a right it was not given', async () => {
    const { key } = await make();
    const { body } = await harness.call(clientList, by(key), { params: { owner: mine.ownerKey }, group: 'cl' });
    expect(body.code).toBe('WRONG_USER_TYPE');
    const stuck = await harness.call(stuckLeadSummary, by(key), { params: { owner: mine.ownerKey } });
    expect(stuck.body.code).toBe('FORBIDDEN');
  });

  test('calls about users, sessions and keys, whatever its rights', async () => {
    await setMaker(sql`permissions = permissions || '{users:View}'::text[]`);
    const { apiKey, key } = await make({ permissions: ['clients:View'] });
    await change(sql`update api_key set permissions = '{users:View,admin:Settings}' where api_key = ${apiKey}`);
    expect((await harness.call(userSearch, by(key))).body.code).toBe('NOT_WITH_KEY');
    expect((await harness.call(apiKeyList, by(key))).body.code).toBe('NOT_WITH_KEY');
    expect((await ask({}, by(key))).body.code).toBe('NOT_WITH_KEY');
  });

  test('a forged, truncated, or query-string key: refused', async () => {
    const { key } = await make();
    const forged = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect([await clientsOf(forged), await clientsOf(key.slice(0, -1)), await clientsOf('plk_')]).toEqual([
      'API_KEY',
      'API_KEY',
      'API_KEY',
    ]);
    const path = `/api/ag/${mine.ownerKey}/client/list`;
    for (const url of [`${path}?key=${key}`, `${path}?access_token=Bearer%20${key}`, `/api/ag/${key}/client/list`]) {
      const answer = await harness.app.inject({ url, headers: maker.headers });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'KEY_IN_ADDRESS']);
    }
  });

  test('an expired or disabled key', async () => {
    const old = await make({ days: 1 });
    harness.clock.advance(86_400_000 - 1);
    expect(await clientsOf(old.key)).toBe(200);
    harness.clock.advance(1);
    expect(await clientsOf(old.key)).toBe('API_KEY');
    const { apiKey, key } = await make({}, (maker = await harness.sessionOf('ag', maker.userKey)));
    const shut = () => harness.call(apiKeyShut, maker, { body: { apiKey } });
    expect((await shut()).status).toBe(200);
    expect(await clientsOf(key)).toBe('API_KEY');
    expect((await shut()).status).toBe(404);
    const states = new Map((await list()).map((one) => [one.apiKey, one.state]));
    expect([states.get(apiKey), states.get(old.apiKey)]).toEqual(['shut', 'expired']);
  });
});

describe('never more than its maker has', () => {
  test('when created: no owner and no right beyond the maker’s', async () => {
    expect((await ask({ ownerKeys: [mine.ownerKey, foreign] })).status).toBe(404);
    expect((await ask({ permissions: ['reports:Margin'] })).body.code).toBe('VALIDATION');
    expect((await ask({ permissions: ['admin:Settings'] })).status).toBe(400);
  });

  test('when used: right, owner and account are lost and regained with the maker’s', async () => {
    const { key } = await make();
    await setMaker(sql`permissions = '{admin:Settings}'`);
    expect(await clientsOf(key)).toBe('FORBIDDEN');
    expect((await list())[0]?.lostPermissions).toEqual(['clients:View']);
    await setMaker(sql`permissions = ${RIGHTS}`);
    await change(sql`delete from user_owner where user_key = ${maker.userKey} and owner_key = ${mine.ownerKey}`);
    expect(await clientsOf(key)).toBe('NOT_FOUND');
    await change(sql`insert into user_owner (user_key, owner_key) values (${maker.userKey}, ${mine.ownerKey})`);
    expect(await clientsOf(key)).toBe(200);
    await setMaker(sql`must_change_password = true`);
    expect(await clientsOf(key)).toBe('MUST_CHANGE_PASSWORD');
    await setMaker(sql`must_change_password = false, active = false`);
    expect(await clientsOf(key)).toBe('API_KEY');
  });

  test('a client’s maker needs the client’s right, the agency’s its own', async () => {
    const desk = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['leadanalyzer:Export'] });
    expect((await harness.call(apiKeyList, desk)).body.code).toBe('FORBIDDEN');
    const client = await harness.signedIn('cl', {
      owners: [mine.ownerKey],
      permissions: ['leadanalyzer:Export', 'clients:View'],
    });
    const { apiKey, key } = await make({}, client);
    const asClient = await harness.call(ownerGet, by(key, 'cl'), { params: { ownerKey: mine.ownerKey } });
    expect(asClient.status).toBe(200);
    const asAgency = await harness.call(ownerGet, by(key), { params: { ownerKey: mine.ownerKey } });
    expect(asAgency.body.code).toBe('WRONG_USER_TYPE');
    // The agency sees the client's key and may disable it; the client sees no key of the agency's.
    await make();
    expect((await list(client)).map((one) => one.apiKey)).toEqual([apiKey]);
    expect((await list()).map((one) => one.apiKey)).toContain(apiKey);
    expect((await harness.call(apiKeyRotate, maker, { body: { apiKey } })).body.code).toBe('FORBIDDEN');
    expect((await harness.call(apiKeyShut, maker, { body: { apiKey } })).status).toBe(200);
  });

  test('a user of none of its owners neither sees nor disables it', async () => {
    const { apiKey } = await make();
    const other = await harness.signedIn('ag', { owners: [foreign], permissions: RIGHTS });
    expect((await list(other)).map((one) => one.apiKey)).not.toContain(apiKey);
    expect((await harness.call(apiKeyShut, other, { body: { apiKey } })).status).toBe(404);
    const half = await harness.signedIn('ag', { owners: [second], permissions: RIGHTS });
    const both = await make({ ownerKeys: [mine.ownerKey, second] });
    expect((await list(half)).find((one) => one.apiKey === both.apiKey)).toMatchObject({ otherOwners: 1 });
  });
});

test('a change made with a key is audited with the key', async () => {
  const { apiKey, key } = await make({ permissions: ['campaigns:View', 'campaigns:Status'] });
  const answer = await harness.call(campaignStatusSave, by(key), {
    params: { key: mine.campaignKey },
    body: { isPaused: true },
  });
  expect(answer.body.code ?? answer.status).toBe(200);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ entity: string }>`select entity from audit_log where api_key = ${apiKey} and outcome = 'done'`.execute(tx),
  );
  expect(rows.map(({ entity }) => entity)).toEqual(['campaign']);
});

test('its rate limit is exact, reported, temporary, and shared with its replacements', async () => {
  const { apiKey, key } = await make({ perMinute: 3 });
  const other = await make({ perMinute: 3 });
  const rotated = await harness.call(apiKeyRotate, maker, { body: { apiKey } });
  const { key: newer } = rotated.body.data as NewApiKey;
  const send = (with_: string) =>
    harness.app.inject({
      url: `/api${fillPath(clientList.path, { owner: mine.ownerKey }, 'ag')}`,
      headers: by(with_).headers,
    });
  const statuses = await Promise.all([key, newer, key, newer].map(async (one) => (await send(one)).statusCode));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
  harness.clock.advance(20_000);
  const refused = await send(newer);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40']);
  expect((await send(other.key)).statusCode).toBe(200);
  harness.clock.advance(40_000);
  expect((await send(newer)).statusCode).toBe(200);
});

test('a replaced key is accepted until its overlap ends', async () => {
  const { apiKey, key } = await make();
  const rotate = () => harness.call(apiKeyRotate, maker, { body: { apiKey, overlapHours: 1 } });
  const { key: newer } = (await rotate()).body.data as NewApiKey;
  expect((await rotate()).body.code).toBe('STALE_ROW');
  expect((await list()).slice(0, 2).map(({ state }) => state)).toEqual(['active', 'replaced']);
  expect([await clientsOf(key), await clientsOf(newer)]).toEqual([200, 200]);
  harness.clock.advance(3_600_000);
  expect([await clientsOf(key), await clientsOf(newer)]).toEqual(['API_KEY', 200]);
});
