import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { makeScope } from '../scope/make-scope.ts';
import { prepareLast } from './prepared.ts';
import { type Tx } from '../scope/tx.ts';

// A single connection, so that anything left behind affects the next work.
const database = useDatabase({ pool: 1 });
let mine: number;
let foreign: number;
const scopeOf = (ownerKey: number) =>
  makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
const storeDescription = prepareLast('test_describe', 'update owner set description = $2 where owner_key = $1');
const fail = prepareLast('test_fail', 'select 1 / $1::int');

const ownerKeys = async (tx: Tx): Promise<number[]> =>
  (await sql<{ key: number }>`select owner_key as key from owner order by 1`.execute(tx)).rows.map(({ key }) => key);
const descriptionOf = (ownerKey: number) =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ d: string }>`select description as d from owner where owner_key = ${ownerKey}`.execute(
      tx,
    );
    return rows[0]?.d;
  });

beforeAll(async () => {
  const owners = await database.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
});

test('the first statement runs in the scope, and the last one is committed', async () => {
  const result = await database.db.pipelineScope(scopeOf(mine), async (tx) => ({
    result: await ownerKeys(tx),
    last: storeDescription([mine, 'stored']),
  }));
  expect(result).toEqual([mine]);
  expect(await descriptionOf(mine)).toBe('stored');
});

test('the last statement cannot change another owner’s row', async () => {
  await database.db.pipelineScope(scopeOf(mine), async () => ({
    result: null,
    last: storeDescription([foreign, 'taken']),
  }));
  expect(await descriptionOf(foreign)).not.toBe('taken');
});

test('if the last statement fails, nothing is stored, the error is reported and the connection is reusable', async () => {
  const failing = database.db.pipelineScope(scopeOf(mine), async (tx) => {
    await sql`update owner set description = 'half' where owner_key = ${mine}`.execute(tx);
    return { result: null, last: fail([0]) };
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await descriptionOf(mine)).not.toBe('half');
  const next = database.db.pipelineScope(scopeOf(foreign), async (tx) => ({ result: await ownerKeys(tx), last: null }));
  expect(await next).toEqual([foreign]);
});

test('if the work fails, nothing is stored', async () => {
  const failing = database.db.pipelineScope(scopeOf(mine), async (tx) => {
    await sql`update owner set description = 'thrown' where owner_key = ${mine}`.execute(tx);
    throw new Error('planned');
  });
  await expect(failing).rejects.toThrow('planned');
  expect(await descriptionOf(mine)).not.toBe('thrown');
});

test('an unnoticed failure of a statement is reported on commit', async () => {
  const careless = database.db.pipelineScope(scopeOf(mine), async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    return { result: null, last: null };
  });
  await expect(careless).rejects.toThrow('failed unnoticed');
});

describe('is pipelined without waiting', () => {
  const spied = async (work: (sent: () => string[]) => Promise<void>): Promise<void> => {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const wordOf = (query: unknown): string =>
      (typeof query === 'string' ? query : (query as { text: string }).text).trimStart().split(/[\s;]/)[0] ?? '';
    try {
      await work(() => spy.mock.calls.map(([first]) => wordOf(first)));
    } finally {
      spy.mockRestore();
    }
  };

  test('the first statement after the beginning', () =>
    spied((sent) =>
      database.db.pipelineScope(scopeOf(mine), async (tx) => {
        const keysOfTx = ownerKeys(tx);
        // All ready callbacks have run, and nothing was read from a socket since.
        await new Promise((resolve) => process.nextTick(resolve));
        expect(sent()).toEqual(['begin', 'select']);
        expect(await keysOfTx).toEqual([mine]);
        return { result: undefined, last: null };
      }),
    ));

  test('the commit after the last statement', async () => {
    let stored: Promise<unknown> = Promise.resolve();
    await database.asMigrator(async (tx) => {
      await sql`select from owner where owner_key = ${mine} for update`.execute(tx);
      await spied(async (sent) => {
        const last = storeDescription([mine, 'once more']);
        stored = database.db.pipelineScope(scopeOf(mine), async () => ({ result: null, last }));
        await expect.poll(sent).toEqual(['begin', 'update', 'commit']);
      });
    });
    await stored;
    expect(await descriptionOf(mine)).toBe('once more');
  });
});
