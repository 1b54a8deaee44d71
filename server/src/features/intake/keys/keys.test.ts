import {
  postingKeyList,
  postingKeyMake,
  type PostingKeyPartner,
  postingKeyPartners,
  postingKeyRotate,
  postingKeyShut,
  type PostingKey,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makePartner } from '../../../testing/factories/factories.ts';

const harness = useApp();
let partner: number;
let other: number;
let agency: SignedIn;

beforeAll(async () => {
  agency = await harness.signedIn('ag', { owners: [], permissions: ['partners:View', 'partners:Update'] });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  [partner, other] = await harness.asMigrator(async (tx) => [await makePartner(tx), await makePartner(tx)]);
});

const list = async (of = partner) =>
  (await harness.call(postingKeyList, agency, { params: { partner: of } })).body.data as PostingKey[];
const make = async (of = partner, label = '') =>
  (await harness.call(postingKeyMake, agency, { params: { partner: of }, body: { label } })).body.data as {
    postingKey: number;
    key: string;
  };
/** 200 where the key is accepted: its post is no lead. */
const statusOf = async (key: string): Promise<number> =>
  (await harness.app.inject({ method: 'POST', url: '/lead/v1/post', headers: { 'x-partner-key': key }, payload: {} }))
    .statusCode;

test('a key is shown once, works, and is stored as a hash only', async () => {
  const { key, postingKey } = await make(partner, ' Web forms ');
  expect(await statusOf(key)).toBe(200);
  expect(await list()).toEqual([
    {
      postingKey,
      label: 'Web forms',
      hint: key.slice(-4),
      createdAt: TEST_NOW.toISOString(),
      createdBy: 'Test User',
      lastUsedAt: TEST_NOW.toISOString(),
      endsAt: null,
      shutAt: null,
      isActive: true,
    },
  ]);
  expect(await list(other)).toEqual([]);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ row: string }>`select to_jsonb(k)::text as row from partner_posting_key k`.execute(tx),
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(key);
});

test('a rotated key is accepted until its overlap ends, a disabled one not at all', async () => {
  const old = await make();
  const answer = await harness.call(postingKeyRotate, agency, {
    params: { partner },
    body: { postingKey: old.postingKey, overlapHours: 1 },
  });
  const { key } = answer.body.data as { key: string };
  expect([await statusOf(old.key), await statusOf(key)]).toEqual([200, 200]);
  harness.clock.advance(3_600_000);
  agency = await harness.signedIn('ag', { owners: [], permissions: ['partners:View', 'partners:Update'] });
  expect([await statusOf(old.key), await statusOf(key)]).toEqual([401, 200]);
  const [current] = await list();
  const shut = (of: number) =>
    harness.call(postingKeyShut, agency, { params: { partner: of }, body: { postingKey: current?.postingKey ?? 0 } });
  expect((await shut(other)).status).toBe(404);
  expect((await shut(partner)).status).toBe(200);
  expect(await statusOf(key)).toBe(401);
  expect((await shut(partner)).status).toBe(404);
  expect((await list()).map(({ isActive }) => isActive)).toEqual([false, false]);
});

test('a new key inherits the name, and the overview of partners counts accepted keys', async () => {
  const old = await make(partner, 'Web forms');
  await make(other);
  const line = async (of: number) =>
    ((await harness.call(postingKeyPartners, agency, {})).body.data as PostingKeyPartner[]).find(
      ({ partnerKey }) => partnerKey === of,
    );
  expect(await line(partner)).toMatchObject({ activeKeys: 1, nextEndAt: null, lastUsedAt: null });
  await harness.call(postingKeyRotate, agency, {
    params: { partner },
    body: { postingKey: old.postingKey, overlapHours: 2 },
  });
  await statusOf(old.key);
  const endsAt = new Date(TEST_NOW.getTime() + 2 * 3_600_000).toISOString();
  expect((await list()).map(({ label, endsAt: end }) => [label, end])).toEqual([
    ['Web forms', null],
    ['Web forms', endsAt],
  ]);
  expect(await line(partner)).toMatchObject({ activeKeys: 2, nextEndAt: endsAt, lastUsedAt: TEST_NOW.toISOString() });
  expect(await line(other)).toMatchObject({ activeKeys: 1, nextEndAt: null, lastUsedAt: null });
  harness.clock.advance(2 * 3_600_000);
  agency = await harness.signedIn('ag', { owners: [], permissions: ['partners:View', 'partners:Update'] });
  expect(await line(partner)).toMatchObject({ activeKeys: 1, nextEndAt: null });
});

test('a media partner sees and rotates its own keys, without the names of agency users', async () => {
  const mine = await make(partner, 'Web forms');
  const foreign = await make(other);
  const permissions = ['partners:View', 'partners:Update'] as const;
  const own = await harness.signedIn('mp', { owners: [], partnerKey: partner, permissions: [...permissions] });
  const listOf = (of: number) => harness.call(postingKeyList, own, { params: { partner: of } });
  const rotate = (of: number, postingKey: number, as = own) =>
    harness.call(postingKeyRotate, as, { params: { partner: of }, body: { postingKey, overlapHours: 0 } });
  expect((await listOf(partner)).body.data).toMatchObject([{ label: 'Web forms', createdBy: null }]);
  expect((await listOf(other)).status).toBe(404);
  expect((await rotate(other, foreign.postingKey)).status).toBe(404);
  expect((await rotate(partner, foreign.postingKey)).status).toBe(404);
  expect(await statusOf(foreign.key)).toBe(200);

  const answer = await rotate(partner, mine.postingKey);
  const { key } = answer.body.data as { key: string };
  expect([await statusOf(mine.key), await statusOf(key)]).toEqual([401, 200]);
  expect((await listOf(partner)).body.data).toMatchObject([
    { createdBy: 'Test User', isActive: true },
    { isActive: false },
  ]);

  const viewer = await harness.signedIn('mp', { owners: [], partnerKey: partner, permissions: ['partners:View'] });
  const [current] = await list();
  expect((await rotate(partner, current?.postingKey ?? 0, viewer)).status).toBe(403);
  expect((await harness.call(postingKeyPartners, own, {})).status).not.toBe(200);
  expect((await harness.call(postingKeyMake, viewer, { params: { partner }, body: {} })).status).toBe(403);
  expect(await statusOf(key)).toBe(200);
});

test('a media partner makes and disables its own keys, and nobody else’s', async () => {
  const foreign = await make(other);
  const permissions = ['partners:View', 'partners:Update'] as const;
  const own = await harness.signedIn('mp', { owners: [], partnerKey: partner, permissions: [...permissions] });
  const makeOwn = (of: number, label: string) =>
    harness.call(postingKeyMake, own, { params: { partner: of }, body: { label } });
  const shut = (of: number, postingKey: number) =>
    harness.call(postingKeyShut, own, { params: { partner: of }, body: { postingKey } });
  const [forms, calls] = [await makeOwn(partner, 'Web forms'), await makeOwn(partner, 'Call center')].map(
    ({ body }) => body.data as { postingKey: number; key: string },
  );
  expect(await Promise.all([statusOf(forms!.key), statusOf(calls!.key)])).toEqual([200, 200]);
  expect((await list()).map(({ label, isActive }) => [label, isActive])).toEqual([
    ['Call center', true],
    ['Web forms', true],
  ]);
  expect((await makeOwn(other, 'Web forms')).status).toBe(404);
  expect((await shut(other, foreign.postingKey)).status).toBe(404);
  expect((await shut(partner, foreign.postingKey)).status).toBe(404);
  expect((await shut(partner, forms!.postingKey)).status).toBe(200);
  expect(await Promise.all([statusOf(forms!.key), statusOf(calls!.key), statusOf(foreign.key)])).toEqual([
    401, 200, 200,
  ]);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string; key: string }>`
      select action, entity_key as key from audit_log where entity = 'posting_key' and user_key is not null
      order by audit_key desc limit 3`.execute(tx),
  );
  expect(rows).toEqual([
    { action: 'shut', key: String(forms!.postingKey) },
    { action: 'make', key: String(calls!.postingKey) },
    { action: 'make', key: String(forms!.postingKey) },
  ]);
});

test('a key is in its one answer and nowhere else: not in the audit log or a later list', async () => {
  const { key, postingKey } = await make(partner, 'Web forms');
  const rotated = await harness.call(postingKeyRotate, agency, { params: { partner }, body: { postingKey } });
  const { key: second } = rotated.body.data as { key: string };
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ row: string }>`select to_jsonb(a)::text as row from audit_log a where entity = 'posting_key'`.execute(tx),
  );
  const shown = JSON.stringify([rows, await list()]);
  expect(rows.length).toBeGreaterThan(2);
  for (const one of [key, second]) expect(shown).not.toContain(one);
});
