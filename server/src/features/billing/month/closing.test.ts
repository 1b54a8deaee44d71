import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { createLog } from '../../../http/watch/log.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { manualClock } from '../../../lib/clock.ts';
import { useDatabase } from '../../../testing/database.ts';
import { makeCampaign, makeLead, makeOwner } from '../../../testing/factories/factories.ts';
import { closeMonth } from '../../../shared/billing/close-month.ts';
import { closeDueNow } from './close-due.jobs.ts';

const database = useDatabase({ pool: 6 });
const log = createLog({ logLevel: 'silent' });
const clock = manualClock(new Date('2026-04-20T12:00:00Z'));
const close = (db: Database = database.db) => closeDueNow({ db, clock, log });
const run = <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
  database.asMigrator(async (tx) => (await statement.execute(tx)).rows as Row[]);

interface Place {
  ownerKey: number;
  campaignKey: number;
}
/** An owner with delivered leads on the first and last day of a month, whose days are counted. */
const makePlace = async (timeZone: string, month: string): Promise<Place> => {
  const place = await database.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx, { timeZone });
    const { campaignKey } = await makeCampaign(tx, { ownerKey });
    for (const day of ['02', '28'])
      await makeLead(tx, { ownerKey, campaignKey, at: new Date(`${month}-${day}T18:00:00Z`), status: 'DLV' });
    return { ownerKey, campaignKey };
  });
  await run(sql`
    insert into campaign_day (owner_key, day, campaign_key, gross) values (${place.ownerKey}, ${`${month}-02`}, ${place.campaignKey}, 1)`);
  return place;
};
const statusOf = async ({ ownerKey }: Place, month: string) => {
  const [row] = await run<{
    status: string | null;
    lines: number;
    amounts: number;
    changes: number;
    entries: number;
  }>(sql`
    select (select status from billing_month b where b.owner_key = ${ownerKey} and b.month = ${month}::date) as status,
           (select count(*)::int from billing_line l where l.owner_key = ${ownerKey} and l.month = ${month}::date) as lines,
           (select count(*)::int from billing_line_amount a join billing_line l using (owner_key, line_key)
            where a.owner_key = ${ownerKey} and l.month = ${month}::date) as amounts,
           (select count(*)::int from billing_month_change c where c.owner_key = ${ownerKey} and c.month = ${month}::date) as changes,
           (select count(*)::int from audit_log a where a.owner_key = ${ownerKey} and a.action = 'billingMonthClosed'
              and a.entity_key = ${month}) as entries`);
  return row;
};
const CLOSED = { status: 'CLOSED', lines: 1, amounts: 2, changes: 1, entries: 1 };
const UNTOUCHED = { status: null, lines: 0, amounts: 0, changes: 0, entries: 0 };

/** A database whose connection dies before the given statement of each writing transaction. */
const dyingAt = (place: number, counted: { statements: number }): Database => ({
  ...database.db,
  withScope: (scope, work, options) =>
    database.db.withScope(
      scope,
      (tx) => {
        let statements = 0;
        const watched = tx.withPlugin({
          transformQuery: ({ node }) => {
            statements += 1;
            counted.statements = Math.max(counted.statements, statements);
            if (statements === place) throw new Error('killed');
            return node;
          },
          transformResult: ({ result }) => Promise.resolve(result),
        });
        return work(watched);
      },
      options,
    ),
});

// Leads are partitioned by month; the partitions must exist.
beforeAll(async () => {
  const facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-12-15'));
  await facts.close();
});

test('interrupted at any statement, a closing leaves nothing; repeated, it closes once', async () => {
  clock.set(new Date('2026-04-20T12:00:00Z'));
  const place = await makePlace('America/Chicago', '2026-03');
  const counted = { statements: 0 };
  let killed = 0;
  for (let at = 1; killed === at - 1; at += 1) {
    await close(dyingAt(at, counted));
    if ((await statusOf(place, '2026-03-01'))?.status === 'CLOSED') break;
    expect(await statusOf(place, '2026-03-01')).toEqual(UNTOUCHED);
    killed += 1;
  }
  // Lock, check, lines, settings, statements, credit notes, undelivered leads, month, its history, audit entry.
  expect({ killed, statements: counted.statements }).toEqual({ killed: 10, statements: 10 });
  expect(await statusOf(place, '2026-03-01')).toEqual(CLOSED);
  expect(await close()).toBe(0);
  expect(await statusOf(place, '2026-03-01')).toEqual(CLOSED);
});

test('two processes close a month once', async () => {
  clock.set(new Date('2026-04-20T12:00:00Z'));
  const place = await makePlace('America/Chicago', '2026-03');
  const closed = await Promise.all([close(), close()]);
  expect(closed.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(await statusOf(place, '2026-03-01')).toEqual(CLOSED);
});

test('closing waits for concurrent changes; waiting changes find the month closed', async () => {
  const at = new Date('2026-04-20T12:00:00Z');
  const { ownerKey, campaignKey } = await makePlace('America/Chicago', '2026-03');
  const closing = { userKey: null, at, reason: '' };
  const isWaiting = async (): Promise<boolean> => {
    const [row] = await run<{ n: number }>(sql`select count(*)::int as n from pg_locks where not granted`);
    return (row?.n ?? 0) > 0;
  };
  let second: Promise<unknown> = Promise.resolve();
  const first = await database.db.withScope(systemScope(ownerKey), async (tx) => {
    const closed = await closeMonth(tx, ownerKey, '2026-03-01', closing);
    const other = { isOver: false };
    second = database.db
      .withScope(systemScope(ownerKey), (late) => closeMonth(late, ownerKey, '2026-03-01', closing))
      .finally(() => (other.isOver = true));
    while (!other.isOver && !(await isWaiting()));
    return closed;
  });
  expect([first, await second]).toEqual([{ from: 'IN_REVIEW', lines: 1, statements: 2 }, null]);
  expect(await statusOf({ ownerKey, campaignKey }, '2026-03-01')).toEqual({ ...CLOSED, entries: 0 });
});

describe('the fifth, a minute before midnight, is in the owner’s zone', () => {
  test.each([
    // Summer time begins within March and ends before November's fifth.
    ['America/New_York', '2026-02', '2026-03-06T04:58:59Z', '2026-03-06T04:59:00Z'],
    ['America/New_York', '2026-03', '2026-04-06T03:58:59Z', '2026-04-06T03:59:00Z'],
    ['America/New_York', '2026-10', '2026-11-06T04:58:59Z', '2026-11-06T04:59:00Z'],
    ['America/Phoenix', '2026-03', '2026-04-06T06:58:59Z', '2026-04-06T06:59:00Z'],
    ['America/Los_Angeles', '2026-12', '2027-01-06T07:58:59Z', '2027-01-06T07:59:00Z'],
  ])('%s closes %s not at %s, but at %s', async (zone, month, before, at) => {
    const place = await makePlace(zone, month);
    clock.set(new Date(before));
    await close();
    expect((await statusOf(place, `${month}-01`))?.status).toBeNull();
    clock.set(new Date(at));
    await close();
    expect(await statusOf(place, `${month}-01`)).toEqual(CLOSED);
  });

  test('one owner’s month closes while another’s further west is still open', async () => {
    const [east, west] = [
      await makePlace('America/New_York', '2026-03'),
      await makePlace('America/Phoenix', '2026-03'),
    ];
    clock.set(new Date('2026-04-06T05:00:00Z'));
    await close();
    expect(await statusOf(east, '2026-03-01')).toEqual(CLOSED);
    expect(await statusOf(west, '2026-03-01')).toEqual(UNTOUCHED);
  });
});

test('a missed closing is made up for; a reopened month waits for a user', async () => {
  clock.set(new Date('2026-06-20T12:00:00Z'));
  const place = await makePlace('America/Chicago', '2026-03');
  await close();
  for (const month of ['2026-03-01', '2026-04-01', '2026-05-01'])
    expect((await statusOf(place, month))?.status).toBe('CLOSED');
  expect((await statusOf(place, '2026-06-01'))?.status).toBeNull();
  await run(
    sql`update billing_month set status = 'REOPENED' where owner_key = ${place.ownerKey} and month = '2026-04-01'`,
  );
  expect(await close()).toBe(0);
});

test('lines cannot be changed, by the product or its database role', async () => {
  clock.set(new Date('2026-04-20T12:00:00Z'));
  const place = await makePlace('America/Chicago', '2026-03');
  await close();
  for (const statement of [
    sql`update billing_line set billable = 0`,
    sql`delete from billing_line_amount`,
    sql`update billing_month_change set reason = 'x'`,
  ]) {
    await expect(run(statement)).rejects.toThrow('append-only');
    await expect(database.db.withScope(systemScope(place.ownerKey), (tx) => statement.execute(tx))).rejects.toThrow(
      'permission denied',
    );
  }
});

test('adjustments of earlier months are stored with the month they are in, on both sides', async () => {
  const place = await makePlace('America/Chicago', '2026-03');
  await run(sql`
    insert into billing_adjustment (owner_key, day, campaign_key, for_month, client_amount, media_amount, cause, reason, made_at)
    values (${place.ownerKey}, '2026-03-10', ${place.campaignKey}, '2026-01-01', -12.5, -7.25, 'PRICE', 'Agreed', now())`);
  const at = new Date('2026-04-03T12:00:00Z');
  await database.db.withScope(systemScope(place.ownerKey), (tx) =>
    closeMonth(tx, place.ownerKey, '2026-03-01', { userKey: null, at, reason: '' }),
  );
  const written = await run(sql`
    select side, sum(prior_amount)::float8 as prior from billing_line_amount where owner_key = ${place.ownerKey} group by 1 order by 1`);
  expect(written).toEqual([
    { side: 'client', prior: -12.5 },
    { side: 'media', prior: -7.25 },
  ]);
});
