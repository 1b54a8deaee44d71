import {
  type DraftBody,
  EMPTY_DRAFT,
  type OwnerDraft,
  ownerDraftDiscard,
  ownerDraftFinish,
  ownerDraftGet,
  ownerDraftList,
  ownerDraftSave,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import { wholeDraft } from '../../../testing/writes/wizard-writes.ts';

const harness = useApp();
const DESK: Permission[] = ['clients:View', 'clients:Create', 'partners:Update', 'tradingplatforms:Update'];
let ann: SignedIn;
let ben: SignedIn;
let other: number;

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  other = (await harness.asMigrator((tx) => makeCampaign(tx))).ownerKey;
  ann = await harness.signedIn('ag', { owners: [], permissions: DESK });
  ben = await harness.signedIn('ag', { owners: [other], permissions: DESK });
});
beforeEach(() => harness.asMigrator((tx) => sql`delete from owner_draft`.execute(tx)));

const begin = async (body: DraftBody = EMPTY_DRAFT): Promise<OwnerDraft> => {
  const answer = await harness.call(ownerDraftSave, ann, {
    body: { draftKey: null, rowVersion: null, step: 'owner', body },
  });
  expect(answer.status).toBe(200);
  return answer.body.data as OwnerDraft;
};
const save = ({ draftKey, rowVersion }: OwnerDraft, body: DraftBody, as = ann) =>
  harness.call(ownerDraftSave, as, { body: { draftKey, rowVersion, step: 'brands', body } });
const finish = ({ draftKey, rowVersion }: OwnerDraft, as = ann) =>
  harness.call(ownerDraftFinish, as, { body: { draftKey, rowVersion } });
const count = async (table: string): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx),
  );
  return rows[0]!.n;
};
const TABLES = [
  'owner',
  'user_owner',
  'brand',
  'client',
  'client_model',
  'campus',
  'program',
  'partner_client',
  'platform_account',
];
const counts = async () =>
  Object.fromEntries(await Promise.all(TABLES.map(async (name) => [name, await count(name)] as const)));

test('a draft is stored however incomplete, and another user continues it', async () => {
  const begun = await begin();
  const half = { ...EMPTY_DRAFT, owner: { ...EMPTY_DRAFT.owner, ownerName: 'x', dedupPeriodInDays: 'many' } };
  expect((await save(begun, half)).status).toBe(200);
  const listed = (await harness.call(ownerDraftList, ben)).body.data as OwnerDraft[];
  expect(listed).toMatchObject([{ draftKey: begun.draftKey, ownerName: 'x', step: 'brands', startedBy: 'Test User' }]);
  const read = (await harness.call(ownerDraftGet, ben, { params: { key: begun.draftKey } })).body.data as OwnerDraft;
  expect(read).toMatchObject({ body: half, rowVersion: 2 });
  expect((await save(read, { ...half, brands: [{ id: 'b', brandName: 'Of Ben' }] }, ben)).status).toBe(200);
});

test('the second of two editors sees both values and changes nothing', async () => {
  const begun = await begin();
  const called = (ownerName: string) => ({ ...EMPTY_DRAFT, owner: { ...EMPTY_DRAFT.owner, ownerName } });
  expect((await save(begun, called('Of Ben'), ben)).status).toBe(200);
  expect(await save(begun, called('Of Ann'))).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'owner.ownerName', message: 'Saved is Of Ben; yours is Of Ann.' }] },
  });
  const stale = await harness.call(ownerDraftDiscard, ann, { body: { draftKey: begun.draftKey, rowVersion: 1 } });
  expect(stale.status).toBe(409);
  expect((await finish(begun)).status).toBe(409);
  const read = (await harness.call(ownerDraftGet, ann, { params: { key: begun.draftKey } })).body.data as OwnerDraft;
  expect(read.body.owner.ownerName).toBe('Of Ben');
});

test('errors are reported at their field, and nothing is created', async () => {
  const existingName = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ name: string }>`select name from owner where owner_key = ${other}`.execute(tx);
    return rows[0]!.name;
  });
  const gone = await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    await sql`update media_partner set active = false where partner_key = ${partnerKey}`.execute(tx);
    return partnerKey;
  });
  const good = wholeDraft(existingName.toUpperCase());
  const draft: DraftBody = {
    ...good,
    owner: { ...good.owner, dedupPeriodInDays: '731' },
    brands: [...good.brands, { id: 'b2', brandName: 'FIRST BRAND' }],
    campuses: good.campuses.map((campus) => ({ ...campus, zip: '00000' })),
    partners: [{ mediaPartnerKey: gone, clientIds: [] }],
  };
  const begun = await begin(draft);
  // As the user types: each save returns the errors that only the server can find.
  expect(begun.problems.map(({ field }) => field)).toEqual([
    'owner.ownerName',
    'campuses.0.zip',
    'partners.0.mediaPartnerKey',
  ]);
  const before = await counts();
  const answer = await finish(begun);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject([
    { field: 'owner.dedupPeriodInDays', message: 'Dedup period must be a whole number of days from 0 to 730.' },
    { field: 'brands.1.brandName', message: 'FIRST BRAND is on the list already.' },
    { field: 'owner.ownerName', message: 'There is an owner of this name already.' },
    { field: 'campuses.0.zip' },
    { field: 'partners.0.mediaPartnerKey' },
  ]);
  expect(await counts()).toEqual(before);
});

test('a failure midway leaves nothing created, and the draft unchanged', async () => {
  const begun = await begin(wholeDraft('Halfway School'));
  const before = await counts();
  // The very last statement fails.
  await harness.asMigrator((tx) =>
    sql`create or replace function app.break_draft() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
      tx,
    ),
  );
  await harness.asMigrator((tx) =>
    sql`create trigger break_draft before update on owner_draft for each row when (new.made_owner_key is not null) execute function app.break_draft()`.execute(
      tx,
    ),
  );
  expect((await finish(begun)).status).toBe(500);
  await harness.asMigrator((tx) => sql`drop trigger break_draft on owner_draft`.execute(tx));
  expect(await counts()).toEqual(before);
  expect((await finish(begun)).status).toBe(200);
});

test('finishing creates one complete owner, however often repeated; its maker has access at once', async () => {
  const [one, two] = await harness.asMigrator(async (tx) => [await makePartner(tx), await makePartner(tx)] as const);
  const platform = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into trading_platform (name, channel) values ('Ads', 'ppc') returning platform_key as key`.execute(tx);
    return rows[0]!.key;
  });
  const good = wholeDraft('Juniper College');
  const second = {
    id: 'c2',
    brandId: 'b1',
    clientName: 'Second College',
    clientCode: 'SC',
    models: ['Online', 'Ground'],
  };
  const begun = await begin({
    ...good,
    clients: [...good.clients, second],
    dedupConfigKey: 3,
    partners: [
      { mediaPartnerKey: one, clientIds: [] },
      { mediaPartnerKey: two, clientIds: ['c2'] },
    ],
    vendors: [
      { id: 'v', platformKey: platform, clientId: 'c2', accountId: '77-1', accountName: 'Search', feePercent: '12.5' },
    ],
  });
  const answers = await Promise.all([finish(begun), finish(begun)]);
  const keys = answers.map(({ status, body }) => ({
    status,
    key: (body.data as { ownerKey: number } | null)?.ownerKey,
  }));
  // The second waits for the first, whose new owner its own session did not have yet; repeated, it gets the result.
  expect(keys.filter(({ status }) => status === 200)).not.toHaveLength(0);
  const again = await finish(begun);
  expect(again.status).toBe(200);
  const { ownerKey } = again.body.data as { ownerKey: number };
  const { rows } = await harness.asMigrator((tx) =>
    sql<object>`
      select o.variant, o.time_zone as zone, (select count(*)::int from owner where name = o.name) as owners,
        (select array_agg(c.name || ' ' || m.name order by c.name, m.name) from client c join client_model m using (owner_key, client_key) where c.owner_key = o.owner_key) as models,
        (select array_agg(k.city || ' ' || k.state || ' ' || k.time_zone || ' ' || (k.latitude is not null)) from campus k where k.owner_key = o.owner_key) as campuses,
        (select array_agg(code) from program g where g.owner_key = o.owner_key) as programs,
        (select array_agg(c.code || ' ' || (m.partner_key = ${one}) || ' ' || m.since order by 1) from partner_client m join client c using (owner_key, client_key) where m.owner_key = o.owner_key) as partners,
        (select array_agg(c.code || ' ' || a.account_id || ' ' || a.fee_percent || ' ' || a.channel) from platform_account a join client c using (owner_key, client_key) where a.owner_key = o.owner_key) as accounts,
        (select array_agg(distinct r.body -> 'dedup' ->> 'scope') from client_criteria r where r.owner_key = o.owner_key) as dedup,
        (select array_agg(user_key) from user_owner w where w.owner_key = o.owner_key) as people
      from owner o where o.owner_key = ${ownerKey}`.execute(tx),
  );
  expect(rows).toEqual([
    {
      variant: null,
      zone: 'America/Denver',
      owners: 1,
      models: ['First College Ground', 'Second College Ground', 'Second College Online'],
      campuses: ['Denver CO America/Denver true'],
      programs: ['PN'],
      partners: expect.arrayContaining([
        expect.stringMatching(/^FC true 2026-/),
        expect.stringMatching(/^SC false 2026-/),
      ]) as string[],
      accounts: ['SC 77-1 12.50 ppc'],
      dedup: ['OWNER'],
      people: [ann.userKey],
    },
  ]);
  const left = (await harness.call(ownerDraftList, ann)).body.data as OwnerDraft[];
  expect(left.some(({ draftKey }) => draftKey === begun.draftKey)).toBe(false);
  // A user who does not work on it does not learn the draft's result.
  expect((await finish(begun, ben)).status).toBe(404);
});

test('discarding leaves nothing; finishing needs all rights of its content', async () => {
  const before = await counts();
  const begun = await begin(wholeDraft('Never Made'));
  expect(
    (await harness.call(ownerDraftDiscard, ben, { body: { draftKey: begun.draftKey, rowVersion: 1 } })).status,
  ).toBe(200);
  expect((await finish(begun)).status).toBe(404);
  expect(await counts()).toEqual(before);

  const partnerKey = await harness.asMigrator((tx) => makePartner(tx));
  const needs = await begin({
    ...wholeDraft('Needs Rights'),
    partners: [{ mediaPartnerKey: partnerKey, clientIds: [] }],
  });
  const clerk = await harness.signedIn('ag', { owners: [other], permissions: ['clients:Create'] });
  expect((await finish(needs, clerk)).status).toBe(403);
  const viewer = await harness.signedIn('ag', { owners: [other], permissions: ['clients:View'] });
  expect((await harness.call(ownerDraftList, viewer)).status).toBe(403);
  for (const group of ['cl', 'mp'] as const) {
    const as = await harness.signedIn(group, { owners: [other], permissions: DESK });
    expect((await harness.call(ownerDraftGet, as, { params: { key: needs.draftKey } })).status).toBe(403);
  }
});
