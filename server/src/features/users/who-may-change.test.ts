import {
  ALL_PERMISSIONS,
  accountUserGet,
  type AnyCall,
  type CallInput,
  keepAlive,
  resentValues,
  type User,
  type UserForm,
  userPasswordReset,
  userRecord,
  userSave,
  userSessionEnd,
  userStatusSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeTwoOwners, makeUser } from '../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
});

const USER_RIGHTS = ALL_PERMISSIONS.filter((permission) => permission.startsWith('users:'));

const fullAdmin = async (): Promise<SignedIn> => {
  const admin = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
  await harness.asMigrator(async (tx) => {
    await sql`update user_account set all_owners = true where user_key = ${admin.userKey}`.execute(tx);
    await sql`delete from user_owner where user_key = ${admin.userKey}`.execute(tx);
  });
  return admin;
};

/** Everything about a user that a change could affect. */
const stateOf = (userKey: number): Promise<unknown> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ state: unknown }>`
      select jsonb_build_object('user', to_jsonb(u), 'owners', array(select owner_key from user_owner o where o.user_key = u.user_key),
        'sessions', array(select session_key from session s where s.user_key = u.user_key and ended_at is null),
        'changes', (select count(*) from user_email_change c where c.user_key = u.user_key)) as state
      from user_account u where user_key = ${userKey}
    `.execute(tx);
    const jobs = await sql<{ n: number }>`
      select count(*) as n from graphile_worker._private_jobs where payload ->> 'userKey' = ${String(userKey)}
    `.execute(tx);
    return { state: rows[0]?.state, jobs: jobs.rows[0]?.n };
  });

const denialsOf = (by: number): Promise<{ route: string; target: string }[]> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ route: string; target: string }>`
      select route, entity_key as target from audit_log where user_key = ${by} and outcome = 'denied' order by audit_key
    `.execute(tx);
    return rows;
  });

const formOf = (user: User): UserForm => ({
  userKey: user.userKey,
  rowVersion: user.rowVersion,
  userType: user.userType,
  ...resentValues(userRecord, user),
});

const read = async (as: SignedIn, userKey: number): Promise<User> =>
  (await harness.call(accountUserGet, as, { params: { userKey } })).body.data as User;

/** Each way to change a user, as a user who sees them would try it. */
const waysToChange = (user: User): [AnyCall, Partial<CallInput<AnyCall>>][] => [
  [userSave, { body: { ...formOf(user), email: 'attacker@mail.example' } }],
  [userSave, { body: { ...formOf(user), permissions: [] } }],
  [userStatusSave, { params: { userKey: user.userKey }, body: { active: false } }],
  [userPasswordReset, { params: { userKey: user.userKey } }],
  [userSessionEnd, { params: { userKey: user.userKey }, body: { sessionKey: null } }],
];

const expectUntouchable = async (attacker: SignedIn, victim: SignedIn, words: string): Promise<void> => {
  const before = await stateOf(victim.userKey);
  const ways = waysToChange(await read(attacker, victim.userKey));
  for (const [call, input] of ways) {
    const { status, body } = await harness.call(call, attacker, input);
    expect({ call: call.id, status, message: body.message }).toEqual({
      call: call.id,
      status: 403,
      message: expect.stringContaining(words),
    });
  }
  expect(await stateOf(victim.userKey)).toEqual(before);
  expect((await harness.call(keepAlive, victim)).status).toBe(200);
  const records = ways.map(([{ id }]) => ({ route: id, target: String(victim.userKey) }));
  expect(await denialsOf(attacker.userKey)).toEqual(records);
};

describe('a user with more rights cannot be changed', () => {
  test('even one right more: full rights on users do not suffice against an administrator', async () => {
    const attacker = await harness.signedIn('ag', { owner: mine, permissions: USER_RIGHTS });
    await expectUntouchable(
      attacker,
      await fullAdmin(),
      'has rights that you do not have (Campaigns: View, Campaigns: Create, Campaigns: Update and ',
    );
  });

  test('one right is enough', async () => {
    const attacker = await harness.signedIn('ag', {
      owner: mine,
      permissions: ALL_PERMISSIONS.filter((permission) => permission !== 'reports:Margin'),
    });
    const victim = await harness.signedIn('ag', { owner: mine, permissions: ['reports:Margin'] });
    await expectUntouchable(attacker, victim, 'has rights that you do not have (Reports: Margin)');
  });

  test('nor one with another owner, even an invisible one', async () => {
    const attacker = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
    const victim = await harness.signedIn('cl', { owners: [mine, foreign] });
    await expectUntouchable(attacker, victim, 'works on owners that you do not work on');
  });

  test('nor one with all owners, by a user with each single owner', async () => {
    const attacker = await harness.signedIn('ag', { owners: [mine, foreign], permissions: ALL_PERMISSIONS });
    await expectUntouchable(attacker, await fullAdmin(), 'works on owners that you do not work on');
  });

  test('users with the same or fewer rights can be changed, and are marked so', async () => {
    const admin = await harness.signedIn('ag', { owner: mine, permissions: [...USER_RIGHTS, 'campaigns:View'] });
    const user = await harness.signedIn('cl', { owner: mine, permissions: ['campaigns:View'] });
    const details = await read(admin, user.userKey);
    expect(details.heldBeyond).toEqual({ permissions: [], owners: false });
    for (const [call, input] of waysToChange(details).slice(1)) {
      expect({ call: call.id, status: (await harness.call(call, admin, input)).status }).toEqual({
        call: call.id,
        status: 200,
      });
    }
  });

  test('a right that no longer exists does not matter', async () => {
    const admin = await harness.signedIn('ag', { owner: mine, permissions: USER_RIGHTS });
    const { userKey } = await harness.asMigrator((tx) => makeUser(tx, { group: 'cl', ownerKeys: [mine] }));
    await harness.asMigrator((tx) =>
      sql`update user_account set permissions = '{gone:View}' where user_key = ${userKey}`.execute(tx),
    );
    const { status } = await harness.call(userStatusSave, admin, { params: { userKey }, body: { active: false } });
    expect(status).toBe(200);
  });
});

describe('creating a user needs Create, changing one Update', () => {
  let user: User;
  beforeEach(async () => {
    const { userKey } = await harness.asMigrator((tx) => makeUser(tx, { group: 'cl', ownerKeys: [mine] }));
    user = await read(await fullAdmin(), userKey);
  });
  const newcomer = (): UserForm => ({
    ...formOf(user),
    userKey: null,
    rowVersion: null,
    userName: `n.${user.userKey}`,
  });

  test.each([
    ['users:Create', { created: 200, changed: 403 }],
    ['users:Update', { created: 403, changed: 200 }],
    ['users:View', { created: 403, changed: 403 }],
  ] as const)('with %s alone', async (permission, expected) => {
    const as = await harness.signedIn('ag', { owner: mine, permissions: [permission] });
    const created = (await harness.call(userSave, as, { body: newcomer() })).status;
    const changed = (await harness.call(userSave, as, { body: { ...formOf(user), firstName: 'Other' } })).status;
    expect({ created, changed }).toEqual(expected);
  });
});

describe('the last user with all rights', () => {
  test('of two who disable each other at once, one fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await fullAdmin(), await fullAdmin()];
      const shutOut = (as: SignedIn, { userKey }: SignedIn) =>
        harness.call(userStatusSave, as, { params: { userKey }, body: { active: false } });
      const answers = await Promise.all([shutOut(one, other), shutOut(other, one)]);
      // The later one is refused by the check in the transaction or by an ended session.
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses[0]).toBe(200);
      expect([401, 403]).toContain(statuses[1]);
    }
  });

  test('of two who revoke each other’s rights at once, one fails', async () => {
    const [one, other] = [await fullAdmin(), await fullAdmin()];
    const [seenByOther, seenByOne] = [await read(other, one.userKey), await read(one, other.userKey)];
    const answers = await Promise.all([
      harness.call(userSave, one, { body: { ...formOf(seenByOne), permissions: [] } }),
      harness.call(userSave, other, { body: { ...formOf(seenByOther), permissions: [] } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });
});
