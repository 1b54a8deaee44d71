import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { someLead, withCriteria } from '../../testing/factories/intake.ts';
import { loadAccounts, upsertAccount } from './accounts.queries.ts';
import { LOCAL_PROVIDER } from './local.ts';
import { createVerifier } from './verifier.ts';

const database = useDatabase();
const SECRET = Buffer.from('a secret of at least thirty-two characters');
const AT = new Date('2026-03-10T12:00:00Z');
let mine: number;
let foreign: number;
beforeEach(() =>
  database.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    [mine, foreign] = [owners.mine.ownerKey, owners.foreign.ownerKey];
  }),
);

const put = (ownerKey: number, apiKey: string) =>
  database.asMigrator((tx) =>
    upsertAccount(tx, SECRET, ownerKey, { provider: 'TRUSTEDFORM', credential: { apiKey }, by: null, at: AT }),
  );
const putLocal = (ownerKey: number, sealed: Buffer | null) =>
  database.asMigrator((tx) =>
    sql`insert into provider_account (owner_key, provider, sealed, set_at) values (${ownerKey}, 'LOCAL', ${sealed}, ${AT})`.execute(
      tx,
    ),
  );
const load = (ownerKey: number, secret = SECRET) => database.asMigrator((tx) => loadAccounts(tx, secret, ownerKey));

test('credentials are sealed, replaceable, and per owner', async () => {
  expect(await load(mine)).toEqual({});
  await put(mine, 'first-key');
  await put(mine, 'second-key');
  await put(foreign, 'foreign-key');
  expect(await load(mine)).toEqual({ trustedForm: { apiKey: 'second-key' } });
  const stored = await database.asMigrator((tx) =>
    sql<{ text: string }>`select encode(sealed, 'escape') as text from provider_account`.execute(tx),
  );
  expect(JSON.stringify(stored.rows)).not.toMatch(/-key/);
});

test('credentials moved to another owner cannot be opened', async () => {
  await put(mine, 'first-key');
  await put(foreign, 'foreign-key');
  expect(await load(foreign)).toEqual({ trustedForm: { apiKey: 'foreign-key' } });
  await database.asMigrator((tx) =>
    sql`update provider_account a set sealed = b.sealed from provider_account b
        where a.owner_key = ${foreign} and b.owner_key = ${mine} and a.provider = b.provider`.execute(tx),
  );
  await expect(load(foreign)).rejects.toThrow(/authenticate/);
});

test('the local provider replaces all of them, without credentials', async () => {
  await expect(putLocal(mine, Buffer.from('x'))).rejects.toThrow(/check constraint/);
  await putLocal(mine, null);
  expect(await load(mine)).toMatchObject({ local: true });
});

test('a posted lead is checked with the owner’s own accounts, if its client wants it', async () => {
  const requests: string[] = [];
  const verify = createVerifier({
    db: database.db,
    secret: SECRET,
    http: ({ url }) => {
      requests.push(url.host);
      return Promise.reject(new Error('nobody can be reached in a test'));
    },
  });
  const rulesOf = (ownerKey: number, verification: object) => {
    const rules = withCriteria({ verification });
    return { ...rules, owner: { ...rules.owner, ownerKey } };
  };
  const lead = { ...someLead(), trustedFormCertUrl: 'https://cert.trustedform.com/0123abcd' };
  const answersFor = async (ownerKey: number, verification: object) =>
    [
      ...(await verify(
        makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null }),
        rulesOf(ownerKey, verification),
        lead,
      )),
    ].map(([kind, { outcome, provider }]) => [kind, outcome, provider]);
  await putLocal(mine, null);
  await put(mine, 'first-key');
  expect(await answersFor(mine, {})).toEqual([]);
  expect(await answersFor(mine, { phone: 'REJECT' })).toEqual([['phone', 'ok', LOCAL_PROVIDER]]);
  await put(foreign, 'its-own-key');
  expect(await answersFor(foreign, { certificate: 'FLAG', phone: 'FLAG' })).toEqual([
    ['certificate', 'unknown', 'TrustedForm'],
    ['phone', 'unknown', 'Phone verification'],
  ]);
  expect(requests).toEqual(['cert.trustedform.com']);
});
