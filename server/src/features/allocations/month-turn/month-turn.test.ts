import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../http/watch/log.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { manualClock } from '../../../lib/clock.ts';
import { useDatabase } from '../../../testing/database.ts';
import { makeCampaign, makeOwner } from '../../../testing/factories/factories.ts';
import { begunMonth, monthsToTurn, turnMonths } from './month-turn.service.ts';

const database = useDatabase({ pool: 6 });
const log = createLog({ logLevel: 'silent' });
const clock = manualClock(new Date('2026-04-01T05:04:00Z'));
const turn = () => turnMonths({ db: database.db, clock, log, scopeOf: systemScope });

const run = <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
  database.asMigrator(async (tx) => (await statement.execute(tx)).rows as Row[]);

const planOf = async (campaignKey: number, month = '2026-04-01') => {
  const rows = await run<Record<string, unknown>>(sql`
    select monthly_capacity as capacity, monthly_allocation as monthly, monthly_soft_allocation as soft, daily_allocation as daily,
           user_defined_monthly_allocation as adjusted, frozen_at is not null as frozen
    from campaign_month where campaign_key = ${campaignKey} and month = ${month}`);
  return rows[0];
};
const setMonth = (campaignKey: number, values: ReturnType<typeof sql>) =>
  run(sql`update campaign_month set ${values} where campaign_key = ${campaignKey} and month = '2026-03-01'`);

let ownerKey: number;
beforeEach(async () => {
  // Each test's owner is the only one whose month has not begun.
  await run(
    sql`insert into month_turn select owner_key, m::date, now(), 0 from owner, unnest('{2026-03-01,2026-04-01,2026-05-01}'::date[]) m on conflict do nothing`,
  );
  ownerKey = (await database.asMigrator((tx) => makeOwner(tx, { timeZone: 'America/Chicago' }))).ownerKey;
  await run(sql`insert into month_turn values (${ownerKey}, '2026-03-01', now(), 0)`);
  clock.set(new Date('2026-04-01T05:05:00Z'));
});

describe('months to start', () => {
  test('at five past midnight in the owner’s zone, not a minute earlier', () => {
    const at = (iso: string, zone: string) => begunMonth(new Date(iso), zone).toString();
    expect(at('2026-04-01T05:04:59Z', 'America/Chicago')).toBe('2026-03');
    expect(at('2026-04-01T05:05:00Z', 'America/Chicago')).toBe('2026-04');
    expect(at('2026-04-01T05:05:00Z', 'America/Phoenix')).toBe('2026-03');
  });

  test('missed ones come first', () => {
    expect(monthsToTurn('2026-01-01', Temporal.PlainYearMonth.from('2026-04'))).toEqual([
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
    ]);
    expect(monthsToTurn(null, Temporal.PlainYearMonth.from('2026-04'))).toEqual(['2026-04-01']);
    expect(monthsToTurn('2026-04-01', Temporal.PlainYearMonth.from('2026-04'))).toEqual([]);
  });
});

describe('starting a month', () => {
  test('copies last month’s plan if the campaign rolls over, and closes it otherwise', async () => {
    const goesOn = await database.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    const ends = await database.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    await run(sql`update campaign set recurring = false where campaign_key = ${ends.campaignKey}`);
    await setMonth(
      goesOn.campaignKey,
      sql`monthly_capacity = 120, incremental_capacity = 10, user_defined_monthly_allocation = 110, daily_allocation = 6`,
    );
    expect(await turn()).toBe(1);
    expect(await planOf(goesOn.campaignKey)).toEqual({
      capacity: 130,
      monthly: 110,
      soft: null,
      daily: 6,
      adjusted: null,
      frozen: true,
    });
    expect(await planOf(ends.campaignKey)).toMatchObject({ monthly: 0, frozen: true });
  });

  test('uses a plan saved for it', async () => {
    const { campaignKey } = await database.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    await run(
      sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation) values (${ownerKey}, ${campaignKey}, '2026-04-01', 77)`,
    );
    await turn();
    expect(await planOf(campaignKey)).toMatchObject({ monthly: 77, frozen: true });
  });

  test('keeps the capacity stated by the partner', async () => {
    const { campaignKey } = await database.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    await run(
      sql`insert into campaign_month (owner_key, campaign_key, month, monthly_capacity) values (${ownerKey}, ${campaignKey}, '2026-04-01', 40)`,
    );
    await turn();
    expect(await planOf(campaignKey)).toMatchObject({ capacity: 40, monthly: 100 });
  });

  test('sets its prices from the first instant, devices in proportion', async () => {
    const { campaignKey } = await database.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    await run(sql`update campaign_price set client_mobile = 25 where campaign_key = ${campaignKey}`);
    await run(
      sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation, client_bid_price) values (${ownerKey}, ${campaignKey}, '2026-04-01', 77, 60)`,
    );
    await turn();
    const prices = await run(sql`
      select valid_from, client_desktop::float8 as desktop, client_mobile::float8 as mobile, media_desktop::float8 as media
      from campaign_price where campaign_key = ${campaignKey} order by valid_from desc`);
    expect(prices).toHaveLength(2);
    expect(prices[0]).toEqual({ valid_from: new Date('2026-04-01T05:00:00Z'), desktop: 60, mobile: 30, media: 40 });
  });

  test('happens once, however often and concurrently it runs', async () => {
    const { campaignKey } = await database.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    const turned = await Promise.all([turn(), turn(), turn(), turn()]);
    expect(turned.reduce((sum, value) => sum + value, 0)).toBe(1);
    await run(
      sql`update campaign_month set monthly_allocation = 5 where campaign_key = ${campaignKey} and month = '2026-04-01'`,
    );
    expect(await turn()).toBe(0);
    expect(await planOf(campaignKey)).toMatchObject({ monthly: 5 });
    const lines = await run(
      sql`select 1 from audit_log where action = 'monthBegan' and entity_key = ${String(campaignKey)}`,
    );
    expect(lines).toHaveLength(1);
  });

  test('is atomic: a failure leaves nothing, and the next run completes it', async () => {
    const { campaignKey } = await database.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    await run(
      sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation, client_bid_price) values (${ownerKey}, ${campaignKey}, '2026-04-01', 77, 60)`,
    );
    await run(
      sql`create function public.stop_here() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
    );
    await run(
      sql`create trigger stop_here before insert on campaign_price for each row execute function public.stop_here()`,
    );
    expect(await turn()).toBe(0);
    expect(await planOf(campaignKey)).toMatchObject({ frozen: false });
    await run(sql`drop function public.stop_here cascade`);
    expect(await turn()).toBe(1);
    expect(await planOf(campaignKey)).toMatchObject({ frozen: true });
  });
});
