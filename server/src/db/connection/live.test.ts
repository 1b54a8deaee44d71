import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../testing/app.ts';
import { makeOwner, makeTwoOwners } from '../../testing/factories/factories.ts';
import { type LiveData, openLiveData } from './live.ts';

const harness = useApp();
let live: LiveData;
let mine: number;
let foreign: number;
let session: number;
let user: number;

beforeAll(async () => {
  live = openLiveData({ ...harness, lookMs: 20 });
  const owners = await harness.asMigrator(makeTwoOwners);
  [mine, foreign] = [owners.mine.ownerKey, owners.foreign.ownerKey];
});
beforeEach(async () => {
  ({ sessionKey: session, userKey: user } = await harness.signedIn('ag', { owners: [mine, foreign] }));
});
afterAll(() => live.close());

const listen = (ownerKey = mine, signal = new AbortController().signal) => {
  const events: number[] = [];
  const over = (async () => {
    for await (const key of live.changes({ sessionKey: session, ownerKey }, signal)) events.push(key);
  })();
  return { events, over };
};
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const touch = (ownerKey: number) =>
  write(sql`insert into brand (owner_key, name) values (${ownerKey}, ${crypto.randomUUID()})`);

test('notifies at once, and again when the owner’s data changes, never of another owner', async () => {
  const [here, there] = [listen(), listen(foreign)];
  await expect.poll(() => [here.events, there.events]).toEqual([[mine], [foreign]]);
  await touch(foreign);
  await expect.poll(() => there.events).toEqual([foreign, foreign]);
  expect(here.events).toEqual([mine]);
  await touch(mine);
  await expect.poll(() => here.events).toEqual([mine, mine]);
});

test('does not miss transactions that commit late', async () => {
  const { events } = listen();
  await expect.poll(() => events.length).toBe(1);
  await harness.asMigrator(async (tx) => {
    await sql`insert into brand (owner_key, name) values (${mine}, 'Late')`.execute(tx);
    await touch(mine);
    await expect.poll(() => events.length).toBe(2);
  });
  await expect.poll(() => events.length).toBe(3);
});

test.each([
  ['signs out or is signed out', () => sql`update session set ended_at = now() where session_key = ${session}`],
  ['is deactivated', () => sql`update user_account set active = false where user_key = ${user}`],
  [
    'lets the session expire',
    () => sql`update session set expires_at = ${harness.clock.now()} where session_key = ${session}`,
  ],
  [
    'has no token left that is good',
    () => sql`update session_token set expires_at = ${harness.clock.now()} where session_key = ${session}`,
  ],
  ['loses the owner', () => sql`delete from user_owner where user_key = ${user} and owner_key = ${mine}`],
  [
    'has to change the password',
    () => sql`update user_account set must_change_password = true where user_key = ${user}`,
  ],
])('ends when the user %s, and other users’ streams continue', async (_, end) => {
  const ending = listen();
  const { sessionKey } = await harness.signedIn('ag', { owner: mine });
  const goingOn: number[] = [];
  const gone = new AbortController();
  const other = (async () => {
    for await (const key of live.changes({ sessionKey, ownerKey: mine }, gone.signal)) goingOn.push(key);
  })();
  await expect.poll(() => ending.events.length + goingOn.length).toBe(2);
  await write(end());
  await ending.over;
  await touch(mine);
  await expect.poll(() => goingOn.length).toBe(2);
  gone.abort();
  await other;
});

test('two hundred short-lived streams leave no listener behind', async () => {
  const before = live.listeners;
  const leaving = Array.from({ length: 200 }, () => new AbortController());
  const listening = leaving.map(({ signal }) => listen(mine, signal));
  await expect.poll(() => listening.filter(({ events }) => events.length > 0).length).toBe(200);
  expect(live.listeners).toBe(before + 200);
  for (const one of leaving) one.abort();
  await Promise.all(listening.map(({ over }) => over));
  expect(live.listeners).toBe(before);
  // A listener that aborted before it began never listens.
  const late = listen(mine, leaving[0]!.signal);
  await late.over;
  expect([late.events, live.listeners]).toEqual([[], before]);
});

test('while the database is away nobody is notified, and afterwards everybody of what they missed', async () => {
  let away = false;
  const own = openLiveData({
    clock: harness.clock,
    lookMs: 20,
    db: {
      asNobody: (statement) =>
        away ? Promise.reject(new Error('The database is away')) : harness.db.asNobody(statement),
    },
  });
  const events: number[] = [];
  const listening = (async () => {
    for await (const key of own.changes({ sessionKey: session, ownerKey: mine }, new AbortController().signal))
      events.push(key);
  })();
  await expect.poll(() => events.length).toBe(1);
  away = true;
  await touch(mine);
  expect(own.listeners).toBe(1);
  away = false;
  await expect.poll(() => events.length).toBe(2);
  await own.close();
  await listening;
});

test('closing ends all streams', async () => {
  const { ownerKey } = await harness.asMigrator((tx) => makeOwner(tx));
  const own = openLiveData({ ...harness, lookMs: 20 });
  const listening = (async () => {
    for await (const _key of own.changes({ sessionKey: session, ownerKey }, new AbortController().signal));
  })();
  await own.close();
  await listening;
  expect(own.listeners).toBe(0);
});
