import { ALL_PERMISSIONS, METRICS, type Permission, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { CancelledError, type Tx } from '../../db/scope/tx.ts';
import { manualClock } from '../../lib/clock.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeGoal } from '../../testing/factories/factories.ts';
import { createAnswerCache } from './answer-cache.ts';
import { type Answers, createAnswers, type Viewer } from './answers.ts';

const database = useDatabase({ pool: 8 });
const NOON = new Date('2026-03-10T15:00:00Z');
const clock = manualClock(NOON);
let answers: Answers;
let mine: Awaited<ReturnType<typeof makeCampaign>>;
let foreign: Awaited<ReturnType<typeof makeCampaign>>;
let computations = 0;

beforeAll(async () => {
  [mine, foreign] = await database.asMigrator(async (tx) => [await makeCampaign(tx), await makeCampaign(tx)]);
});
beforeEach(() => {
  answers = createAnswers({ db: database.db, clock });
  clock.set(NOON);
  computations = 0;
});

interface Who {
  group?: UserGroup;
  partnerKey?: number | null;
  permissions?: readonly Permission[];
  ownerKeys?: readonly number[];
}
const viewer = ({
  group = 'ag',
  partnerKey = null,
  permissions = [],
  ownerKeys = [mine.ownerKey],
}: Who = {}): Viewer => ({
  scope: makeScope({ userKey: null, group, ownerKeys, partnerKey }),
  group,
  permissions: new Set(permissions),
});

const ask = (who: Who = {}, question = 'which one?'): Promise<number> =>
  answers.get(viewer(who), [question], async () => (computations += 1));
const touch = (ownerKey: number) =>
  database.asMigrator((tx) => sql`update client set name = name where owner_key = ${ownerKey}`.execute(tx));

describe('a cached answer', () => {
  test('is computed once per data version of the owner', async () => {
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await touch(foreign.ownerKey);
    expect(await ask()).toBe(1);
    await touch(mine.ownerKey);
    expect([await ask(), await ask()]).toEqual([2, 2]);
  });

  test('about several owners is computed again when one of them changes', async () => {
    const ownerKeys = [foreign.ownerKey, mine.ownerKey];
    await ask({ ownerKeys });
    expect(await ask({ ownerKeys: ownerKeys.toReversed() })).toBe(1);
    await touch(foreign.ownerKey);
    expect(await ask({ ownerKeys })).toBe(2);
  });

  test('ends with the owner’s day and when a price starts to apply', async () => {
    await ask();
    clock.set(new Date('2026-03-11T04:59:59Z'));
    expect(await ask()).toBe(1);
    clock.set(new Date('2026-03-11T05:00:00Z'));
    expect(await ask()).toBe(2);
    await database.asMigrator((tx) =>
      sql`insert into campaign_price (owner_key, campaign_key, valid_from, client_desktop, media_desktop)
          values (${mine.ownerKey}, ${mine.campaignKey}, '2026-03-11T18:00:00Z', 60, 50)`.execute(tx),
    );
    clock.set(new Date('2026-03-11T17:59:59Z'));
    expect([await ask(), await ask()]).toEqual([3, 3]);
    clock.set(new Date('2026-03-11T18:00:00Z'));
    expect(await ask()).toBe(4);
  });

  test('is of one snapshot: later writes are in the next one only', async () => {
    const count = async (tx: Tx) => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*) as n from goal where owner_key = ${mine.ownerKey}`.execute(tx);
      return rows[0]?.n;
    };
    const twice = (between: () => Promise<unknown>) =>
      answers.get(viewer(), ['goals'], async (tx) => {
        const first = await count(tx);
        await between();
        return [first, await count(tx)];
      });
    expect(await twice(() => database.asMigrator((tx) => makeGoal(tx, mine.ownerKey)))).toEqual([1, 1]);
    expect(await twice(async () => undefined)).toEqual([2, 2]);
  });

  test('cannot write', async () => {
    const writing = answers.get(viewer(), ['write'], (tx) => sql`update goal set name = name`.execute(tx));
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });

  test('that fails is not stored', async () => {
    const failing = () =>
      answers.get(viewer(), ['which one?'], async () => {
        computations += 1;
        throw new Error('broken');
      });
    await expect(failing()).rejects.toThrow('broken');
    await expect(failing()).rejects.toThrow('broken');
    expect(await ask()).toBe(3);
  });
});

describe('viewers', () => {
  test('with different rights never share', async () => {
    const kinds: Who[] = [
      {},
      { permissions: ['reports:Margin'] },
      { group: 'cl' },
      { group: 'mp', partnerKey: mine.partnerKey },
      { group: 'mp', partnerKey: foreign.partnerKey },
      { ownerKeys: [foreign.ownerKey] },
      { ownerKeys: [mine.ownerKey, foreign.ownerKey] },
    ];
    const first = [];
    for (const kind of kinds) first.push(await ask(kind));
    expect(first).toEqual(kinds.map((_, index) => index + 1));
    const again = [];
    for (const kind of kinds) again.push(await ask(kind));
    expect(again).toEqual(first);
  });

  test('who differ only in irrelevant rights share, and the answer does not depend on them', async () => {
    const rights = new Set(Object.values(METRICS).flatMap(({ permission }) => permission ?? []));
    expect([...rights]).toEqual(['reports:Margin']);
    const answer = await answers.get(viewer({ permissions: ALL_PERMISSIONS }), ['who?'], async (_, kind) => kind);
    expect(answer).toEqual({ group: 'ag', permissions: rights });
    await ask({ permissions: ['users:View'] });
    expect(await ask({ permissions: ['goals:Update'] })).toBe(1);
  });
});

/** An answer whose computation can be paused. */
const slow = () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const get = (signal?: AbortSignal) =>
    answers.get(
      viewer(),
      ['slow'],
      async (tx) => {
        computations += 1;
        start();
        await gate;
        await sql`select 1`.execute(tx);
        return computations;
      },
      { signal },
    );
  return { get, started, release };
};

describe('concurrent requests', () => {
  test('share one computation, even if the first of them leaves while it runs', async () => {
    const waiting = () =>
      database.asMigrator(async (tx) => {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from pg_locks where locktype = 'advisory' and objid = 11 and not granted
        `.execute(tx);
        return rows[0]?.n;
      });
    let joined = 0;
    // The clock is read last before a caller joins.
    const now = (): Date => ((joined += 1), NOON);
    const counted = createAnswers({ db: database.db, clock: { now } });
    const get = (signal?: AbortSignal) =>
      counted.get(
        viewer(),
        ['held up'],
        async (tx) => {
          computations += 1;
          await sql`select pg_advisory_xact_lock(11)`.execute(tx);
          return computations;
        },
        { signal },
      );
    const leaving = new AbortController();
    let others: Promise<number>[] = [];
    await database.asMigrator(async (tx) => {
      await sql`select pg_advisory_xact_lock(11)`.execute(tx);
      const first = get(leaving.signal);
      await expect.poll(waiting).toBe(1);
      others = [get(), get(new AbortController().signal), get()];
      await expect.poll(() => joined).toBe(4);
      leaving.abort();
      await expect(first).rejects.toBeInstanceOf(CancelledError);
      // Still running: a cancellation would have taken effect by now.
      for (let turn = 0; turn < 10; turn += 1) expect(await waiting()).toBe(1);
    });
    expect(await Promise.all(others)).toEqual([1, 1, 1]);
    expect(await get()).toBe(1);
  });

  test('share a failure, which is not cached', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const failing = () =>
      answers.get(viewer(), ['failing'], async () => {
        computations += 1;
        await gate;
        throw new Error('broken');
      });
    const both = Promise.allSettled([failing(), failing()]);
    release();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(failing()).rejects.toThrow('broken');
    expect(computations).toBeLessThanOrEqual(3);
  });

  test('cancel the computation when all have left, and the next one starts again', async () => {
    const gone = new AbortController();
    const sleeping = (signal?: AbortSignal) =>
      answers.get(
        viewer(),
        ['sleeping'],
        async (tx) => {
          computations += 1;
          await sql`select pg_sleep(${computations === 1 ? 25 : 0})`.execute(tx);
          return computations;
        },
        { signal },
      );
    const both = [sleeping(gone.signal), sleeping(gone.signal)];
    await expect.poll(() => computations).toBe(1);
    gone.abort();
    for (const left of both) await expect(left).rejects.toBeInstanceOf(CancelledError);
    expect(await sleeping()).toBe(2);
    // Its statement was cancelled: no backend is sleeping any more.
    const asleep = () =>
      database.asMigrator(async (tx) => {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(%' and pid <> pg_backend_pid()
        `.execute(tx);
        return rows[0]?.n;
      });
    await expect.poll(asleep).toBe(0);
  });

  test('at a newer version do not share an older one’s computation', async () => {
    const { get, started, release } = slow();
    const first = get();
    await started;
    await touch(mine.ownerKey);
    const second = get();
    await expect.poll(() => computations).toBe(2);
    release();
    await Promise.all([first, second]);
    expect(computations).toBe(2);
  });
});

describe('the cache', () => {
  const stored = (answer: unknown) => ({ basis: { version: 1, since: NOON, until: NOON }, answer });

  test('has a maximum number of answers and evicts the least recently used', () => {
    const cache = createAnswerCache({ entries: 2, bytes: 1_000_000 });
    for (const key of ['a', 'b']) cache.store(key, stored(key));
    cache.find('a');
    cache.store('c', stored('c'));
    expect(['a', 'b', 'c'].map((key) => cache.find(key)?.answer)).toEqual(['a', undefined, 'c']);
  });

  test('has a maximum size, and stores no answer that is too large', () => {
    const cache = createAnswerCache({ entries: 1_000, bytes: 10_000 });
    for (let n = 0; n < 100; n += 1) cache.store(`k${n}`, stored('x'.repeat(300)));
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    expect(cache.entries).toBeGreaterThan(10);
    expect(cache.entries).toBeLessThan(20);
    cache.store('large', stored('x'.repeat(5_000)));
    expect(cache.find('large')).toBeUndefined();
    expect(cache.find('k99')).toBeDefined();
    for (let n = 0; n < 100; n += 1) cache.store('same', stored('x'.repeat(300)));
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
  });
});
