import {
  type DeliveryEndpoint,
  type DeliveryEndpointRecord,
  deliveryEndpointGet,
  deliveryEndpointList,
  deliveryEndpointPause,
  deliveryEndpointSave,
  deliveryEndpointTest,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openCredential } from '../../../lib/secrets/seal.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { clientOf, deliverySettings, TEST_SECRET } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makeCampus } from '../../../testing/factories/factories.ts';

const harness = useApp();
let params: { owner: number };
let clientKey: number;
let campusKey: number;
let foreignClient: number;
let agency: SignedIn;

beforeEach(async () => {
  const fixture = await harness.asMigrator(async (tx) => {
    const { ownerKey, campaignKey } = await makeCampaign(tx);
    const other = await makeCampaign(tx);
    const client = await clientOf(tx, ownerKey, campaignKey);
    const campus = await makeCampus(tx, { ownerKey, clientKey: client });
    return {
      ownerKey,
      client,
      campus: campus.campusKey,
      foreign: await clientOf(tx, other.ownerKey, other.campaignKey),
    };
  });
  params = { owner: fixture.ownerKey };
  [clientKey, campusKey, foreignClient] = [fixture.client, fixture.campus, fixture.foreign];
  agency = await harness.signedIn('ag', {
    owners: [fixture.ownerKey],
    permissions: ['clients:Criteria', 'leadanalyzer:View', 'leadanalyzer:Update'],
  });
});

type Saving = Parameters<typeof deliverySettings>[0] & { at?: Partial<Record<string, unknown>> };
const save = ({ at = {}, ...settings }: Saving) =>
  harness.call(deliveryEndpointSave, agency, {
    params,
    body: {
      endpointKey: null,
      version: 0,
      clientKey,
      campusKey: null,
      name: 'School CRM',
      settings: deliverySettings(settings),
      credential: null,
      ...at,
    },
  });
type Saved = { endpoint: DeliveryEndpoint; isCredentialCleared: boolean };
const makeSaved = async (): Promise<DeliveryEndpoint> => ((await save({})).body.data as Saved).endpoint;

const ownerOf = (client: number) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{
      key: number;
    }>`select owner_key as key from client where client_key = ${client}`.execute(tx);
    return rows[0]!.key;
  });

test.each([
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://2130706433/x',
  'https://0x7f000001/x',
  'https://[::ffff:7f00:1]/x',
  'https://[::7f00:1]/x',
  'https://0.0.0.0/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[64:ff9b::7f00:1]/x',
  'https://localhost./x',
  'https://localhost/x',
  'https://10.1.2.3/x',
  'http://leads.school.example/x',
  'https://leads.school.example:8443/x',
  'https://user:pass@leads.school.example/x',
])('%s is refused as the address, and as that of tests or tokens', async (url) => {
  const auth = { kind: 'OAUTH' as const, tokenUrl: url, clientId: 'x' };
  for (const [settings, field] of [
    [{ url }, 'settings.url'],
    [{ testUrl: url }, 'settings.testUrl'],
    [{ auth }, 'settings.auth.tokenUrl'],
  ] as const) {
    const { status, body } = await save(settings);
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field }] });
  }
});

test.each(['https://leads.school.example/in take', 'https://leads.school.example/intake\r\nHost: other.example'])(
  '%j is refused: another address would be stored than the one that is read',
  async (url) => {
    const auth = { kind: 'OAUTH' as const, tokenUrl: url, clientId: 'x' };
    for (const settings of [{ url }, { testUrl: url }, { auth }]) expect((await save(settings)).status).toBe(400);
    const { body } = await harness.call(deliveryEndpointList, agency, { params });
    expect(body.data).toEqual([]);
  },
);

test('an endpoint whose stored address breaks a rule says so, and the others are listed', async () => {
  const auth = { kind: 'OAUTH' as const, tokenUrl: 'https://login.school.example/token', clientId: 'x' };
  const { endpoint } = (await save({ auth, at: { credential: 'secret' } })).body.data as Saved;
  const other = (await save({ at: { campusKey } })).body.data as Saved;
  await harness.asMigrator((tx) =>
    sql`update delivery_endpoint set settings = jsonb_set(settings, '{auth,tokenUrl}', '"https://login.school.example/to ken"')
        where endpoint_key = ${endpoint.endpointKey}`.execute(tx),
  );
  const { status, body } = await harness.call(deliveryEndpointList, agency, { params });
  expect(status).toBe(200);
  const problems = (body.data as DeliveryEndpoint[]).map(({ endpointKey, problem }) => [endpointKey, problem] as const);
  expect(new Map(problems)).toEqual(
    new Map([
      [endpoint.endpointKey, 'The token address must look like https://leads.school.edu/intake.'],
      [other.endpoint.endpointKey, null],
    ]),
  );
});

test('an endpoint by email cannot be saved where there is no mail server', async () => {
  const { status, body } = await save({ method: 'EMAIL', url: 'mailto:desk@school.example', auth: { kind: 'NONE' } });
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    { field: 'settings.url', code: 'address', message: 'no mail server is set up in this installation (SMTP_URL)' },
  ]);
});

test('a credential is stored sealed, never returned, and cleared by a change of server without it', async () => {
  const auth = { kind: 'BEARER' as const };
  const { endpoint } = (await save({ auth, at: { credential: 's3cret-token' } })).body.data as Saved;
  const { endpointKey } = endpoint;
  expect(endpoint).toMatchObject({ version: 1, credentialSetAt: expect.any(String) });
  const stored = async () => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ secret: Buffer | null }>`select secret from delivery_endpoint where endpoint_key = ${endpointKey}`.execute(
        tx,
      ),
    );
    return rows[0]!.secret;
  };
  expect(openCredential(TEST_SECRET, { ownerKey: params.owner, endpointKey }, (await stored())!)).toBe('s3cret-token');
  const again = (version: number, settings: Saving) =>
    save({ auth, ...settings, at: { endpointKey, version, ...settings.at } });
  const samePlace = (await again(1, { url: 'https://leads.school.example/other' })).body.data as Saved;
  expect(samePlace).toMatchObject({
    isCredentialCleared: false,
    endpoint: { version: 2, credentialSetAt: expect.any(String) },
  });
  expect((await again(1, {})).status).toBe(409);
  const elsewhere = (await again(2, { url: 'https://leads.elsewhere.example/intake' })).body.data as Saved;
  expect(elsewhere).toMatchObject({ isCredentialCleared: true, endpoint: { version: 3, credentialSetAt: null } });
  expect(await stored()).toBeNull();
  const all = await harness.call(deliveryEndpointList, agency, { params });
  const { rows: log } = await harness.asMigrator((tx) =>
    sql`select to_jsonb(a) as line from audit_log a where entity = 'deliveryEndpoint'`.execute(tx),
  );
  const { rows: versions } = await harness.asMigrator((tx) => sql`select * from delivery_endpoint_version`.execute(tx));
  expect(versions.length).toBeGreaterThanOrEqual(3);
  const one = await harness.call(deliveryEndpointGet, agency, { params: { ...params, endpointKey } });
  expect((one.body.data as DeliveryEndpointRecord).versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(JSON.stringify([all.body, one.body, log, versions])).not.toContain('s3cret');
});

test('one for the client, one for its campus, none for another’s; patterns must be valid', async () => {
  expect((await save({ at: { campusKey } })).status).toBe(200);
  expect((await save({ at: { campusKey } })).body.errors).toMatchObject([{ field: 'clientKey', code: 'taken' }]);
  expect((await save({ at: { clientKey: foreignClient } })).status).toBe(404);
  const answers = { success: '(?<=a)b', duplicate: '(', rejects: [], reference: null };
  const { body } = await save({ answers });
  expect(body.errors).toMatchObject([{ field: 'settings.answers.success' }, { field: 'settings.answers.duplicate' }]);
});

test('a pause is recorded, and a test shows request and response without creating a lead', async () => {
  const { endpointKey } = await makeSaved();
  const paused = await harness.call(deliveryEndpointPause, agency, { params, body: { endpointKey, isPaused: true } });
  expect(paused.body.data).toMatchObject({ isPaused: true, health: { failuresInRow: 0, tries: 0, waiting: 0 } });
  const count = () =>
    harness.asMigrator(
      async (tx) => (await sql<{ n: number }>`select count(*)::int as n from lead`.execute(tx)).rows[0]!.n,
    );
  const before = await count();
  const { body } = await harness.call(deliveryEndpointTest, agency, { params, body: { endpointKey } });
  // Names ending in .example do not exist, so it fails; or it lacks credentials.
  expect(body.data).toMatchObject({ outcome: 'failed', request: expect.stringContaining('POST https://leads.') });
  expect(await count()).toBe(before);
});

test('another owner’s endpoint is not found under any key', async () => {
  const { endpointKey } = await makeSaved();
  const stranger = await harness.signedIn('ag', {
    owners: [await ownerOf(foreignClient)],
    permissions: ['clients:Criteria'],
  });
  const foreignParams = { owner: await ownerOf(foreignClient), endpointKey };
  expect((await harness.call(deliveryEndpointGet, stranger, { params: foreignParams })).status).toBe(404);
  expect((await harness.call(deliveryEndpointGet, agency, { params: { ...foreignParams, ...params } })).status).toBe(
    200,
  );
});

test('mail and file targets are validated on saving, and a host key is cleared with its host', async () => {
  const file = { method: 'FILE' as const, auth: { kind: 'BASIC' as const, userName: 'school' } };
  for (const url of [
    'sftp://127.0.0.1/in',
    'sftp://2130706433/in',
    'sftp://[::1]/in',
    'sftp://localhost/in',
    'sftp://10.0.0.7:2222/in',
  ])
    expect((await save({ ...file, url })).body.errors).toMatchObject([{ field: 'settings.url', code: 'address' }]);
  const folder = await save({ method: 'FILE', url: 'folder:school', auth: { kind: 'NONE' } });
  expect(folder.body.errors).toMatchObject([{ field: 'settings.url', code: 'address' }]);
  const first = await makeSaved();
  const at = (version: number) => ({
    endpointKey: first.endpointKey,
    version,
    campusKey: first.campusKey,
    credential: 's3cret-key',
  });
  const saved = await save({ ...file, url: 'sftp://files.school.example/in', at: at(first.version) });
  expect(saved.status).toBe(200);
  await harness.asMigrator((tx) =>
    sql`update delivery_endpoint set host_key = 'SHA256:seen' where endpoint_key = ${first.endpointKey}`.execute(tx),
  );
  const same = await save({ ...file, url: 'sftp://files.school.example/other', at: at(first.version + 1) });
  expect((same.body.data as Saved).endpoint.hostKey).toBe('SHA256:seen');
  const other = await save({ ...file, url: 'sftp://files.elsewhere.example/in', at: at(first.version + 2) });
  expect((other.body.data as Saved).endpoint.hostKey).toBeNull();
  expect(JSON.stringify([saved.body, same.body, other.body])).not.toContain('s3cret');
});
