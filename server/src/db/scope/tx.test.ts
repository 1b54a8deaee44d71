import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { makeScope } from './make-scope.ts';
import { publicScope } from './public-scope.ts';
import { CancelledError, type Tx } from './tx.ts';

const database = useDatabase({ pool: 2 });
let mine: number;
let foreign: number;
const scopeOf = (...ownerKeys: number[]) => makeScope({ userKey: null, group: 'ag', ownerKeys, partnerKey: null });
const ownerKeys = async (tx: Tx): Promise<number[]> =>
  (await sql<{ key: number }>`select owner_key as key from owner order by 1`.execute(tx)).rows.map(({ key }) => key);

beforeAll(async () => {
  const owners = await database.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
});

describe('readScope', () => {
  const rename = (name: string) =>
    database.asMigrator((tx) => sql`update owner set description = ${name} where owner_key = ${mine}`.execute(tx));
  const nameOf = async (tx: Tx) =>
    (await sql<{ name: string }>`select description as name from owner where owner_key = ${mine}`.execute(tx)).rows[0]
      ?.name;

  test('sees the rows of its scope as of its beginning, and is read-only', async () => {
    expect(await database.db.readScope(scopeOf(mine), ownerKeys)).toEqual([mine]);
    await rename('before');
    const read = await database.db.readScope(scopeOf(mine), async (tx) => {
      const first = await nameOf(tx);
      await rename('after');
      return [first, await nameOf(tx)];
    });
    expect(read).toEqual(['before', 'before']);
    expect(await database.db.readScope(scopeOf(mine), nameOf)).toBe('after');
    const write = database.db.readScope(scopeOf(mine), (tx) => sql`update owner set name = name`.execute(tx));
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  test('so do the statements of a stream', async () => {
    await rename('before');
    const names: unknown[] = [];
    const stream = database.db.streamWork(scopeOf(mine), async function* (tx) {
      yield await nameOf(tx);
      yield await nameOf(tx);
    });
    for await (const name of stream) {
      names.push(name);
      await rename('after');
    }
    expect(names).toEqual(['before', 'before']);
  });

  test('takes as many round trips as withScope', async () => {
    const sent: string[] = [];
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const take = (): void => {
      sent.push(...spy.mock.calls.map(([first]) => (typeof first === 'string' ? first : '')));
      spy.mockClear();
    };
    try {
      await database.db.withScope(scopeOf(mine), ownerKeys);
      take();
      const written = sent.length;
      await database.db.readScope(scopeOf(mine), ownerKeys);
      take();
      expect(sent.length - written).toBe(written);
      expect(sent[written]).toMatch(/^begin isolation level repeatable read read only; select set_config/);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('withScope', () => {
  test('a query without a filter sees only the rows of its scope', async () => {
    expect(await database.db.withScope(scopeOf(mine), ownerKeys)).toEqual([mine]);
    expect(await database.db.withScope(scopeOf(mine, foreign), ownerKeys)).toEqual([mine, foreign]);
  });

  test('without owners no rows are visible', async () => {
    expect(await database.db.withScope(publicScope, ownerKeys)).toEqual([]);
    const rows = await database.db.asNobody({ name: 'all_owners', text: 'select owner_key from owner', values: [] });
    expect(rows).toEqual([]);
  });

  test('a row of another owner cannot be written or changed', async () => {
    const write = database.db.withScope(scopeOf(mine), (tx) =>
      sql`insert into audit_log (at, owner_key, route, action, outcome) values (now(), ${foreign}, 'r', 'a', 'done')`.execute(
        tx,
      ),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
    const changed = await database.db.withScope(scopeOf(mine), (tx) =>
      sql`update owner set description = 'taken' where owner_key = ${foreign}`.execute(tx),
    );
    expect(changed.numAffectedRows).toBe(0n);
  });

  test('a failure rolls back and leaves no settings on the connection', async () => {
    const failing = database.db.withScope(scopeOf(mine), async (tx) => {
      await sql`update owner set description = 'half done' where owner_key = ${mine}`.execute(tx);
      throw new Error('planned');
    });
    await expect(failing).rejects.toThrow('planned');
    const description = await database.asMigrator(async (tx) => {
      const { rows } = await sql<{ d: string }>`select description as d from owner where owner_key = ${mine}`.execute(
        tx,
      );
      return rows[0]?.d;
    });
    expect(description).not.toBe('half done');
    expect(await database.db.withScope(publicScope, ownerKeys)).toEqual([]);
  });

  test('an unnoticed failure of a statement is reported on commit', async () => {
    const careless = database.db.withScope(scopeOf(mine), async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('failed unnoticed');
  });

  test('a finished transaction refuses late queries', async () => {
    let leaked: Tx | undefined;
    await database.db.withScope(scopeOf(mine), async (tx) => void (leaked = tx));
    await expect(ownerKeys(leaked as Tx)).rejects.toThrow('transaction has ended');
  });

  test('two tenants alternating on two connections never see each other', async () => {
    const results = await Promise.all(
      Array.from({ length: 2_000 }, async (_, turn) => {
        const key = turn % 2 === 0 ? mine : foreign;
        const keys = await database.db.withScope(scopeOf(key), async (tx) => {
          if (turn % 7 === 0) await sql`select 1`.execute(tx);
          return ownerKeys(tx);
        });
        return keys.length === 1 && keys[0] === key;
      }),
    );
    expect(results.filter((right) => !right)).toEqual([]);
  });

  test('a scope is built from keys only', () => {
    const bad = { userKey: null, group: 'ag' as const, partnerKey: null };
    expect(() => makeScope({ ...bad, ownerKeys: ["1}', true); drop table owner; --" as unknown as number] })).toThrow(
      TypeError,
    );
    expect(() => makeScope({ ...bad, ownerKeys: [Number.NaN] })).toThrow(TypeError);
  });
});

describe('cancelling', () => {
  const sleepers = (): Promise<number> =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()
      `.execute(tx);
      return rows[0]?.n ?? 0;
    });

  test('an abort ends the statement inside Postgres and frees the connection', async () => {
    const gone = new AbortController();
    const work = database.db.withScope(scopeOf(mine), (tx) => sql`select pg_sleep(3600)`.execute(tx), {
      signal: gone.signal,
    });
    const failure = work.catch((error: unknown) => error);
    await expect.poll(sleepers).toBe(1);
    gone.abort();
    expect(await failure).toBeInstanceOf(CancelledError);
    expect(await sleepers()).toBe(0);
  });

  test('the pool works after two hundred cancellations', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, turn) => {
        const gone = new AbortController();
        const work = database.db.withScope(scopeOf(mine), (tx) => sql`select pg_sleep(0.02)`.execute(tx), {
          signal: gone.signal,
        });
        if (turn % 2 === 0) gone.abort();
        else setImmediate(() => gone.abort());
        return work.then(
          () => 'done',
          (error: Error) => error.name,
        );
      }),
    );
    // One cancelled too late may be done; any other outcome is an error.
    expect(outcomes.filter((outcome) => outcome !== 'CancelledError' && outcome !== 'done')).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'CancelledError').length).toBeGreaterThanOrEqual(100);
    expect(await database.db.withScope(scopeOf(mine), ownerKeys)).toEqual([mine]);
  });
});

describe('streamScope', () => {
  const numbers = (count: number) => (tx: Tx) =>
    sql<{ n: number }>`select n from generate_series(1, ${count}::int) n`.compile(tx);

  test('yields every row in order', async () => {
    const results: number[] = [];
    for await (const { n } of database.db.streamScope(scopeOf(mine), numbers(1_234))) results.push(n);
    expect(results).toEqual(Array.from({ length: 1_234 }, (_, index) => index + 1));
  });

  test('a reader that stops early releases its connection', async () => {
    for (let round = 0; round < 10; round += 1) {
      for await (const { n } of database.db.streamScope(scopeOf(mine), numbers(100_000))) if (n === 3) break;
    }
    expect(await database.db.withScope(scopeOf(mine), ownerKeys)).toEqual([mine]);
  });
});
