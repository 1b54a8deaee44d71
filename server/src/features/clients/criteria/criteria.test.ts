import {
  ALL_PERMISSIONS,
  clientCriteriaAccept,
  clientCriteriaList,
  type ClientCriteriaRecord,
  clientCriteriaSave,
  clientCriteriaSchema,
  clientCriteriaVersion,
  criteriaReplayCancel,
  criteriaReplayStart,
  ownerReadiness,
  type Readiness,
  type Replay,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_SECRET, useApp } from '../../../testing/app.ts';
import { makeClient, makeOwner } from '../../../testing/factories/factories.ts';
import { workOutReplay } from '../replay/replay.jobs.ts';

const harness = useApp();
let ownerKey: number;
let mine: number;
let foreign: number;
let agency: SignedIn;

beforeEach(async () => {
  const fixture = await harness.asMigrator(async (tx) => {
    const own = await makeOwner(tx, { dedupDays: 60 });
    const other = await makeOwner(tx);
    return {
      ownerKey: own.ownerKey,
      mine: await makeClient(tx, own.ownerKey),
      foreign: await makeClient(tx, other.ownerKey),
    };
  });
  ({ ownerKey, mine, foreign } = fixture);
  agency = await harness.signedIn('ag', { owner: fixture.ownerKey, permissions: ALL_PERMISSIONS });
});

const read = async (): Promise<ClientCriteriaRecord> =>
  (await harness.call(clientCriteriaList, agency, { params: { key: mine } })).body.data as ClientCriteriaRecord;
const save = (version: number, criteria: object, as = agency, key = mine) =>
  harness.call(clientCriteriaSave, as, { params: { key }, body: { version, criteria } });
const errorsOf = (body: { errors?: { field: string; message: string }[] }) =>
  (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`);

test('a client without criteria has the defaults as version 0; every save is a version with user, time and difference', async () => {
  expect(await read()).toMatchObject({
    version: 0,
    savedBy: null,
    versions: [],
    ownerDedupDays: 60,
    criteria: clientCriteriaSchema.parse({}),
  });
  const first = await save(0, { eligibility: { minAge: 18 } });
  expect(first.status).toBe(200);
  expect(first.body.data).toMatchObject({ version: 1, criteria: { eligibility: { minAge: 18 } } });
  await save(1, {
    eligibility: { minAge: 21 },
    fields: [{ parameter: 'email', required: true }],
    dedup: { scope: 'BRAND' },
  });
  const now = await read();
  expect(now.version).toBe(2);
  expect(now.versions.map(({ version }) => version)).toEqual([2, 1]);
  expect(now.versions[0]?.changes.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Email', 'None', 'Required'],
    ['Compare with leads of', 'The client', 'The brand'],
    ['Minimum age', '18', '21'],
  ]);
  expect(now.versions[0]?.savedBy).toBe(now.savedBy);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string; before: { version: number }; after: { version: number } }>`
      select action, before, after from audit_log where entity = 'client_criteria' and entity_key = ${String(mine)} order by at`.execute(
      tx,
    ),
  );
  expect(rows.map(({ action, before, after }) => [action, before.version, after.version])).toEqual([
    ['saveClientCriteria', 0, 1],
    ['saveClientCriteria', 1, 2],
  ]);
});

test('a past version can be read in full, with its difference from the one before', async () => {
  await save(0, { eligibility: { minAge: 18 } });
  await save(1, { eligibility: { minAge: 21 } });
  await save(2, { eligibility: { minAge: 25 } });
  const past = await harness.call(clientCriteriaVersion, agency, { params: { key: mine, version: 2 } });
  expect(past.body.data).toMatchObject({
    version: 2,
    criteria: { eligibility: { minAge: 21 } },
    changes: [{ label: 'Minimum age', before: '18', after: '21' }],
  });
  expect((await harness.call(clientCriteriaVersion, agency, { params: { key: mine, version: 9 } })).status).toBe(404);
});

test('saving the same again creates no version', async () => {
  await save(0, { returns: { windowDays: 7 } });
  const again = await save(1, { returns: { windowDays: 7 } });
  expect(again.body.data).toMatchObject({ version: 1 });
});

test('the second of two editors sees both values at the field, and nothing is saved', async () => {
  await save(0, { eligibility: { minAge: 18 } });
  await save(1, { eligibility: { minAge: 21 }, returns: { windowDays: 7 } });
  const late = await save(1, { eligibility: { minAge: 19 }, dedup: { match: 'EMAIL' } });
  expect(late.status).toBe(409);
  expect(late.body.code).toBe('STALE_ROW');
  expect(errorsOf(late.body as never)).toEqual([
    expect.stringMatching(/^version: .* saved version 2 meanwhile\.$/),
    expect.stringMatching(/^eligibility\.minAge: Minimum age: .* saved 21, you have 19\.$/),
  ]);
  expect((await read()).version).toBe(2);
});

test('of two concurrent saves one is a version and the other gets a conflict', async () => {
  const both = await Promise.all([save(0, { eligibility: { minAge: 18 } }), save(0, { eligibility: { minAge: 19 } })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await read()).versions).toHaveLength(1);
});

test('invalid values are refused at their field', async () => {
  const wrong = await save(0, {
    fields: [
      { parameter: 'email', required: true, pattern: '(a' },
      { parameter: 'email', required: false, pattern: '(?=x)y' },
      { parameter: 'highestEducationLevel', required: true, allowedValues: ['PHD'] },
      { parameter: 'city', required: true, allowedValues: ['Austin'], defaultValue: 'Dallas', pattern: '[A-Z].*' },
    ],
    eligibility: { gradYearFrom: 2020, gradYearTo: 2010 },
    verification: { clientCrm: 'REJECT' },
    consent: { disclosures: [{ name: 'Web', text: 'x'.repeat(60), from: '2026-02-01', to: '2026-01-01' }] },
  });
  expect(wrong.status).toBe(422);
  expect((wrong.body as { errors: { field: string }[] }).errors.map(({ field }) => field).toSorted()).toEqual([
    'consent.disclosures.0.to',
    'eligibility.gradYearTo',
    'fields.0.pattern',
    'fields.1.parameter',
    'fields.1.pattern',
    'fields.2.allowedValues',
    'fields.3.defaultValue',
    'verification.clientCrmUrl',
  ]);
  expect((await read()).version).toBe(0);
});

test('another owner’s client is unknown, and reading does not allow saving', async () => {
  expect((await save(0, {}, agency, foreign)).status).toBe(404);
  expect((await harness.call(clientCriteriaList, agency, { params: { key: foreign } })).status).toBe(404);
  const viewer = await harness.signedIn('ag', { owner: ownerKey, permissions: ['clients:View'] });
  expect((await harness.call(clientCriteriaList, viewer, { params: { key: mine } })).status).toBe(200);
  expect((await save(0, { eligibility: { minAge: 18 } }, viewer)).status).toBe(403);
});

test('a test on past leads can be cancelled while it waits or runs', async () => {
  const start = async (): Promise<Replay> => {
    const body = { days: 30 as const, criteria: clientCriteriaSchema.parse({ eligibility: { minAge: 30 } }) };
    return (await harness.call(criteriaReplayStart, agency, { params: { key: mine }, body })).body.data as Replay;
  };
  const cancel = (replay: number, key = mine) =>
    harness.call(criteriaReplayCancel, agency, { params: { key, replay } });
  const work = ({ replayKey }: Replay) =>
    workOutReplay({ db: harness.db, clock: harness.clock, secret: TEST_SECRET }, ownerKey, replayKey);
  const first = await start();
  expect((await cancel(first.replayKey)).body.data).toMatchObject({ state: 'cancelled', result: null });
  await work(first);
  expect((await cancel(first.replayKey)).body.data).toMatchObject({ state: 'cancelled', result: null });
  // A finished test stays finished, and another owner's client has no such test.
  const second = await start();
  await work(second);
  expect((await cancel(second.replayKey)).body.data).toMatchObject({ state: 'done' });
  expect((await cancel(second.replayKey, foreign)).status).toBe(404);
});

test('criteria are accepted as they are in one act, for the owner’s active clients that have none of their own', async () => {
  const [own, retired] = await harness.asMigrator(async (tx) => {
    const keys = [await makeClient(tx, ownerKey), await makeClient(tx, ownerKey)] as const;
    await sql`update client set active = false where client_key = ${keys[1]}`.execute(tx);
    // As a new client has it: duplicate rules only.
    await sql`insert into client_criteria (owner_key, client_key, version, body, saved_at)
      values (${ownerKey}, ${mine}, 1, '{"dedup": {"scope": "BRAND"}}', now())`.execute(tx);
    return keys;
  });
  await save(0, { eligibility: { minAge: 18 } }, agency, own);
  const accept = (as = agency) => harness.call(clientCriteriaAccept, as, { params: { owner: ownerKey }, body: {} });
  const unset = await harness.call(ownerReadiness, agency, { params: { owner: ownerKey } });
  const criteriaOf = ({ body }: typeof unset) =>
    (body.data as Readiness).items.find(({ id }) => id === 'criteria') ?? { done: undefined, lackingCount: 0 };
  expect(criteriaOf(unset)).toMatchObject({ done: false, lackingCount: 1 });
  // Two at once decide once.
  const answers = await Promise.all([accept(), accept()]);
  expect(answers.flatMap(({ body }) => (body.data as { clients: string[] }).clients)).toHaveLength(1);
  expect(await read()).toMatchObject({
    version: 2,
    criteria: { ...clientCriteriaSchema.parse({}), dedup: { scope: 'BRAND' } },
    versions: [{ changes: [] }, {}],
  });
  expect(criteriaOf(await harness.call(ownerReadiness, agency, { params: { owner: ownerKey } }))).toMatchObject({
    done: true,
  });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: string }>`
      select entity_key as key from audit_log where action = 'acceptClientCriteria'
        and entity_key = any (${[mine, own, retired, foreign].map(String)}) order by audit_key`.execute(tx),
  );
  expect(rows.map(({ key }) => key)).toEqual([String(mine)]);
  const reader = await harness.signedIn('ag', { owner: ownerKey, permissions: ['clients:View'] });
  expect((await accept(reader)).status).toBe(403);
});
