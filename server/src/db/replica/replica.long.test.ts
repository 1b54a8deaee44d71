import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAnswers } from '../../shared/answers/answers.ts';
import { manualClock } from '../../lib/clock.ts';
import { postmasterPid, SMALL_SERVER } from '../../testing/servers/embedded-server.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { startReplica } from '../../testing/servers/replica-server.ts';
import { makeTemporaryFolder } from '../../testing/servers/temporary-folder.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/start.ts';
import { withMigrator } from '../migrate/loader.ts';
import { makeScope } from '../scope/make-scope.ts';
import { prepareDatabase } from '../migrate/migrate.ts';
import { appUrlFrom } from '../migrate/roles.ts';
import { type Database, openDatabase, type Tx } from '../scope/tx.ts';
import { withConnection } from '../scope/single-connection.ts';
import { type ReplicaState } from './follow.ts';
import { openReportsDatabase, type ReportsDatabase } from './reports-database.ts';

let folder: string;
let server: EmbeddedPostgres;
let copy: EmbeddedPostgres;
let primary: Database;
let reports: ReportsDatabase;
let db: Database;
let mine: number;
let foreign: number;
const states: ReplicaState['state'][] = [];

const scopeOf = (...ownerKeys: number[]) => makeScope({ userKey: null, group: 'ag', ownerKeys, partnerKey: null });
const open = (url: string): ReportsDatabase =>
  openReportsDatabase({
    primary,
    url,
    max: 2,
    patient: true,
    onState: ({ state }) => void states.push(state),
    lookMs: 20,
    lateMs: 200,
    waitMs: 1_000,
  });

beforeAll(async () => {
  folder = await makeTemporaryFolder('replica');
  server = await startEmbedded({ dataDir: path.join(folder, 'primary'), settings: SMALL_SERVER });
  await prepareDatabase(server.url, appUrlFrom(server.url));
  const owners = await withMigrator(server.url, makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  copy = await startReplica(server, path.join(folder, 'copy'));
  primary = openDatabase(appUrlFrom(server.url), 4, { patient: true });
  reports = open(appUrlFrom(copy.url));
  db = reports.over(primary);
});
afterAll(async () => {
  await reports.close();
  await primary.close();
  await copy.stop();
  await server.stop();
  await fs.rm(folder, { recursive: true, force: true });
});

interface Read {
  atReplica: boolean;
  text: string;
}
const read = async (tx: Tx): Promise<Read[]> =>
  (
    await sql<Read>`select pg_is_in_recovery() as "atReplica", description as text from owner order by owner_key`.execute(
      tx,
    )
  ).rows;
const write = (text: string) =>
  primary.withScope(scopeOf(mine), (tx) =>
    sql`update owner set description = ${text} where owner_key = ${mine}`.execute(tx),
  );
const stateIs = async (state: ReplicaState['state']): Promise<void> => {
  await expect.poll(() => reports.state.state).toBe(state);
};
const replay = (what: 'pause' | 'resume') =>
  withConnection(copy.url, (client) => client.query(`select pg_wal_replay_${what}()`));

beforeEach(() => stateIs('used'));

describe('a replica that follows', () => {
  test('serves reports, which are never older than the reader’s last write', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await write(`turn ${turn}`);
      expect(await db.readScope(scopeOf(mine), read)).toEqual([{ atReplica: true, text: `turn ${turn}` }]);
    }
  });

  test('shows an owner its own rows only, and is read-only', async () => {
    await write('mine alone');
    const rows = await db.readScope(scopeOf(foreign), read);
    expect(rows.map(({ text }) => text)).not.toContain('mine alone');
    expect(rows).toHaveLength(1);
    expect(await db.readScope(scopeOf(), read)).toEqual([]);
    expect(await db.readScope(scopeOf(mine, foreign), read)).toHaveLength(2);
    const writing = db.readScope(scopeOf(mine), (tx) => sql`update owner set name = name`.execute(tx));
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });

  test('streams rows as well', async () => {
    await write('streamed');
    const rows: Read[] = [];
    const stream = db.streamWork(scopeOf(mine), async function* (tx) {
      yield* await read(tx);
    });
    for await (const row of stream) rows.push(row);
    expect(rows).toEqual([{ atReplica: true, text: 'streamed' }]);
  });
});

describe('a lagging replica', () => {
  test('is not used until it has caught up, also for stored answers, so that users see their own changes', async () => {
    const answers = createAnswers({ db, clock: manualClock(new Date('2026-03-10T15:00:00Z')) });
    const viewer = { scope: scopeOf(mine), group: 'ag' as const, permissions: new Set<never>() };
    const ask = () => answers.get(viewer, ['what is it called?'], (tx) => read(tx));
    await write('before');
    await stateIs('used');
    expect(await ask()).toEqual([{ atReplica: true, text: 'before' }]);
    await replay('pause');
    await write('after');
    expect(await ask()).toEqual([{ atReplica: false, text: 'after' }]);
    expect(await db.readScope(scopeOf(mine), read)).toEqual([{ atReplica: false, text: 'after' }]);
    await stateIs('late');
    await replay('resume');
    await stateIs('used');
    expect(await db.readScope(scopeOf(mine), read)).toEqual([{ atReplica: true, text: 'after' }]);
    expect(states.slice(-2)).toEqual(['late', 'used']);
  });
});

describe('an unusable replica', () => {
  test.each([
    ['is connected to as somebody who passes row-level security', () => copy.url, /row-level security/],
    ['is the primary itself', () => appUrlFrom(server.url), /does not follow/],
    ['is a copy of another database', () => appUrlFrom(otherUrl), /another database/],
  ])('is skipped because it %s', async (_, url, reason) => {
    const other = open(url());
    try {
      await expect.poll(() => other.state).toMatchObject({ state: 'away', reason: expect.stringMatching(reason) });
      expect(await other.over(primary).readScope(scopeOf(mine), read)).toMatchObject([{ atReplica: false }]);
    } finally {
      await other.close();
    }
  });

  let otherUrl: string;
  let other: EmbeddedPostgres;
  beforeAll(async () => {
    other = await startEmbedded({ dataDir: path.join(folder, 'other'), settings: SMALL_SERVER });
    otherUrl = other.url;
    await prepareDatabase(other.url, appUrlFrom(other.url));
  });
  afterAll(() => other.stop());

  test('that is killed: its running queries are answered by the primary until it is back', async () => {
    await write('before it was killed');
    await stateIs('used');
    let tries = 0;
    const answer = await db.readScope(scopeOf(mine), async (tx) => {
      tries += 1;
      if (tries === 1) process.kill(await postmasterPid(path.join(folder, 'copy')), 'SIGKILL');
      await sql`select pg_sleep(${tries === 1 ? 600 : 0})`.execute(tx);
      return read(tx);
    });
    expect(answer).toMatchObject([{ atReplica: false, text: 'before it was killed' }]);
    expect(tries).toBe(2);
    await stateIs('away');
    expect(await db.readScope(scopeOf(mine), read)).toMatchObject([{ atReplica: false }]);
    await copy.stop();
    copy = await startEmbedded({ dataDir: path.join(folder, 'copy'), settings: SMALL_SERVER });
    await stateIs('used');
    expect(await db.readScope(scopeOf(mine), read)).toMatchObject([{ atReplica: true }]);
  });
});
