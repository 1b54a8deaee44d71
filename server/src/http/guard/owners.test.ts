import { defineCall, key, keyParam } from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeCampaign, makeClient, makeOwner, makePartner } from '../../testing/factories/factories.ts';
import { createKernel } from '../kernel.ts';
import { createLog } from '../watch/log.ts';
import { audit } from '../../shared/audit.ts';

/** Calls that report their resolved owner, one for each place that can name an owner. */
const rest = {
  summary: 'a call of this test',
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  response: z.object({ ownerKey: key.nullable(), scope: z.array(key) }),
} as const;
const maybeOwner = z.strictObject({ ownerKey: keyParam.optional() });
const CALLS = {
  inPath: defineCall({ ...rest, id: 'inPath', route: 'GET /{p}/{owner}/path', owner: 'path' }),
  inQuery: defineCall({
    ...rest,
    id: 'inQuery',
    route: 'GET /{p}/query',
    owner: 'query',
    query: z.strictObject({ ownerKey: keyParam }),
  }),
  inBody: defineCall({
    ...rest,
    id: 'inBody',
    route: 'POST /{p}/body',
    owner: { body: 'about' },
    body: z.strictObject({ about: key }),
  }),
  byKey: defineCall({
    ...rest,
    id: 'byKey',
    route: 'GET /{p}/campaign/{key}/x',
    owner: { byKey: 'campaign', param: 'key' },
  }),
  byKeys: defineCall({
    ...rest,
    id: 'byKeys',
    route: 'POST /{p}/clients/x',
    owner: { byKey: 'client', field: 'clientKeys' },
    body: z.strictObject({ clientKeys: z.array(key) }),
  }),
  byType: defineCall({
    ...rest,
    id: 'byType',
    route: 'GET /{p}/type/{client}/{type}/{key}',
    owner: [
      { byKeyType: 'type', param: 'key' },
      { byKey: 'client', param: 'client', fallback: true },
    ],
    params: { client: keyParam, type: z.enum(['owner', 'campaign', 'partner']), key: keyParam },
  }),
  several: defineCall({
    ...rest,
    id: 'several',
    route: 'POST /{p}/{owner}/several',
    owner: ['path', 'query', { byKey: 'client', field: 'clientKey' }],
    query: maybeOwner,
    body: z.strictObject({ clientKey: key.optional() }),
  }),
  orSession: defineCall({
    ...rest,
    id: 'orSession',
    route: 'GET /{p}/some',
    owner: ['query', { session: 'partners see all', groups: ['mp'] }],
    query: maybeOwner,
  }),
  whole: defineCall({ ...rest, id: 'whole', route: 'GET /{p}/all', owner: { session: 'all of them' } }),
};

const harness = useApp();
let app: FastifyInstance;
let user: SignedIn;
let partner: SignedIn;
/** The caller's two owners and a foreign one, each with a client and a campaign. */
const owners: { ownerKey: number; clientKey: number; campaignKey: number }[] = [];
let [one, two, foreign] = [0, 0, 0];

beforeAll(async () => {
  const config = { production: false, trustProxy: [], serveWeb: false, metricsToken: null };
  const { db, clock } = harness;
  const kernel = await createKernel({ audit, config, db, clock, log: createLog({ logLevel: 'silent' }) });
  app = kernel.app;
  for (const call of Object.values(CALLS))
    kernel.register(call, async ({ ownerKey, scope }) => ({ ownerKey, scope: [...scope.ownerKeys] }));
  await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    for (let index = 0; index < 3; index += 1) {
      const { ownerKey } = await makeOwner(tx);
      const { campaignKey } = await makeCampaign(tx, { ownerKey, partnerKey });
      owners.push({ ownerKey, clientKey: await makeClient(tx, ownerKey), campaignKey });
    }
  });
  [one, two, foreign] = owners.map(({ ownerKey }) => ownerKey) as [number, number, number];
  user = await harness.signedIn('ag', { owners: [one, two] });
  partner = await harness.signedIn('mp', { owners: [one, two] });
});
afterAll(() => app.close());

interface Told {
  status: number;
  /** The resolved owner, or the error. */
  owner: number | null | string;
}
const ask = async (path: string, body?: object, as = user): Promise<Told> => {
  const answer = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api/${as.group}/${path}`,
    headers: as.headers,
    ...(body !== undefined && { payload: body }),
  });
  const { data, code, errors } = answer.json();
  if (data === null)
    return { status: answer.statusCode, owner: errors?.[0] ? `${errors[0].field} ${errors[0].code}` : code };
  // A statement without a filter never sees more than the handler's owner.
  expect(data.scope).toEqual(data.ownerKey === null ? [one, two] : [data.ownerKey]);
  return { status: answer.statusCode, owner: data.ownerKey };
};
const is = (owner: number | null): Told => ({ status: 200, owner });
const notFound: Told = { status: 404, owner: 'NOT_FOUND' };

const at = (index: number) => owners[index] ?? { ownerKey: 0, clientKey: 0, campaignKey: 0 };

describe('the owner is read where the call declares it', () => {
  test.each<[string, (of: ReturnType<typeof at>) => [path: string, body?: object]]>([
    ['path', ({ ownerKey }) => [`${ownerKey}/path`]],
    ['query', ({ ownerKey }) => [`query?ownerKey=${ownerKey}`]],
    ['body', ({ ownerKey }) => ['body', { about: ownerKey }]],
    ['key', ({ campaignKey }) => [`campaign/${campaignKey}/x`]],
    ['keys', ({ clientKey }) => ['clients/x', { clientKeys: [clientKey, clientKey] }]],
    ['key of an owner', ({ ownerKey }) => [`type/1/owner/${ownerKey}`]],
    ['key of a kind', ({ campaignKey }) => [`type/1/campaign/${campaignKey}`]],
    ['fallback', ({ clientKey }) => [`type/${clientKey}/partner/1`]],
  ])('%s', async (_, request) => {
    expect(await ask(...request(at(0)))).toEqual(is(one));
    expect(await ask(...request(at(1)))).toEqual(is(two));
    expect(await ask(...request(at(2)))).toEqual(notFound);
    expect(await ask(...request({ ownerKey: 999_999, clientKey: 999_999, campaignKey: 999_999 }))).toEqual(notFound);
  });
});

describe('several mentions of an owner', () => {
  test('must agree', async () => {
    const several = (query: number | null, clientKey: number | null) =>
      ask(`${one}/several${query === null ? '' : `?ownerKey=${query}`}`, clientKey === null ? {} : { clientKey });
    expect(await several(null, null)).toEqual(is(one));
    expect(await several(one, at(0).clientKey)).toEqual(is(one));
    expect(await several(two, null)).toEqual({ status: 400, owner: 'ownerKey mismatch' });
    expect(await several(one, at(1).clientKey)).toEqual({ status: 400, owner: 'clientKey mismatch' });
    expect(await several(foreign, null)).toEqual(notFound);
    expect(await several(null, at(2).clientKey)).toEqual(notFound);
    expect(await ask('clients/x', { clientKeys: [at(0).clientKey, at(1).clientKey] })).toEqual({
      status: 400,
      owner: 'clientKeys mismatch',
    });
    expect(await ask('clients/x', { clientKeys: [at(0).clientKey, at(2).clientKey] })).toEqual(notFound);
  });

  test('are required unless the call concerns the whole session', async () => {
    expect(await ask('all')).toEqual(is(null));
    expect(await ask('some', undefined, partner)).toEqual(is(null));
    expect(await ask(`some?ownerKey=${one}`, undefined, partner)).toEqual(is(one));
    expect(await ask('some')).toEqual({ status: 400, owner: 'ownerKey required' });
    expect(await ask('clients/x', { clientKeys: [] })).toEqual({ status: 400, owner: 'clientKeys required' });
  });
});

test('an owner that is not accessible is audited, whether it exists or not', async () => {
  const curious = await harness.signedIn('ag', { owners: [one, two] });
  await ask(`campaign/${at(2).campaignKey}/x`, undefined, curious);
  await ask('campaign/999999/x', undefined, curious);
  const { rows } = await harness.asMigrator((tx) =>
    sql`select route, action, outcome, entity, entity_key as "entityKey" from audit_log
        where user_key = ${curious.userKey} and at = ${TEST_NOW} order by audit_key`.execute(tx),
  );
  const denial = { route: 'byKey', action: 'NOT_FOUND', outcome: 'denied', entity: 'campaign' };
  expect(rows).toEqual([
    { ...denial, entityKey: String(at(2).campaignKey) },
    { ...denial, entityKey: '999999' },
  ]);
});

test('another owner’s key is not found even with row-level security off', async () => {
  await harness.asMigrator((tx) => sql`alter table campaign disable row level security`.execute(tx));
  try {
    expect(await ask(`campaign/${at(2).campaignKey}/x`)).toEqual(notFound);
    expect(await ask(`campaign/${at(0).campaignKey}/x`)).toEqual(is(one));
  } finally {
    await harness.asMigrator((tx) => sql`alter table campaign enable row level security`.execute(tx));
  }
});
