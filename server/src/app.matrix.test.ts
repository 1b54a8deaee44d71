import { type AnyCall, ALL_PERMISSIONS, USER_GROUPS, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from './testing/app.ts';
import { entityOf, inputAbout, type OwnedKeys, putKey } from './testing/calls/call-input.ts';
import { makePartner } from './testing/factories/factories.ts';
import { makeOwnedRecords } from './testing/calls/owned-records.ts';
import { makeMonths } from './testing/factories/posting.ts';
import { registeredCalls } from './testing/calls/registered-calls.ts';

const harness = useApp();
/** The caller works on the first two; data of the third must never show. */
let mine: OwnedKeys;
let second: OwnedKeys;
let foreign: OwnedKeys;
/** A partner of all three owners: having campaigns there does not give its users access to an owner. */
let partnerKey: number;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    await makeMonths(tx, '2026-03-01', '2026-03-01');
    partnerKey = await makePartner(tx);
    mine = await makeOwnedRecords(tx, partnerKey);
    second = await makeOwnedRecords(tx, partnerKey);
    foreign = await makeOwnedRecords(tx, partnerKey);
  });
  // Key 1 in the samples is a user and a session that no test uses: some calls end or lock them.
  const { userKey, sessionKey } = await signIn('ag', ALL_PERMISSIONS);
  if (userKey !== 1 || sessionKey !== 1) throw new Error('These are not the first user and session');
});

const inputOf = (call: AnyCall, group: UserGroup) => inputAbout(call, group, mine);

interface Denial {
  route: string;
  action: string;
  entity: string | null;
  entityKey: string | null;
  ip: string;
}
const denials = (requestId: string): Promise<Denial[]> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<Denial>`
      select route, action, entity, entity_key as "entityKey", ip from audit_log
      where request_id = ${requestId} and outcome = 'denied' and at = ${TEST_NOW}
    `.execute(tx);
    return rows;
  });

type Rights = readonly (typeof ALL_PERMISSIONS)[number][];
const signIn = (group: UserGroup, permissions: Rights, more: { mustChangePassword?: boolean } = {}) =>
  harness.signedIn(group, { owners: [mine.owner, second.owner], permissions, partnerKey, ...more });

/** A refusal has no side effects, so the same user is reused for all of them. */
const users = new Map<string, Promise<SignedIn>>();
const signedIn = (group: UserGroup, permissions: Rights = ALL_PERMISSIONS, of = ''): Promise<SignedIn> => {
  const name = `${group} ${permissions.join()} ${of}`;
  const user = users.get(name) ?? signIn(group, permissions);
  users.set(name, user);
  return user;
};

const expectDenied = async (call: AnyCall, as: SignedIn, group: UserGroup, code: string): Promise<void> => {
  const { status, body } = await harness.call(call, as, { params: inputOf(call, as.group).params, group });
  expect({ status, code: body.code, data: body.data }).toEqual({ status: 403, code, data: null });
  expect(await denials(body.requestId)).toMatchObject([{ route: call.id, action: code, ip: '127.0.0.1' }]);
};

/** The groups whose prefix a path can carry; a path without a prefix has a single form. */
const prefixesOf = ({ path }: AnyCall): readonly UserGroup[] => (path.includes('{p}') ? USER_GROUPS : ['ag']);

const calls = await registeredCalls();
const guarded = calls.filter(({ groups }) => groups !== 'public');

test('the harness registers all calls of the list', () => {
  expect(harness.calls.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
});

describe.each(guarded.map((call) => [call.id, call] as const))('%s', (_, call) => {
  const groups = call.groups as readonly UserGroup[];

  test('without a session: 401', async () => {
    for (const group of prefixesOf(call)) {
      const { status, body } = await harness.call(call, null, { params: inputOf(call, group).params, group });
      const code = call.kind === 'post' ? 'POSTING_KEY_MISSING' : 'TOKEN_MISSING';
      expect({ status, code: body.code }).toEqual({ status: 401, code });
    }
  });

  test('with a group it is not for, or under another group’s prefix: 403 with an audit entry', async () => {
    for (const group of USER_GROUPS) {
      for (const prefix of prefixesOf(call)) {
        const allowed = groups.includes(group) && (prefix === group || !call.path.includes('{p}'));
        if (allowed) continue;
        await expectDenied(call, await signedIn(group), prefix, 'WRONG_USER_TYPE');
      }
    }
  });

  test('without the right it needs: 403 with an audit entry', async () => {
    const needed: readonly unknown[] = Array.isArray(call.permission) ? call.permission : [call.permission];
    if (needed.includes('none')) return;
    const everythingElse = ALL_PERMISSIONS.filter((permission) => !needed.includes(permission));
    for (const group of groups) await expectDenied(call, await signedIn(group, everythingElse), group, 'FORBIDDEN');
  });

  test('before the password is changed: 403 unless the call serves that', { tags: ['long'] }, async () => {
    const [group] = groups as [UserGroup];
    const as = await signIn(group, ALL_PERMISSIONS, { mustChangePassword: true });
    const { body } = await harness.call(call, as, { params: inputOf(call, group).params });
    expect(body.code === 'MUST_CHANGE_PASSWORD').toBe(!call.beforePasswordChange);
  });

  for (const source of call.owner.sources) {
    test(`on another owner, named in ${source.in} ${source.name}: 404 with an audit entry`, async () => {
      for (const group of groups) {
        const input = inputOf(call, group);
        const entity = entityOf(source, group);
        // A fallback is only read where no other place names an owner: for records without one.
        if (source.fallback) input.params['keyType'] = 'partner';
        putKey(input, call, source, foreign[entity]);
        // Exports per user are rate-limited.
        const as = await signedIn(group, ALL_PERMISSIONS, call.rateLimit === 'export' ? call.id : '');
        const { status, body } = await harness.call(call, as, input);
        expect({ group, status, data: body.data }).toEqual({ group, status: 404, data: null });
        expect(await denials(body.requestId)).toEqual([
          { route: call.id, action: 'NOT_FOUND', entity, entityKey: String(foreign[entity]), ip: '127.0.0.1' },
        ]);
      }
    });
  }

  test('on the caller’s own owner: nothing is denied, and there is no internal error', { tags: ['long'] }, async () => {
    // Event streams do not end by themselves; their start has a test of its own.
    if (call.kind === 'events') return;
    for (const group of call.owner.sources.length > 0 ? groups : groups.slice(0, 1)) {
      const as = await signIn(group, ALL_PERMISSIONS);
      const { status, body } = await harness.call(call, as, inputOf(call, group));
      expect(status).toBeLessThan(500);
      const denialRows = await denials(body.requestId);
      expect(denialRows.filter(({ action }) => action === 'NOT_FOUND')).toEqual([]);
    }
  });

  test('with an empty input: a documented answer, never an internal error', { tags: ['long'] }, async () => {
    if (call.kind === 'events') return;
    const [group] = groups as [UserGroup];
    const { status } = await harness.call(call, await signIn(group, ALL_PERMISSIONS), {
      params: inputOf(call, group).params,
    });
    expect(status).toBeLessThan(500);
  });
});
