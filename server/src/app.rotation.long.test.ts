import {
  type AnyCall,
  fillPath,
  leadPersonView,
  leadSearch,
  type LeadAnswer,
  privacyFind,
  type PrivacyFound,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { type Migrator } from './db/migrate/loader.ts';
import { type Kernel } from './http/kernel.ts';
import { createLog } from './http/watch/log.ts';
import {
  openAccount,
  openCredential,
  openPushSecret,
  openWebhookSecret,
  sealAccount,
  sealCredential,
  sealPushSecret,
  sealWebhookSecret,
} from './lib/secrets/seal.ts';
import { readTicket, writeTicket } from './lib/secrets/signed-ticket.ts';
import { derivedToken } from './lib/secrets/tokens.ts';
import { type GivenSecrets, openRing } from './shared/keys/open-keys.ts';
import { countLeft, rotateKeys } from './shared/keys/rotate-keys.ts';
import { SEALED_COLUMNS } from './shared/keys/sealed-columns.ts';
import { TEST_NOW, TEST_SECRET } from './testing/app.ts';
import { inOrder } from './testing/calls/in-order.ts';
import { type LifePlace, PERSON, useLeadLife } from './testing/factories/lead-life.ts';
import { postBody } from './testing/factories/posting.ts';
import { openWhole } from './testing/whole-dump.ts';

const life = useLeadLife();
const { harness, read, write } = life;
const NEW_SECRET = Buffer.from('the secret after the one for tests only');
const PUSH_KEY = 'p'.repeat(43);

const open = (over: Partial<GivenSecrets>): Promise<Buffer> =>
  harness.asMigrator((tx) => openRing(tx, { secret: NEW_SECRET, before: null, next: null, ...over }, TEST_NOW));

const kernels: Kernel[] = [];
/** Starts another server of the same installation, with these keys. */
const startServer = async (secret: Buffer): Promise<Kernel['app']> => {
  const kernel = await buildApp({
    config: { production: false, trustProxy: [], serveWeb: false, metricsToken: null },
    db: harness.db,
    clock: harness.clock,
    secret,
    dataDir: harness.dataDir,
    live: harness.live,
    log: createLog({ logLevel: 'silent' }),
  });
  kernels.push(kernel);
  return kernel.app;
};
type Server = Kernel['app'];
afterEach(async () => {
  for (const { app } of kernels.splice(0)) await app.close();
});

const migrator: Migrator = { run: (work) => harness.asMigrator(work), close: () => Promise.resolve() };
const rotate = (secret: Buffer, onBatch?: (name: string) => void) =>
  rotateKeys(migrator, secret, { at: TEST_NOW, ...(onBatch && { onBatch }) });

let number = 1_000;
const post = async (server: Server, place: LifePlace, over: object = {}): Promise<LeadAnswer> => {
  const { statusCode, payload } = await server.inject({
    method: 'POST',
    url: '/lead/v1/post',
    headers: { 'x-partner-key': place.key },
    payload: { ...postBody((number += 1), place), ...over },
  });
  expect([statusCode, payload]).toEqual([200, expect.any(String)]);
  return JSON.parse(payload) as LeadAnswer;
};

const call = async (
  server: Server,
  { base, path }: AnyCall,
  payload: object,
  params: Record<string, number> = {},
): Promise<unknown> => {
  const url = `/${base}${fillPath(path, params, 'ag')}`;
  const answer = await server.inject({ method: 'POST', url, headers: life.desk().headers, payload });
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.any(String)]);
  return (JSON.parse(answer.payload) as { data: unknown }).data;
};
/** The person of a lead as a server returns it. */
const personOf = (server: Server, ownerKey: number, leadCaptureKey: number): Promise<unknown> =>
  call(server, leadPersonView, { ownerKey, leadCaptureKey });

/** Sealed secrets of other systems, which no lead creates. */
const SECRETS = (place: LifePlace) => ({
  credential: `credential ${place.ownerKey}`,
  account: `account ${place.ownerKey}`,
});
const keepSecrets = (place: LifePlace, secret: Buffer): Promise<unknown> =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = place;
    const { credential, account } = SECRETS(place);
    const { rows } = await sql<{
      key: number;
    }>`select endpoint_key as key from delivery_endpoint where owner_key = ${ownerKey}`.execute(tx);
    await sql`
      update delivery_endpoint set secret = ${sealCredential(secret, { ownerKey, endpointKey: rows[0]!.key }, credential)}
      where owner_key = ${ownerKey}`.execute(tx);
    await sql`
      insert into provider_account (owner_key, provider, sealed, set_at)
      values (${ownerKey}, 'PHONE', ${sealAccount(secret, { ownerKey, provider: 'PHONE' }, account)}, now())`.execute(
      tx,
    );
    const clients = await sql<{ key: number }>`
      select client_key as key from client where owner_key = ${ownerKey} limit 1`.execute(tx);
    const clientKey = clients.rows[0]!.key;
    await sql`
      insert into client_crm_account (owner_key, client_key, host, header_name, sealed, set_at)
      values (${ownerKey}, ${clientKey}, 'crm.example', 'X-Key',
              ${sealAccount(secret, { ownerKey, provider: `CLIENT_SYSTEM:${clientKey}` }, account)}, now())`.execute(
      tx,
    );
    await sql`
      insert into platform_push_key (owner_key, key_id, secret, made_at)
      values (${ownerKey}, ${`${ownerKey}${PUSH_KEY}`.slice(0, 43)},
              ${sealPushSecret(secret, { ownerKey, keyId: `${ownerKey}${PUSH_KEY}`.slice(0, 43) }, credential)}, now())`.execute(
      tx,
    );
  });
const openSecrets = (place: LifePlace, secret: Buffer): Promise<string[]> =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = place;
    const { rows } = await sql<
      Record<'endpoint' | 'account' | 'crm' | 'push', Buffer> & { endpointKey: number; clientKey: number }
    >`
      select e.secret as endpoint, e.endpoint_key as "endpointKey", a.sealed as account, c.sealed as crm,
             c.client_key as "clientKey", k.secret as push
      from delivery_endpoint e join provider_account a using (owner_key) join client_crm_account c using (owner_key)
      join platform_push_key k using (owner_key) where owner_key = ${ownerKey}`.execute(tx);
    const { endpoint, endpointKey, account, crm, clientKey, push } = rows[0]!;
    return [
      openCredential(secret, { ownerKey, endpointKey }, endpoint),
      openAccount(secret, { ownerKey, provider: 'PHONE' }, account),
      openAccount(secret, { ownerKey, provider: `CLIENT_SYSTEM:${clientKey}` }, crm),
      openPushSecret(secret, { ownerKey, keyId: `${ownerKey}${PUSH_KEY}`.slice(0, 43) }, push),
    ];
  });

const keepWebhookSecrets = async (secret: Buffer): Promise<void> => {
  await life.webhook();
  const [hook] = await read(sql<{ key: number }>`select webhook_key as key from webhook`);
  await write(sql`
    update webhook set secret = ${sealWebhookSecret(secret, hook!.key, 'new')}, old_secret = ${sealWebhookSecret(secret, hook!.key, 'old')}`);
};
const openWebhookSecrets = async (secret: Buffer): Promise<string[]> => {
  const [hook] = await read(sql<{ key: number; secret: Buffer; old: Buffer }>`
    select webhook_key as key, secret, old_secret as old from webhook`);
  return [hook!.secret, hook!.old].map((sealed) => openWebhookSecret(secret, hook!.key, sealed));
};

describe('changing the secret while servers run', () => {
  inOrder();

  test('posts and reads continue, an interrupted rotation is resumed, and in the end the new secret alone opens everything', async () => {
    const places = [life.mine(), life.foreign()];
    const firsts = [await life.live(life.mine()), await life.live(life.foreign())];
    await life.startExport();
    await life.writeExports();
    await keepWebhookSecrets(TEST_SECRET);
    for (const place of places) await keepSecrets(place, TEST_SECRET);
    const repeated = { transactionId: 'asked before and after' };
    const answeredBefore = await post(harness.app, places[0]!, { ...postBody(77, places[0]!), ...repeated });
    const ticket = { ownerKey: places[0]!.ownerKey, key: 3, endsAt: new Date(TEST_NOW.getTime() + 86_400_000) };
    const link = writeTicket(TEST_SECRET, 'posting instructions', ticket);
    const before = await openWhole(harness);

    // First every server gets the new secret for opening, then each is started with it.
    const announced = await startServer(await open({ secret: TEST_SECRET, next: NEW_SECRET }));
    const both = await open({ before: TEST_SECRET });
    const renewed = await startServer(both);
    await post(renewed, places[0]!);
    const [newest] = await read(sql<{ leadKey: number; ownerKey: number; keyId: number }>`
      select lead_key::int as "leadKey", owner_key as "ownerKey", key_id as "keyId" from lead_person order by lead_key desc limit 1`);
    expect(newest!.keyId).toBe(2);
    // A server not yet restarted can open data sealed with the new secret.
    await personOf(announced, newest!.ownerKey, newest!.leadKey);

    // Aborted half-way: finished batches stay, and nothing is lost.
    const ended = rotate(both, (name) => {
      if (name !== 'people') throw new Error('the process was ended');
    });
    await expect(ended).rejects.toThrow('the process was ended');
    expect(Object.keys(await countLeft(migrator, both))).toEqual(expect.arrayContaining(['files', 'accounts']));
    await expect(open({})).rejects.toThrow('set PACELINE_SECRET_BEFORE');

    // During each batch, leads of both owners are posted, and read on both servers.
    const meanwhile: Promise<unknown>[] = [];
    const { left, resealed } = await rotate(both, () => {
      for (const [index, place] of places.entries())
        meanwhile.push(
          post(renewed, place),
          personOf(renewed, place.ownerKey, firsts[index]!.leadKey),
          personOf(announced, place.ownerKey, firsts[index]!.leadKey),
        );
    });
    expect(Object.keys(resealed).length).toBeGreaterThan(3);
    expect(meanwhile.length).toBeGreaterThan(20);
    await Promise.all(meanwhile);
    expect(left).toEqual({});

    const alone = await open({});
    const server = await startServer(alone);
    const after = await openWhole(harness, alone);
    for (const [where, text] of before) expect(after.get(where)).toContain(text.trimEnd().split('\n')[0]);
    for (const where of ['bulk_import', 'bulk_import_row', 'lead_export_part', 'milestone_unmatched'])
      expect(after.get(where)?.split('\n').toSorted()).toEqual(before.get(where)?.split('\n').toSorted());
    for (const place of places) {
      const { credential, account } = SECRETS(place);
      expect(await openSecrets(place, alone)).toEqual([credential, account, account, credential]);
    }
    expect(await openWebhookSecrets(alone)).toEqual(['new', 'old']);
    for (const [index, place] of places.entries())
      expect(await personOf(server, place.ownerKey, firsts[index]!.leadKey)).toMatchObject({
        email: PERSON.email.toLowerCase(),
      });

    // Recognition still works: duplicates, search, repeated posts, links.
    expect(await post(server, places[0]!, { ...postBody(77, places[0]!), ...repeated })).toEqual({
      ...answeredBefore,
      requestId: expect.any(String),
    });
    expect(await post(server, places[0]!, { ...postBody(77, places[0]!), transactionId: 'another' })).toMatchObject({
      status: 'DUP',
    });
    expect(
      (await call(server, leadSearch, { ownerKey: places[1]!.ownerKey, person: PERSON.email })) as object,
    ).toMatchObject({ rows: [{ leadCaptureKey: firsts[1]!.leadKey }] });
    const person = await call(
      server,
      privacyFind,
      { email: PERSON.email, phone: PERSON.phone },
      { owner: places[1]!.ownerKey },
    );
    expect((person as PrivacyFound).leads).toHaveLength(1);
    expect(readTicket(alone, 'posting instructions', link, TEST_NOW)).toEqual(ticket);
    expect(derivedToken(alone, 'refresh', 'token')).toBe(derivedToken(TEST_SECRET, 'refresh', 'token'));

    // The old secret opens nothing any more, and no server starts with it.
    await expect(openWhole(harness)).rejects.toThrow('sealed with key 2');
    await expect(open({ secret: TEST_SECRET })).rejects.toThrow('sealed with key 2');
  });

  test('one row that cannot be opened is reported and blocks no other', async () => {
    const third = Buffer.from('a third secret, and after it there is none');
    await write(sql`
      update lead_person set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)
      where lead_key = (select min(lead_key) from lead_person where sealed is not null)`);
    const both = await open({ secret: third, before: NEW_SECRET });
    expect((await rotate(both)).left).toEqual({ people: 1 });
    await expect(open({ secret: third })).rejects.toThrow('sealed with key 2');
    // The unreadable row keeps the old key from being retired; giving the row up means erasing it.
    await write(sql`update lead_person set sealed = null where app.sealed_with(sealed) <> 3`);
    expect(await rotate(both)).toEqual({ resealed: {}, left: {} });
    await open({ secret: third });
  });
});

test('every bytea column is resealed, or holds nothing sealed', async () => {
  const NOT_SEALED = /(?:_hash|^hash|^print|^sha256|^digest|^subject|^content|^logo)$/;
  const rows = await read(sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.atttypid = 'bytea'::regtype and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 order by 1`);
  const sealedColumns = Object.values(SEALED_COLUMNS).flatMap(({ table, read: column }) =>
    /^t\.\w+$/.test(column) ? [`${table}.${column.slice(2)}`] : [],
  );
  expect(rows.map(({ name }) => name).filter((name) => !NOT_SEALED.test(name.split('.')[1]!))).toEqual(
    sealedColumns.toSorted(),
  );
});
