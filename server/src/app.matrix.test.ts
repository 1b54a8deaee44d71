import { type AnyCall, ALL_PERMISSIONS, USER_GROUPS, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from './testing/app.ts';
import { makeTwoOwners } from './testing/factories.ts';
import { registeredCalls } from './testing/registered-calls.ts';

/** The calls that anyone may make, by name: adding one here is a decision, forgetting a guard is not. */
const PUBLIC_CALLS = ['resetAndEmailPassword', 'passwordSave', 'generateToken'];

const harness = useApp();
let mine: number;
let foreign: number;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
});

const SAMPLES = [
  '1',
  'current',
  'currentmonth',
  'ppc',
  'owner',
  '2026-03-01',
  '2026-03-01T00:00:00Z',
  'device',
  'all',
  'a',
];

/** Parameters that parse, with the given owner where the path names one. */
const paramsOf = (call: AnyCall, ownerKey: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(call.params.shape).map(([name, schema]) => {
      if (name === 'owner' || name === 'ownerKey') return [name, String(ownerKey)];
      const sample = SAMPLES.find((value) => schema.safeParse(value).success);
      if (sample === undefined) throw new Error(`No sample value fits ${call.id}.${name}: add one`);
      return [name, sample];
    }),
  );

const denials = (userKey: number): Promise<{ route: string; action: string; ip: string }[]> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ route: string; action: string; ip: string }>`
      select route, action, ip from audit_log where user_key = ${userKey} and outcome = 'denied' and at = ${TEST_NOW}
    `.execute(tx);
    return rows;
  });

const expectDenied = async (call: AnyCall, as: SignedIn, group: UserGroup, code: string): Promise<void> => {
  const { status, body } = await harness.call(call, as, { params: paramsOf(call, mine), group });
  expect({ status, code: body.code, data: body.data }).toEqual({ status: 403, code, data: null });
  expect(await denials(as.userKey)).toEqual([{ route: call.id, action: code, ip: '127.0.0.1' }]);
};

/** The groups whose prefix a path can carry; a path without one has a single form. */
const prefixesOf = ({ path }: AnyCall): readonly UserGroup[] => (path.includes('{p}') ? USER_GROUPS : ['ag']);

const calls = await registeredCalls();
const guarded = calls.filter(({ groups }) => groups !== 'public');

test('the calls that anyone may make are the known ones', () => {
  expect(calls.filter(({ groups }) => groups === 'public').map(({ id }) => id)).toEqual(PUBLIC_CALLS);
});

test('the harness registers the calls that the list holds', () => {
  expect(harness.calls.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
});

describe.each(guarded.map((call) => [call.id, call] as const))('%s', (_, call) => {
  const groups = call.groups as readonly UserGroup[];

  test('without a session: 401', async () => {
    for (const group of prefixesOf(call)) {
      const { status, body } = await harness.call(call, null, { params: paramsOf(call, mine), group });
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'TOKEN_MISSING' });
    }
  });

  test('with a group it is not for, or under another group’s prefix: 403, on record', async () => {
    for (const group of USER_GROUPS) {
      for (const prefix of prefixesOf(call)) {
        const allowed = groups.includes(group) && (prefix === group || !call.path.includes('{p}'));
        if (allowed) continue;
        const as = await harness.signedIn(group, { owner: mine, permissions: ALL_PERMISSIONS });
        await expectDenied(call, as, prefix, 'WRONG_USER_TYPE');
      }
    }
  });

  test('without the right it needs: 403, on record', async () => {
    if (call.permission === 'none') return;
    const everythingElse = ALL_PERMISSIONS.filter((permission) => permission !== call.permission);
    for (const group of groups) {
      await expectDenied(
        call,
        await harness.signedIn(group, { owner: mine, permissions: everythingElse }),
        group,
        'FORBIDDEN',
      );
    }
  });

  test('before the password is changed: 403 unless the call is meant for that', async () => {
    const [group] = groups as [UserGroup];
    const as = await harness.signedIn(group, { owner: mine, permissions: ALL_PERMISSIONS, mustChangePassword: true });
    const { body } = await harness.call(call, as, { params: paramsOf(call, mine) });
    expect(body.code === 'MUST_CHANGE_PASSWORD').toBe(!call.beforePasswordChange);
  });

  test('on another owner: 404, on record', async () => {
    if (!('owner' in call.params.shape) && !('ownerKey' in call.params.shape)) return;
    for (const group of groups) {
      const as = await harness.signedIn(group, { owner: mine, permissions: ALL_PERMISSIONS });
      const { status, body } = await harness.call(call, as, { params: paramsOf(call, foreign) });
      expect({ status, data: body.data }).toEqual({ status: 404, data: null });
      expect(await denials(as.userKey)).toEqual([{ route: call.id, action: 'NOT_FOUND', ip: '127.0.0.1' }]);
    }
  });

  test('with an empty input: an answer of the catalogue, never a failure of ours', async () => {
    // Events never end by themselves; that they begin is a test of their own.
    if (call.kind === 'events') return;
    const [group] = groups as [UserGroup];
    const as = await harness.signedIn(group, { owner: mine, permissions: ALL_PERMISSIONS });
    const { status } = await harness.call(call, as, { params: paramsOf(call, mine) });
    expect(status).toBeLessThan(500);
  });
});
