import {
  accountUserGet,
  ALL_PERMISSIONS,
  keepAlive,
  type Permission,
  ROLE_PRESETS,
  type User,
  type UserForm,
  userPasswordReset,
  userSave,
  userSearch,
  userSessionEnd,
  userSessionList,
  userStatusSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makePartner, makeTwoOwners, makeUser } from '../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let mineName: string;
let admin: SignedIn;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  mineName = owners.mine.name;
  foreign = owners.foreign.ownerKey;
  admin = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
  await harness.asMigrator(async (tx) => {
    await sql`update user_account set all_owners = true where user_key = ${admin.userKey}`.execute(tx);
    await sql`delete from user_owner where user_key = ${admin.userKey}`.execute(tx);
  });
});

let counter = 0;
const form = (parts: Partial<UserForm> = {}): UserForm => ({
  userKey: null,
  rowVersion: null,
  userType: 'agency',
  userName: `new.person${(counter += 1)}`,
  firstName: 'New',
  lastName: 'Person',
  email: 'new@mail.example',
  partnerKey: null,
  allOwners: false,
  ownerKeys: [mine],
  permissions: ['campaigns:View'],
  ...parts,
});
const save = async (as: SignedIn, body: UserForm) => harness.call(userSave, as, { body });
const saved = async (body: UserForm): Promise<User> => (await save(admin, body)).body.data as User;
const problemsOf = (body: { errors?: unknown[] }): string[] =>
  (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field}:${code}`);

describe('a new user', () => {
  test('is stored, audited and invited, in one transaction', async () => {
    const user = await saved(form({ permissions: [...ROLE_PRESETS.mediaBuyer.permissions] }));
    expect(user).toMatchObject({ userType: 'agency', ownerKeys: [mine], active: true, rowVersion: 1 });
    const traces = await harness.asMigrator(async (tx) => {
      const job = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs`.execute(tx);
      const log = await sql<{ action: string; after: { userName: string } }>`
        select action, after from audit_log where entity = 'user' and entity_key = ${String(user.userKey)}
      `.execute(tx);
      return { jobs: job.rows, log: log.rows };
    });
    expect(traces.jobs).toContainEqual({ payload: { userKey: user.userKey, purpose: 'invite' } });
    expect(traces.log).toMatchObject([{ action: 'createUser', after: { userName: user.userName } }]);
  });

  test('has what its type needs and nothing its type cannot have', async () => {
    const partnerKey = await harness.asMigrator(makePartner);
    const cases: [Partial<UserForm>, string[]][] = [
      [{ userType: 'aggregator' }, ['partnerKey:required']],
      [{ userType: 'client', partnerKey }, ['partnerKey:notAllowed']],
      [{ userType: 'client', allOwners: true }, ['allOwners:notAllowed']],
      [{ ownerKeys: [] }, ['ownerKeys:required']],
      [{ userType: 'client', permissions: ['users:Create'] }, ['permissions:notAllowed']],
      [
        { userType: 'mediapartner', partnerKey, permissions: ['leadanalyzer:View', 'leadanalyzer:ViewPII'] },
        ['permissions:notAllowed'],
      ],
    ];
    for (const [parts, problems] of cases) {
      const { status, body } = await save(admin, form(parts));
      expect({ status, problems: problemsOf(body) }).toEqual({ status: 422, problems });
    }
    // In no preset of clients, but granted to single users where the agency lets a client see its people.
    const permissions: Permission[] = ['leadanalyzer:View', 'leadanalyzer:ViewPII'];
    expect((await save(admin, form({ userType: 'client', permissions }))).body.data).toMatchObject({ permissions });
    expect((await save(admin, form({ userType: 'mediapartner', partnerKey }))).body.data).toMatchObject({
      userType: 'aggregator',
      partnerKey,
    });
  });

  test('of an unknown type is refused in the specification’s words', async () => {
    const { status, body } = await save(admin, form({ userType: 'superuser' }));
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'Invalid ownerName or userType' });
  });

  test('cannot use an existing name, ignoring case', async () => {
    const user = await saved(form());
    const { body } = await save(admin, form({ userName: user.userName.toUpperCase() }));
    expect(problemsOf(body)).toEqual(['userName:taken']);
  });
});

describe('users cannot grant what they do not have', () => {
  const limited = () =>
    harness.signedIn('ag', { owner: mine, permissions: ['users:Create', 'users:View', 'campaigns:View'] });

  test('rights, owners, or all owners', async () => {
    const grantor = await limited();
    const { body } = await save(
      grantor,
      form({ permissions: ['campaigns:View', 'reports:Margin'], ownerKeys: [mine] }),
    );
    expect(problemsOf(body)).toEqual(['permissions:beyond']);
    expect(problemsOf((await save(grantor, form({ ownerKeys: [foreign] }))).body)).toEqual(['ownerKeys:beyond']);
    expect(problemsOf((await save(grantor, form({ allOwners: true, ownerKeys: [] }))).body)).toEqual([
      'allOwners:beyond',
    ]);
  });

  test('not even to themselves', async () => {
    const self = (await harness.call(accountUserGet, admin, { params: { userKey: admin.userKey } })).body.data as User;
    const { status } = await save(
      admin,
      form({ userKey: self.userKey, rowVersion: self.rowVersion, userName: self.userName }),
    );
    expect(status).toBe(403);
    expect(
      (await harness.call(userStatusSave, admin, { params: { userKey: admin.userKey }, body: { active: false } }))
        .status,
    ).toBe(403);
  });

  test('a user of other owners only is not found', async () => {
    const hidden = await harness.asMigrator((tx) => makeUser(tx, { group: 'cl', ownerKeys: [foreign] }));
    const grantor = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
    const params = { userKey: hidden.userKey };
    expect((await harness.call(accountUserGet, grantor, { params })).status).toBe(404);
    expect((await harness.call(userStatusSave, grantor, { params, body: { active: false } })).status).toBe(404);
    expect((await harness.call(userPasswordReset, grantor, { params })).status).toBe(404);
    expect((await harness.call(userSessionEnd, grantor, { params, body: { sessionKey: null } })).status).toBe(404);
  });
});

describe('changing', () => {
  test('on an old version is refused, and of two concurrent saves one wins', async () => {
    const { userKey, userName, rowVersion } = await saved(form());
    const answers = await Promise.all(
      [1, 2].map((n) => save(admin, form({ userKey, userName, rowVersion, firstName: `Editor ${n}` }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('a disabled user is refused at the next request', async () => {
    const victim = await harness.signedIn('cl', { owner: mine });
    const params = { userKey: victim.userKey };
    expect((await harness.call(userStatusSave, admin, { params, body: { active: false } })).status).toBe(200);
    expect((await harness.call(keepAlive, victim)).status).toBe(401);
  });
});

describe('searching', () => {
  const find = async (as: SignedIn, body: object) =>
    harness.call(userSearch, as, { body: { userType: null, ownerName: null, ...body } });
  const names = ({ body }: Awaited<ReturnType<typeof find>>) =>
    (body.data as { rows: { userName: string }[] }).rows.map(({ userName }) => userName);

  test('by type, owner, text and status', async () => {
    const user = await saved(form({ userType: 'client', lastName: 'O’Hara', permissions: [] }));
    expect(names(await find(admin, { userType: 'client', term: 'o’hara' }))).toEqual([user.userName]);
    expect(names(await find(admin, { userType: 'agency', term: 'o’hara' }))).toEqual([]);
    for (const ownerName of [mineName, String(mine)])
      expect(names(await find(admin, { ownerName, term: user.userName }))).toEqual([user.userName]);
    const inState = async (status: string) => names(await find(admin, { term: user.userName, status }));
    // Invited until the first sign-in, with or without a password.
    expect([await inState('invited'), await inState('active'), await inState('inactive')]).toEqual([
      [user.userName],
      [],
      [],
    ]);
    await harness.asMigrator((tx) =>
      sql`update user_account set password_hash = 'x' where user_name = ${user.userName}`.execute(tx),
    );
    expect([await inState('invited'), await inState('active')]).toEqual([[user.userName], []]);
    await harness.asMigrator((tx) =>
      sql`insert into user_login (user_key, at, ip, user_agent) values (${user.userKey}, ${harness.clock.now()}, '', '')`.execute(
        tx,
      ),
    );
    expect([await inState('invited'), await inState('active')]).toEqual([[], [user.userName]]);
    expect(names(await find(admin, { term: '%' }))).toEqual([]);
  });

  test('by owner finds its users and users of all owners, among visible ones', async () => {
    const make = async (ownerKeys: number[]) =>
      (await harness.asMigrator((tx) => makeUser(tx, { group: 'ag', ownerKeys }))).userName;
    const [here, there, both] = [await make([mine]), await make([foreign]), await make([mine, foreign])];
    const everywhere = await make([]);
    await harness.asMigrator((tx) =>
      sql`update user_account set all_owners = true where user_name = ${everywhere}`.execute(tx),
    );
    const namesFor = async (as: SignedIn, body: object) =>
      names(await find(as, { userType: 'agency', limit: 500, ...body })).filter((name) =>
        [here, there, both, everywhere].includes(name),
      );
    const caller = await harness.signedIn('ag', { owners: [mine, foreign], permissions: ['users:View'] });
    const only = await harness.signedIn('ag', { owners: [mine], permissions: ['users:View'] });
    expect((await namesFor(caller, {})).toSorted()).toEqual([here, there, both, everywhere].toSorted());
    expect((await namesFor(caller, { ownerName: mineName })).toSorted()).toEqual([here, both, everywhere].toSorted());
    expect((await namesFor(only, {})).toSorted()).toEqual([here, both, everywhere].toSorted());
    // By the statement itself, not by row-level security alone.
    await harness.asMigrator((tx) => sql`alter table user_owner disable row level security`.execute(tx));
    try {
      expect((await namesFor(only, {})).toSorted()).toEqual([here, both, everywhere].toSorted());
    } finally {
      await harness.asMigrator((tx) => sql`alter table user_owner enable row level security`.execute(tx));
    }
  });

  test.each([{ userType: 'superuser' }, { ownerName: 'No such owner' }, { ownerName: '999999999' }])(
    'by %o is refused in the specification’s words',
    async (body) => {
      const answer = await find(admin, body);
      expect({ status: answer.status, message: answer.body.message }).toEqual({
        status: 400,
        message: 'Invalid ownerName or userType',
      });
    },
  );

  test('shows no users of other owners, and pages through the rest', async () => {
    await harness.asMigrator(async (tx) => {
      for (let n = 0; n < 30; n += 1) await makeUser(tx, { group: 'cl', ownerKeys: [foreign] });
    });
    const grantor = await harness.signedIn('ag', { owner: mine, permissions: ['users:View'] });
    const all = (await find(admin, { userType: 'client' })).body.data as { rows: unknown[]; total: number };
    const second = (await find(admin, { userType: 'client', page: 2 })).body.data as { rows: unknown[]; total: number };
    expect(all.rows).toHaveLength(25);
    expect(second.rows).toHaveLength(all.total - 25);
    const own = (await find(grantor, { userType: 'client' })).body.data as { total: number };
    expect(own.total).toBeLessThan(all.total - 29);
  });
});

describe('sessions', () => {
  test('of oneself are listed and ended without any right; others’ are not', async () => {
    const user = await harness.signedIn('cl', { owner: mine });
    const other = await harness.signedIn('cl', { owner: mine });
    const params = { userKey: user.userKey };
    const list = (await harness.call(userSessionList, user, { params })).body.data as {
      sessionKey: number;
      current: boolean;
    }[];
    expect(list).toMatchObject([{ sessionKey: user.sessionKey, current: true }]);
    expect((await harness.call(userSessionList, other, { params })).status).toBe(404);
    expect((await harness.call(userSessionEnd, other, { params, body: { sessionKey: null } })).status).toBe(404);
    expect((await harness.call(userSessionEnd, user, { params, body: { sessionKey: null } })).body.data).toEqual({
      ended: 0,
    });
    expect(
      (await harness.call(userSessionEnd, user, { params, body: { sessionKey: user.sessionKey } })).body.data,
    ).toEqual({ ended: 1 });
    expect((await harness.call(keepAlive, user)).status).toBe(401);
  });

  test('of a user are ended by an administrator', async () => {
    const user = await harness.signedIn('mp', { owner: mine });
    const params = { userKey: user.userKey };
    expect((await harness.call(userSessionEnd, admin, { params, body: { sessionKey: null } })).body.data).toEqual({
      ended: 1,
    });
    expect((await harness.call(keepAlive, user)).status).toBe(401);
  });
});
