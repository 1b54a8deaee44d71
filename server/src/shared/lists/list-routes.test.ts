import { userSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readSheet } from '../../lib/sheet/read-sheet.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeTwoOwners, makeUser } from '../../testing/factories/factories.ts';

const harness = useApp();
let admin: SignedIn;
let myOwner: number;
let foreignOwner: number;
let mine: { userKey: number; userName: string }[];
let foreign: { userKey: number; userName: string };

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  const ownerKeys = [owners.mine.ownerKey];
  foreignOwner = owners.foreign.ownerKey;
  myOwner = owners.mine.ownerKey;
  admin = await harness.signedIn('ag', { owners: ownerKeys, permissions: ['users:View'] });
  await harness.asMigrator(async (tx) => {
    mine = [await makeUser(tx, { group: 'cl', ownerKeys }), await makeUser(tx, { group: 'cl', ownerKeys })];
    foreign = await makeUser(tx, { group: 'cl', ownerKeys: [owners.foreign.ownerKey] });
  });
});

const exported = async (body: object, as = admin) => {
  const { statusCode, headers, rawPayload } = await harness.app.inject({
    method: 'POST',
    url: '/api/ag/account/user/export',
    headers: as.headers,
    payload: body,
  });
  const isFile = statusCode === 200;
  const sheet = isFile ? await readSheet(rawPayload, 'users.xlsx') : null;
  return { status: statusCode, name: headers['content-disposition'], sheet };
};

test('all matching rows are one file, with the list’s labels and order', async () => {
  const { status, name, sheet } = await exported({ userType: 'client', sort: '-userName' });
  expect(status).toBe(200);
  expect(name).toContain('filename=users-2026-03-10.xlsx');
  expect(sheet!.headers).toEqual([
    'Name',
    'User name',
    'Email',
    'Kind',
    'Media partner',
    'Owners',
    'Status',
    'Last sign-in (America/Chicago)',
  ]);
  expect(sheet!.rows.map(({ cells }) => cells[1])).toEqual(mine.map(({ userName }) => userName).toReversed());
});

test('times stand in the owner’s zone, as the heading says; in UTC only where owners differ', async () => {
  const headingOf = (sheet: Awaited<ReturnType<typeof exported>>['sheet']) => sheet!.headers.at(-1);
  const [first] = mine as [(typeof mine)[0]];
  await harness.asMigrator((tx) =>
    sql`insert into user_login (user_key, at, ip, user_agent) values (${first.userKey}, '2026-03-10T03:30:00Z', '', '')`.execute(
      tx,
    ),
  );
  const chosen = { keys: [first.userKey] };
  const cellOf = (sheet: Awaited<ReturnType<typeof exported>>['sheet']) => sheet!.rows[0]!.cells.at(-1);
  const local = await exported(chosen);
  // 22:30 of the day before in Chicago.
  expect(new Date(cellOf(local.sheet) as Date).toISOString()).toBe('2026-03-09T22:30:00.000Z');
  const both = await harness.signedIn('ag', { owners: [myOwner, foreignOwner], permissions: ['users:View'] });
  expect(headingOf((await exported(chosen, both)).sheet)).toBe('Last sign-in (America/Chicago)');
  await harness.asMigrator((tx) =>
    sql`update owner set time_zone = 'America/Denver' where owner_key = ${foreignOwner}`.execute(tx),
  );
  const mixed = await exported(chosen, both);
  expect(headingOf(mixed.sheet)).toBe('Last sign-in (UTC)');
  expect(new Date(cellOf(mixed.sheet) as Date).toISOString()).toBe('2026-03-10T03:30:00.000Z');
});

test('selected rows only; another owner’s among them refuses all', async () => {
  const [first, second] = mine.map(({ userKey }) => userKey) as [number, number];
  const { sheet } = await exported({ keys: [second] });
  expect(sheet!.rows.map(({ cells }) => cells[1])).toEqual([mine[1]!.userName]);
  expect((await exported({ keys: [first, foreign.userKey] })).status).toBe(404);
  expect((await exported({ keys: [first], userType: 'agency' })).status).toBe(404);
});

test('a page over HTTP has the cursor of the next', async () => {
  const ask = async (body: object) =>
    (await harness.call(userSearch, admin, { body })).body.data as {
      rows: { userName: string }[];
      total: number | null;
      next: string | null;
    };
  const first = await ask({ userType: 'client', limit: 1 });
  expect(first).toMatchObject({ total: 2, rows: [{ userName: mine[0]!.userName }] });
  expect(await ask({ userType: 'client', limit: 1, after: first.next })).toMatchObject({
    total: null,
    next: null,
    rows: [{ userName: mine[1]!.userName }],
  });
});
