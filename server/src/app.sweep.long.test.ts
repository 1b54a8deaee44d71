import { ALL_PERMISSIONS, type AnyCall, fillPath, USER_GROUPS, type UserGroup } from '@paceline/contract';
import { type InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from './testing/app.ts';
import { makeCampaign, makeCampus, makeTwoOwners, makeUser } from './testing/factories/factories.ts';
import { registeredCalls } from './testing/calls/registered-calls.ts';
import { type Place, placesOf, sampleOf } from './testing/calls/sample-input.ts';

/**
 * Sends hostile texts to every text field of every call, found by schema: none may cause a server error, and texts that cannot be stored
 * are refused with the field named.
 */
const harness = useApp();
const calls = await registeredCalls();
const users = new Map<UserGroup, SignedIn>();

beforeAll(async () => {
  // The first record of each kind, so that the key 1 of every sample exists and has an owner.
  const { ownerKeys, partnerKey } = await harness.asMigrator(async (tx) => {
    const { mine: one, foreign } = await makeTwoOwners(tx);
    const { campaignKey, partnerKey: partner } = await makeCampaign(tx, one);
    await makeCampus(tx, { ownerKey: one.ownerKey, clientKey: 1 });
    if (one.ownerKey !== 1 || campaignKey !== 1) throw new Error('These are not the first records');
    return { ownerKeys: [one.ownerKey, foreign.ownerKey], partnerKey: partner };
  });
  for (const group of USER_GROUPS) {
    const { userKey } = await harness.asMigrator((tx) =>
      makeUser(tx, { group, ownerKeys, partnerKey, permissions: ALL_PERMISSIONS }),
    );
    users.set(group, await harness.sessionOf(group, userKey));
  }
});
// Rate limits are meant for people; here one user makes thousands of calls at once.
const forgetLimits = () => harness.asMigrator((tx) => sql`delete from rate_limit`.execute(tx));
beforeEach(forgetLimits);

type Part = 'params' | 'query' | 'body';
type Input = Record<Part, unknown>;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
/** Writes lists as `a=1&a=2`, as a browser does. */
const queryOf = (query: unknown): string =>
  Object.entries(query as object)
    .flatMap(([name, value]) => [value].flat().map((item) => `${name}=${encodeURIComponent(asText(item))}`))
    .join('&');

const bodyOf = ({ kind, method }: AnyCall, body: unknown): Pick<InjectOptions, 'payload' | 'headers'> => {
  if (method === 'GET') return {};
  if (kind === 'form') {
    return { payload: queryOf(body), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  }
  if (kind === 'upload') {
    const payload = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--b--\r\n';
    return { payload, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
  }
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};

const send = async (call: AnyCall, { params, query, body }: Input) => {
  const [group] = call.groups === 'public' ? (['ag'] as const) : call.groups;
  const texts = Object.entries(params as object).map(([name, value]) => [name, asText(value)]);
  const path = fillPath(call.path, Object.fromEntries(texts) as Record<string, string>, group);
  const { payload, headers } = bodyOf(call, body);
  const answer = await harness.app.inject({
    method: call.method,
    url: `/${call.base}${path}?${queryOf(query)}`,
    headers: { ...headers, ...(call.groups !== 'public' && users.get(group)?.headers) },
    ...(payload !== undefined && { payload }),
  });
  const isRefused = answer.statusCode >= 400;
  const { errors = [] } = isRefused ? (JSON.parse(answer.payload) as { errors?: { field: string }[] }) : {};
  return { status: answer.statusCode, fields: errors.map(({ field }) => field) };
};

/** A single list item in a URL or form looks like a plain value, and errors name it like one. */
const fieldOf = (part: Part, { kind }: AnyCall, { path }: Place): string =>
  part === 'body' && kind !== 'form' ? path.join('.') : (path[0] ?? part);

/** Lone surrogates cannot be written in a URL: their escaped bytes would be invalid UTF-8. */
const canCarryHalves = (part: Part, { kind }: AnyCall): boolean => part === 'body' && kind !== 'form';

const partsOf = (call: AnyCall): Part[] =>
  call.method === 'GET' || call.kind === 'upload' ? ['params', 'query'] : ['params', 'query', 'body'];
const sampleInput = (call: AnyCall): Input => ({
  params: sampleOf(call.params),
  query: sampleOf(call.query),
  body: sampleOf(call.body),
});
const placesIn = (call: AnyCall): { part: Part; place: Place }[] =>
  partsOf(call).flatMap((part) => placesOf(call[part]).map((place) => ({ part, place })));
const inputWith = (call: AnyCall, part: Part, { put }: Place, value: unknown): Input => ({
  ...sampleInput(call),
  [part]: put(value),
});

const LONG = 'long '.repeat(4_000);
const DEEP: unknown = Array.from({ length: 2_000 }).reduce((inner) => [inner], 'a');

test('the sweep covers the intended fields', () => {
  const texts = calls.flatMap((call) => placesIn(call).filter(({ place }) => place.isText));
  expect(texts.length).toBeGreaterThan(900);
  const unfit = calls.flatMap((call) =>
    partsOf(call)
      .filter((part) => !call[part].safeParse(sampleOf(call[part])).success)
      .map((part) => `${call.id}.${part}`),
  );
  // Fields whose samples do not fit: URLs that depend on the kind of delivery, origins of sites, and mutually exclusive fields, which every
  // sample fills in together.
  expect(unfit.toSorted()).toEqual([
    'campaignStatusSave.body',
    'deliveryEndpointSave.body',
    'embedOriginsSave.body',
    'reportScheduleSave.body',
  ]);
});

describe.each(calls.map((call) => [call.id, call] as const))('%s', (_, call) => {
  const places = placesIn(call);
  const texts = places.filter(({ place }) => place.isText);

  test('invalid characters are refused with their field', async () => {
    for (const { part, place } of texts) {
      if (call.rateLimit !== null) await forgetLimits();
      for (const text of canCarryHalves(part, call) ? ['a\0b', '\ud800'] : ['a\0b']) {
        const refused = await send(call, inputWith(call, part, place, text));
        expect({ part, ...refused }).toEqual({ part, status: 400, fields: [fieldOf(part, call, place)] });
      }
    }
  });

  test('long texts, lists and deep nesting cause no internal error', async () => {
    for (const [index, { part, place }] of places.entries()) {
      for (const value of [LONG, ['a', 'b'], DEEP, { a: 1 }]) {
        const input = inputWith(call, part, place, value);
        // A schema refuses such a text alike in every field, so one field stands for all.
        if (index > 0 && !call[part].safeParse(input[part]).success) continue;
        if (call.kind === 'events' && call.params.safeParse(input.params).success) continue;
        const { status } = await send(call, input);
        expect({ part, path: place.path, status, failed: status >= 500 }).toEqual(
          expect.objectContaining({ failed: false }),
        );
      }
    }
    if (call.method === 'GET') return;
    const { status } = await send(call, { ...sampleInput(call), body: { a: 'a'.repeat(1_048_576) } });
    expect(status).toBe(call.kind === 'upload' || call.bodyBytes > 1_048_576 ? status : 413);
    expect(status).toBeLessThan(500);
  });
});
