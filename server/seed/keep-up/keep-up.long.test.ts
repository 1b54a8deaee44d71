import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openFacts } from '../../src/db/facts/facts.ts';
import { manualClock } from '../../src/lib/clock.ts';
import { useDatabase } from '../../src/testing/database.ts';
import { inOrder } from '../../src/testing/calls/in-order.ts';
import { loadScenario } from '../load.ts';
import { verifyChecks } from '../check/checks.ts';
import { keepUp } from './keep-up.ts';

inOrder();
const database = useDatabase();
const customer = useDatabase();
/** Five weeks before the end of the test, so that a month ends in between. */
const clock = manualClock(new Date('2026-10-11T18:00:00Z'));
const settings = { clock, secret: Buffer.from('a secret for tests only, of 32 chars') };

const one = <T>(query: string, of = database): Promise<T> =>
  of.asMigrator(async (tx) => {
    const { rows } = await sql<{ value: T }>`${sql.raw(query)}`.execute(tx);
    return rows[0]!.value;
  });
const leads = () => one<number>('select count(*) as value from lead');

beforeAll(async () => {
  await loadScenario(database.ownerUrl, 'small', settings, () => undefined);
});

test('a database without a demo stays unchanged', async () => {
  expect(await keepUp(customer.ownerUrl, settings)).toBe(false);
  expect(await one('select count(*)::int as value from lead', customer)).toBe(0);
});

test('a freshly loaded demo has nothing to catch up on', async () => {
  expect(await keepUp(database.ownerUrl, settings)).toBe(false);
});

test('an interrupted run leaves everything unchanged', async () => {
  const before = await leads();
  clock.set(new Date('2026-11-15T18:00:00Z'));
  const stop = (): never => {
    throw new Error('killed');
  };
  await expect(keepUp(database.ownerUrl, settings, stop)).rejects.toThrow('killed');
  expect(await leads()).toBe(before);
  expect(await one('select through_at::text as value from scenario_load')).toBeNull();
});

test('five weeks later it continues through today, once', async () => {
  const before = await leads();
  expect(await keepUp(database.ownerUrl, settings)).toBe(true);
  const after = await leads();
  expect(after).toBeGreaterThan(before + 100);
  expect(await keepUp(database.ownerUrl, settings)).toBe(false);
  expect(await leads()).toBe(after);
});

test('its rollups equal a recount of the raw rows', async () => {
  const facts = openFacts(database.ownerUrl);
  expect(await facts.differences()).toEqual([]);
  await facts.close();
});

test('all checks of a load hold: deliveries as planned, owners not underspending by themselves', async () => {
  await expect(database.asMigrator((tx) => verifyChecks(tx, 'small'))).resolves.toBeUndefined();
});

test('new months have their plans, and every source has data through its last day', async () => {
  const counts = await database.asMigrator(async (tx) => {
    const { rows } = await sql`
      select (select count(*) from goal_month where month = '2026-12-01')::int as goals,
             (select count(distinct month) from campaign_month where month > '2026-10-01')::int as months,
             (select count(distinct captured_date) from lead where captured_date between '2026-10-12' and '2026-11-14')::int as days,
             (select count(distinct owner_key) from website_day where day = '2026-11-14')::int as websites,
             (select count(*) from website_day where day > '2026-11-14')::int as "unfinishedWebsites",
             (select max(day)::text from platform_day) as platforms,
             (select count(*) from billing_month where month = '2026-10-01' and status = 'CLOSED')::int as closed,
             (select count(*) from lead where enrollment_on > '2026-10-12' and captured_date < '2026-10-11')::int > 0 as "oldOnesEnroll"
    `.execute(tx);
    return rows[0];
  });
  expect(counts).toMatchObject({
    goals: 64,
    months: 2,
    days: 34,
    websites: 6,
    unfinishedWebsites: 0,
    platforms: '2026-11-15',
    closed: 6,
    oldOnesEnroll: true,
  });
});

test('a campaign paused by a user gets no more leads, and the others do an hour later', async () => {
  const paused =
    await one<number>(`select campaign_key as value from campaign_day where day between '2026-11-10' and '2026-11-14'
    group by 1 order by sum(gross) desc, 1 limit 1`);
  await database.asMigrator((tx) =>
    sql`insert into campaign_pause (owner_key, campaign_key, starts_on, reason, set_at)
        select owner_key, campaign_key, '2026-11-15', 'A test', '2026-11-15T18:00:00Z' from campaign where campaign_key = ${paused}`.execute(
      tx,
    ),
  );
  clock.set(new Date('2026-11-18T18:00:00Z'));
  expect(await keepUp(database.ownerUrl, settings)).toBe(true);
  const since = `where created_at > '2026-11-15T18:00:00Z'`;
  expect(await one(`select count(*)::int as value from lead ${since} and campaign_key = ${paused}`)).toBe(0);
  expect(await one(`select count(distinct campaign_key)::int as value from lead ${since}`)).toBeGreaterThan(5);
  const facts = openFacts(database.ownerUrl);
  expect(await facts.differences()).toEqual([]);
  await facts.close();
});
