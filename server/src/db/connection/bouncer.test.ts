import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { assertBouncerServes, bouncerUrlFrom } from './bouncer.ts';
import { createPool } from './pool.ts';
import { prepare, prepareLast } from './prepared.ts';
import { publicScope } from '../scope/public-scope.ts';
import { ensureServingLimits } from '../migrate/roles.ts';
import { CancelledError, type Database, openDatabase } from '../scope/tx.ts';
import { withConnection } from '../scope/single-connection.ts';

const database = useDatabase();
let bounced: Database;
beforeAll(() => {
  bounced = openDatabase(database.appUrl, 1, { patient: true, bouncerUrl: database.appUrl });
});
afterAll(() => bounced.close());

const one = prepare<{ one: number }>('one', 'select $1::int as one');
const last = prepareLast('last', 'select $1::int as last');
const NAMES = 'select name from pg_prepared_statements';
/** Names of the prepared statements on the database's connections, after running each kind of statement. */
const knownNames = async (db: Database): Promise<string[]> => {
  await db.asNobody({ name: 'nobody', text: 'select $1::int as nobody', values: [1] });
  const here = await db.withScope(publicScope, async (tx) => {
    expect(await one(tx, [7])).toEqual([{ one: 7 }]);
    return (await sql<{ name: string }>`${sql.raw(NAMES)}`.execute(tx)).rows;
  });
  await db.pipelineScope(publicScope, async () => ({ result: null, last: last([1]) }));
  const piped = await db.pipelineScope(publicScope, async (tx) => ({
    result: (await sql<{ name: string }>`${sql.raw(NAMES)}`.execute(tx)).rows,
    last: null,
  }));
  return [...here, ...piped].map(({ name }) => name);
};

test('behind a bouncer no connection keeps a prepared statement that could clash with the next client’s', async () => {
  const direct = openDatabase(database.appUrl, 1, { patient: true });
  expect((await knownNames(direct)).toSorted()).toEqual(['last', 'nobody', 'one']);
  await direct.close();
  expect(await knownNames(bounced)).toEqual([]);
});

test('rows are streamed, copied and cancelled as without one', async () => {
  const streamed = bounced.streamScope(publicScope, (tx) =>
    sql<{ n: number }>`select n from generate_series(1, 1200) n`.compile(tx),
  );
  expect((await Array.fromAsync(streamed)).at(-1)).toEqual({ n: 1200 });
  const pieces = bounced.streamWork(publicScope, (tx, copyOut) => copyOut(sql`select 'copied'`.compile(tx)));
  expect(Buffer.concat(await Array.fromAsync(pieces)).toString('latin1')).toContain('copied');
  await database.asMigrator(async (holder) => {
    const lock = sql`select pg_advisory_xact_lock(4600003)`;
    await lock.execute(holder);
    const gone = new AbortController();
    const work = bounced.withScope(publicScope, (tx) => lock.execute(tx), { signal: gone.signal });
    const failure = work.catch((error: unknown) => error);
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and d.datname = current_database()`.execute(holder);
      return rows[0]?.n ?? 0;
    };
    await expect.poll(waiting).toBe(1);
    gone.abort();
    expect(await failure).toBeInstanceOf(CancelledError);
    expect(await waiting()).toBe(0);
  });
});

test('time limits are set once for the app role in this database', async () => {
  const limits = async (): Promise<unknown> => {
    const pool = createPool({ url: database.appUrl, max: 1, name: 'any', statementTimeoutMs: 30_000, bounced: true });
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
              current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    await pool.end();
    return rows[0];
  };
  const versions = () =>
    withConnection(database.ownerUrl, async (client) => {
      await ensureServingLimits(client);
      const { rows } = await client.query(
        `select s.xmin::text from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
         where d.datname = current_database()`,
      );
      return rows;
    });
  expect(await limits()).toEqual({ statement: '0', lock: '0', idle: '0' });
  const first = await versions();
  expect(await limits()).toEqual({ statement: '30s', lock: '10s', idle: '1min' });
  expect(await versions()).toEqual(first);
});

test('the owner of an address follows from the app role', () => {
  const appUrl = 'postgres://paceline_app:s%2Fcret@db:5432/paceline';
  expect(bouncerUrlFrom('postgres://pool:6432/paceline', appUrl)).toBe(
    'postgres://paceline_app:s%2Fcret@pool:6432/paceline',
  );
  expect(bouncerUrlFrom('postgres://other:x@pool:6432/paceline', appUrl)).toBe('postgres://other:x@pool:6432/paceline');
});

test('an unreachable bouncer is reported in a sentence', async () => {
  await assertBouncerServes(database.appUrl);
  await expect(assertBouncerServes('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
    'No PgBouncer answers at 127.0.0.1:1: start it, or correct PGBOUNCER_URL.',
  );
});
