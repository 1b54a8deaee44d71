import {
  ALL_PERMISSIONS,
  clientCriteriaSave,
  type ProviderAccounts,
  providerAccountCheck,
  providerAccountList,
  providerAccountRemove,
  providerAccountSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { makeScope } from '../../../db/scope/make-scope.ts';
import { type OutboundAnswer, type OutboundRequest } from '../../../lib/guarded-http.ts';
import { loadAccounts } from '../../../shared/providers/accounts.queries.ts';
import { type SignedIn, TEST_SECRET, useApp } from '../../../testing/app.ts';
import { makeClient, makeOwner } from '../../../testing/factories/factories.ts';
import { checkAccount, type ProviderDeps, saveAccount } from './providers.service.ts';

const log = new PassThrough();
let logged = '';
log.on('data', (chunk: Buffer) => (logged += chunk.toString()));
const harness = useApp({ log });

let owner: number;
let other: number;
let clientKey: number;
let otherClient: number;
let agency: SignedIn;
beforeEach(async () => {
  logged = '';
  await harness.asMigrator(async (tx) => {
    ({ ownerKey: owner } = await makeOwner(tx));
    ({ ownerKey: other } = await makeOwner(tx));
    clientKey = await makeClient(tx, owner);
    otherClient = await makeClient(tx, other);
  });
  agency = await harness.signedIn('ag', { owners: [owner, other], permissions: ALL_PERMISSIONS });
});

const params = () => ({ params: { owner } });
const list = async (of = owner): Promise<ProviderAccounts> =>
  (await harness.call(providerAccountList, agency, { params: { owner: of } })).body.data as ProviderAccounts;
const account = async (provider: string, of = owner) =>
  (await list(of)).accounts.find((one) => one.provider === provider);
type Saved = Parameters<typeof saveAccount>[3];
const save = (body: Saved, as = agency) => harness.call(providerAccountSave, as, { ...params(), body });
const saveCriteria = (version: number, clientCrmUrl: string | null, of = clientKey) =>
  harness.call(clientCriteriaSave, agency, {
    params: { key: of },
    body: { version, criteria: { verification: { clientCrm: clientCrmUrl === null ? 'OFF' : 'FLAG', clientCrmUrl } } },
  });
const SYSTEM = { headerName: 'X-Api-Key', value: 'crm-secret-value-77' };
const saveSystem = () => save({ provider: 'CLIENT_SYSTEM', clientKey, credential: SYSTEM });
const auditText = async (): Promise<string> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ text: string }>`select to_jsonb(a)::text as text from audit_log a where owner_key = ${owner}`.execute(tx),
  );
  return rows.map(({ text }) => text).join('\n');
};

/** The service with a fake network: requests are recorded, answers are given. */
const withNetwork = (answer: OutboundAnswer | Error) => {
  const requests: OutboundRequest[] = [];
  const deps: ProviderDeps = {
    db: harness.db,
    clock: harness.clock,
    secret: TEST_SECRET,
    isProduction: false,
    http: (request) => {
      requests.push(request);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const caller = {
    scope: makeScope({ userKey: agency.userKey, group: 'ag', ownerKeys: [owner], partnerKey: null }),
    origin: { ip: '127.0.0.1', userAgent: 'test', requestId: 'test', route: 'test' },
  };
  return { sentRequests: requests, deps, caller };
};

test('an account is set, replaced and removed by its owner; its credential is in no answer, log or audit line', async () => {
  const first = await save({
    provider: 'PHONE',
    credential: { accountSid: 'AC-visible-11', authToken: 'token-first-11' },
  });
  await save({ provider: 'PHONE', credential: { accountSid: 'AC-visible-22', authToken: 'token-second-22' } });
  const at = harness.clock.now().toISOString();
  expect(await account('PHONE')).toEqual({
    provider: 'PHONE',
    setAt: at,
    setBy: 'Test User',
    check: null,
    clients: [],
  });
  expect(await account('EMAIL')).toMatchObject({ setAt: null });
  expect(await account('PHONE', other)).toMatchObject({ setAt: null });
  expect(await harness.asMigrator((tx) => loadAccounts(tx, TEST_SECRET, owner))).toEqual({
    phone: { accountSid: 'AC-visible-22', authToken: 'token-second-22' },
  });

  const removed = await harness.call(providerAccountRemove, agency, { ...params(), body: { provider: 'PHONE' } });
  expect(removed.status).toBe(200);
  expect(await account('PHONE')).toMatchObject({ setAt: null, setBy: null });
  const again = await harness.call(providerAccountRemove, agency, { ...params(), body: { provider: 'PHONE' } });
  expect(again.status).toBe(404);

  const audited = await auditText();
  expect(audited).toContain('saveProviderAccount');
  expect(audited).toContain('removeProviderAccount');
  expect(logged).toContain('providerAccountSave');
  for (const text of [JSON.stringify([first.body, removed.body]), audited, logged])
    for (const secret of ['token-first-11', 'token-second-22', 'AC-visible']) expect(text).not.toContain(secret);
});

test('readers see that it is set but change nothing; others are refused', async () => {
  await save({ provider: 'EMAIL', credential: { apiKey: 'zb-key-1' } });
  const viewer = await harness.signedIn('ag', { owners: [owner], permissions: ['clients:View'] });
  expect((await harness.call(providerAccountList, viewer, params())).status).toBe(200);
  expect((await save({ provider: 'EMAIL', credential: { apiKey: 'x' } }, viewer)).status).toBe(403);
  for (const call of [providerAccountCheck, providerAccountRemove])
    expect((await harness.call(call, viewer, { ...params(), body: { provider: 'EMAIL' } })).status).toBe(403);
  for (const group of ['cl', 'mp'] as const) {
    const outsider = await harness.signedIn(group, {
      owners: [owner],
      permissions: ['clients:View', 'clients:Criteria'],
    });
    expect((await harness.call(providerAccountList, outsider, params())).status).not.toBe(200);
  }
  const elsewhere = await harness.signedIn('ag', { owners: [other], permissions: ALL_PERMISSIONS });
  expect((await harness.call(providerAccountList, elsewhere, params())).status).toBe(404);
  expect((await save({ provider: 'EMAIL', credential: { apiKey: 'x' } }, elsewhere)).status).toBe(404);
  expect(await harness.asMigrator((tx) => loadAccounts(tx, TEST_SECRET, owner))).toEqual({
    email: { apiKey: 'zb-key-1' },
  });
});

test.each([
  [{ provider: 'EMAIL', credential: { apiKey: 'zb' } }, { status: 200, text: '{"Credits":"120"}' }, 'accepted'],
  [{ provider: 'EMAIL', credential: { apiKey: 'zb' } }, { status: 200, text: '{"Credits":"-1"}' }, 'refused'],
  [{ provider: 'EMAIL', credential: { apiKey: 'zb' } }, { status: 500, text: 'oops' }, 'unknown'],
  [{ provider: 'PHONE', credential: { accountSid: 'AC1', authToken: 't' } }, { status: 200, text: '{}' }, 'accepted'],
  [{ provider: 'PHONE', credential: { accountSid: 'AC1', authToken: 't' } }, { status: 401, text: '{}' }, 'refused'],
  [{ provider: 'TRUSTEDFORM', credential: { apiKey: 'tf' } }, { status: 404, text: '{}' }, 'accepted'],
  [{ provider: 'TRUSTEDFORM', credential: { apiKey: 'tf' } }, { status: 403, text: '{}' }, 'refused'],
  [
    { provider: 'JORNAYA', credential: { accountCode: 'c', auditKey: 'k' } },
    { status: 200, text: '{"audit":{"authentic":0}}' },
    'accepted',
  ],
  [{ provider: 'JORNAYA', credential: { accountCode: 'c', auditKey: 'k' } }, new Error('getaddrinfo'), 'unknown'],
] satisfies [Saved, OutboundAnswer | Error, string][])(
  'the check of %o with the answer %o gives %s',
  async (body, answer, outcome) => {
    await save(body);
    const { deps, caller, sentRequests } = withNetwork(answer);
    const { check, accounts } = await checkAccount(deps, caller, owner, { provider: body.provider });
    expect(check.outcome).toBe(outcome);
    expect(check.detail).not.toContain('getaddrinfo');
    expect(sentRequests).toHaveLength(1);
    expect(sentRequests[0]?.url.protocol).toBe('https:');
    expect(accounts.accounts.find(({ provider }) => provider === body.provider)?.check).toEqual(check);
    // New credentials need a new check.
    await save(body);
    expect(await account(body.provider)).toMatchObject({ check: null });
  },
);

test('a missing account cannot be checked', async () => {
  const { deps, caller, sentRequests } = withNetwork({ status: 200, text: '{}' });
  await expect(checkAccount(deps, caller, owner, { provider: 'EMAIL' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(sentRequests).toEqual([]);
});

test('a client’s credential is sent only to the host it was set for, and a changed host clears it', async () => {
  expect((await saveSystem()).status).toBe(404);
  await saveCriteria(0, 'https://crm.school.example/check');
  expect((await saveSystem()).status).toBe(200);
  expect((await list()).systems).toMatchObject([
    { clientKey, isAsked: true, host: 'crm.school.example', headerName: 'X-Api-Key', setBy: 'Test User' },
  ]);
  expect((await list(other)).systems).toEqual([]);
  const foreign = { provider: 'CLIENT_SYSTEM', clientKey: otherClient, credential: SYSTEM } as const;
  expect((await save(foreign)).status).toBe(404);

  const { deps, caller, sentRequests } = withNetwork({ status: 200, text: '{"duplicate":false}' });
  const check = () => checkAccount(deps, caller, owner, { provider: 'CLIENT_SYSTEM', clientKey });
  expect((await check()).check.outcome).toBe('accepted');
  expect(sentRequests[0]?.headers).toMatchObject({ 'x-api-key': SYSTEM.value });
  expect(sentRequests[0]?.body).not.toContain('nobody@');

  // Another path on the same host is the same system.
  await saveCriteria(1, 'https://crm.school.example/v2/check');
  expect((await list()).systems).toMatchObject([{ headerName: 'X-Api-Key' }]);
  await saveCriteria(2, 'https://collector.example/check');
  expect((await list()).systems).toMatchObject([
    { host: 'collector.example', headerName: null, setAt: null, check: null },
  ]);
  await check();
  expect(sentRequests[1]?.url.host).toBe('collector.example');
  expect(JSON.stringify(sentRequests[1]?.headers)).not.toContain(SYSTEM.value);
  const audited = await auditText();
  expect(audited).toContain('clearClientSystem');
  for (const text of [audited, logged]) expect(text).not.toContain(SYSTEM.value);
});

test('a header set for another host is never sent, even if its row still exists', async () => {
  await saveCriteria(0, 'https://crm.school.example/check');
  await saveSystem();
  await harness.asMigrator((tx) =>
    sql`update client_crm_account set host = 'old.school.example' where client_key = ${clientKey}`.execute(tx),
  );
  const { deps, caller, sentRequests } = withNetwork({ status: 200, text: '{"duplicate":true}' });
  await checkAccount(deps, caller, owner, { provider: 'CLIENT_SYSTEM', clientKey });
  expect(JSON.stringify(sentRequests[0]?.headers)).not.toContain(SYSTEM.value);
});

test.each(['https://127.0.0.1/check', 'https://localhost/check', 'https://crm.school.example:8443/check'])(
  '%s is refused as the address of a client’s system',
  async (url) => {
    const { status, body } = await saveCriteria(0, url);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: 'verification.clientCrmUrl', code: 'address' }]);
  },
);

test.each(['Host', 'Content-Length', 'two words', 'new\nline'])('the header name %o is refused', async (headerName) => {
  await saveCriteria(0, 'https://crm.school.example/check');
  const credential = { ...SYSTEM, headerName };
  expect((await save({ provider: 'CLIENT_SYSTEM', clientKey, credential })).status).toBe(400);
});

test('the local provider is turned on and off, and does not exist in production', async () => {
  expect((await list()).local).toEqual({ isOn: false });
  await save({ provider: 'LOCAL' });
  expect((await list()).local).toEqual({ isOn: true });
  expect((await list(other)).local).toEqual({ isOn: false });
  const { deps, caller } = withNetwork(new Error('nobody is asked'));
  const production = { ...deps, isProduction: true };
  await expect(saveAccount(production, caller, owner, { provider: 'LOCAL' })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
  const load = (isProduction: boolean) =>
    harness.asMigrator((tx) => loadAccounts(tx, TEST_SECRET, owner, { isProduction }));
  expect([await load(false), await load(true)]).toEqual([{ local: true }, {}]);
  await harness.call(providerAccountRemove, agency, { ...params(), body: { provider: 'LOCAL' } });
  expect((await list()).local).toEqual({ isOn: false });
});
