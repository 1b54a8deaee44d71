import {
  type Alert,
  alertBell,
  type AlertChoice,
  alertChoicesSave,
  alertMark,
  alertSearch,
  type BellRow,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { noFailure } from '../../../testing/no-failure.ts';
import { clientOf, makeEndpoint } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makeLead, makeOwner, makePartner } from '../../../testing/factories/factories.ts';
import { scanAlertsNow } from './scan.jobs.ts';

const harness = useApp();
const HOUR_MS = 3_600_000;
const RIGHTS: Permission[] = ['campaigns:View', 'goals:View', 'leadanalyzer:View'];

/** Two owners; the first has a campaign of each of two partners. */
let mine: Awaited<ReturnType<typeof makeCampaign>>;
let second: Awaited<ReturnType<typeof makeCampaign>>;
let foreign: Awaited<ReturnType<typeof makeCampaign>>;
let endpointKey: number;

const run = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const scan = () => scanAlertsNow({ ...harness, log: noFailure });
const lead = (campaign: typeof mine, count = 1, status = 'DLV', at = harness.clock.now()) =>
  harness.asMigrator(async (tx) => {
    for (let n = 0; n < count; n += 1) await makeLead(tx, { ...campaign, at, status });
  });
const setCap = ({ campaignKey }: typeof mine, daily: number | null, month = '2026-03-01') =>
  run(sql`
    insert into campaign_month (owner_key, campaign_key, month, daily_allocation)
    select owner_key, campaign_key, ${month}, ${daily}::int from campaign where campaign_key = ${campaignKey}
    on conflict (owner_key, campaign_key, month) do update set daily_allocation = excluded.daily_allocation, monthly_allocation = null`);

const bellOf = async (as: SignedIn) => {
  const { body } = await harness.call(alertBell, as);
  return body.data as { total: number; unread: number; rows: BellRow[] };
};
const linesOf = async (as: SignedIn) =>
  (await bellOf(as)).rows.map(({ kind, span, used, limit, level }) => [kind, span, used, limit, level]);
const stored = async () =>
  (
    await harness.asMigrator((tx) =>
      sql<{ cause: string; level: number; times: number; resolution: string | null }>`
        select split_part(cause, ':', 1) || ':' || split_part(cause, ':', 2) as cause, level, times, resolution from alert
        where owner_key = ${mine.ownerKey} order by alert_key`.execute(tx),
    )
  ).rows;
const inOrder = (values: readonly unknown[]): string[] => values.map(String).toSorted((a, b) => a.localeCompare(b));
const agency = (owners = [mine.ownerKey]) => harness.signedIn('ag', { owners, permissions: RIGHTS });
const wantAll = (as: SignedIn, over: Partial<AlertChoice> = {}) =>
  harness.call(alertChoicesSave, as, { body: { choices: [{ topic: 'cap80', inApp: true, byMail: false, ...over }] } });

beforeAll(() =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx);
    mine = await makeCampaign(tx, { ownerKey, code: 'NU-PPL-0012' });
    second = await makeCampaign(tx, { ownerKey, partnerKey: await makePartner(tx) });
    foreign = await makeCampaign(tx);
    endpointKey = await makeEndpoint(tx, { ownerKey, clientKey: await clientOf(tx, ownerKey, mine.campaignKey) });
  }),
);

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await run(sql`delete from alert`);
  await run(sql`delete from delivery_task`);
  await run(sql`delete from lead`);
  await run(sql`update goal set hard_cap = false`);
  await run(sql`delete from campaign_month where month > '2026-03-01'`);
  for (const campaign of [mine, second, foreign]) await setCap(campaign, 10);
});

test('a cap alerts at 80, 90 and 100 % in one rising alert, for each user from the chosen level', async () => {
  const [careful, usual] = [await agency(), await agency()];
  await wantAll(careful);
  await lead(mine, 7);
  expect(await scan()).toEqual({ changed: 0, ended: 0 });
  await lead(mine);
  expect(await scan()).toEqual({ changed: 1, ended: 0 });
  // A second scan changes nothing.
  expect(await scan()).toEqual({ changed: 0, ended: 0 });
  expect(await linesOf(careful)).toEqual([['cap', 'day', 8, 10, 80]]);
  expect(await linesOf(usual)).toEqual([]);

  await lead(mine);
  await scan();
  expect(await linesOf(careful)).toEqual([['cap', 'day', 9, 10, 90]]);
  expect(await linesOf(usual)).toEqual([['cap', 'day', 9, 10, 90]]);
  await lead(mine);
  await scan();
  expect(await linesOf(usual)).toEqual([['cap', 'day', 10, 10, 100]]);
  expect(await stored()).toEqual([{ cause: 'cap:day', level: 100, times: 1, resolution: null }]);
});

test('the caps of a campaign that come up on one day are one line of the bell; another campaign has its own', async () => {
  const reader = await agency([mine.ownerKey, foreign.ownerKey]);
  const setMonthly = sql`update campaign_month set monthly_allocation = 12 where campaign_key = any (${[mine.campaignKey, foreign.campaignKey]}::int[])`;
  await run(setMonthly);
  await lead(mine, 11);
  await lead(foreign, 9);
  await scan();
  const bell = await bellOf(reader);
  expect(bell.rows.map(({ span, campaignKey, line }) => [span, campaignKey, line.split(':').length])).toEqual([
    ['day', mine.campaignKey, 3],
    ['month', mine.campaignKey, 3],
    ['day', foreign.campaignKey, 3],
  ]);
  expect(new Set(bell.rows.map(({ line }) => line)).size).toBe(2);
  expect(bell).toMatchObject({ total: 2, unread: 2 });

  const mark = (alertKeys: number[]) => harness.call(alertMark, reader, { body: { alertKeys, mark: 'read' } as never });
  const [daily, monthly] = bell.rows.map(({ alertKey }) => alertKey) as [number, number];
  // The line is read once all of its alerts are.
  expect((await mark([daily])).body.data).toEqual({ marked: 1, unread: 2 });
  expect((await mark([daily, monthly])).body.data).toEqual({ marked: 2, unread: 1 });

  // What comes up on the next day is another line.
  await run(sql`update alert set since = since - interval '1 day' where alert_key = ${daily}`);
  expect(await bellOf(reader)).toMatchObject({ total: 3, unread: 1 });
});

test('a read alert is unread again when it rises; a done one stays hidden until then', async () => {
  const [reader, other] = [await agency(), await agency()];
  await lead(mine, 9);
  await scan();
  const alertKey = (await bellOf(reader)).rows[0]!.alertKey;
  const mark = (as: SignedIn, kind: string, keys: number[] | null = [alertKey]) =>
    harness.call(alertMark, as, { body: { alertKeys: keys, mark: kind } as never });

  expect((await mark(reader, 'read')).body.data).toEqual({ marked: 1, unread: 0 });
  expect(await bellOf(reader)).toMatchObject({ total: 1, unread: 0, rows: [{ isRead: true }] });
  expect(await bellOf(other)).toMatchObject({ total: 1, unread: 1 });
  await mark(reader, 'unread');
  expect(await bellOf(reader)).toMatchObject({ unread: 1 });
  await mark(reader, 'read', null);
  await mark(other, 'done');
  expect(await bellOf(other)).toMatchObject({ total: 0, unread: 0 });

  await lead(mine);
  await scan();
  expect(await bellOf(reader)).toMatchObject({ total: 1, unread: 1 });
  expect(await bellOf(other)).toMatchObject({ total: 1, unread: 1 });

  await mark(other, 'snooze');
  expect(await bellOf(other)).toMatchObject({ total: 0 });
  harness.clock.set(new Date(TEST_NOW.getTime() + 4 * HOUR_MS));
  expect(await bellOf(await harness.sessionOf('ag', other.userKey))).toMatchObject({ total: 1, unread: 0 });
});

test('raising a cap ends its alert and the new cap alerts separately; a returned lead ends it too', async () => {
  await lead(mine, 10);
  await scan();
  await setCap(mine, 20);
  await scan();
  expect(await stored()).toEqual([{ cause: 'cap:day', level: 100, times: 1, resolution: 'LIMIT_CHANGED' }]);
  await lead(mine, 8);
  await scan();
  expect(await stored()).toMatchObject([{ resolution: 'LIMIT_CHANGED' }, { level: 90, resolution: null }]);
  await run(sql`update lead set status = 'RTN' where owner_key = ${mine.ownerKey}`);
  await scan();
  expect(await stored()).toMatchObject([{}, { resolution: 'BELOW' }]);
  // The same cap of the same day again: the same alert.
  await lead(mine, 18);
  await scan();
  expect(await stored()).toMatchObject([{}, { level: 90, times: 2, resolution: null }]);
});

test('a reset ends a cap’s alert, and the next day’s is a new one, by the owner’s time zone', async () => {
  // The night clocks go forward: March 8 has 23 hours in this owner's zone.
  harness.clock.set(new Date('2026-03-09T04:59:00Z'));
  await lead(mine, 10);
  await scan();
  expect(await stored()).toMatchObject([{ resolution: null }]);
  harness.clock.set(new Date('2026-03-09T05:00:00Z'));
  await scan();
  expect(await stored()).toMatchObject([{ resolution: 'RESET' }]);
  await lead(mine, 10);
  await scan();
  expect(await stored()).toMatchObject([{ resolution: 'RESET' }, { level: 100, resolution: null }]);
  // On the first of the month nothing is used.
  harness.clock.set(new Date('2026-04-01T05:00:00Z'));
  await setCap(mine, 10, '2026-04-01');
  await scan();
  expect((await stored()).map(({ resolution }) => resolution)).toEqual(['RESET', 'RESET']);
  await lead(mine, 9);
  await scan();
  expect((await stored()).at(-1)).toMatchObject({ level: 90, resolution: null });
});

test('nobody gets alerts of another owner or partner, or about what their group or rights do not show', async () => {
  for (const campaign of [mine, second, foreign]) await lead(campaign, 10);
  await run(sql`update goal set hard_cap = true where goal_key = ${mine.goalKey}`);
  await run(sql`update goal_month set spend_goal = 500 where goal_key = ${mine.goalKey}`);
  await lead(mine, 2, 'STK', new Date(TEST_NOW.getTime() - 2 * HOUR_MS));
  await scan();
  const campaignsOf = async (as: SignedIn) =>
    inOrder((await bellOf(as)).rows.map(({ kind, campaignKey }) => (kind === 'cap' ? campaignKey : kind)));
  const searchOf = async (as: SignedIn) =>
    inOrder(
      ((await harness.call(alertSearch, as, { body: {} })).body.data as { rows: Alert[] }).rows.map(
        ({ kind, campaignKey }) => (kind === 'cap' ? campaignKey : kind),
      ),
    );

  const expectations = [
    [await agency(), [mine.campaignKey, second.campaignKey, 'budget', 'stuck']],
    [
      await harness.signedIn('cl', { owners: [mine.ownerKey], permissions: RIGHTS }),
      [mine.campaignKey, second.campaignKey, 'budget', 'stuck'],
    ],
    [
      await harness.signedIn('cl', { owners: [mine.ownerKey], permissions: ['campaigns:View'] }),
      [mine.campaignKey, second.campaignKey],
    ],
    [
      await harness.signedIn('mp', {
        owners: [mine.ownerKey, foreign.ownerKey],
        partnerKey: second.partnerKey,
        permissions: RIGHTS,
      }),
      [second.campaignKey],
    ],
    [await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['leadanalyzer:View'] }), ['stuck']],
    [await harness.signedIn('ag', { owners: [mine.ownerKey] }), []],
    [await agency([foreign.ownerKey]), [foreign.campaignKey]],
  ] as const;
  for (const [as, expected] of expectations) {
    expect(await campaignsOf(as)).toEqual(inOrder(expected));
    expect(await searchOf(as)).toEqual(inOrder(expected));
  }
  // A key of another user's alert marks nothing.
  const [partner, outsider] = [expectations[3][0], expectations[6][0]];
  const keys = (await bellOf(expectations[0][0])).rows.map(({ alertKey }) => alertKey);
  expect((await harness.call(alertMark, partner, { body: { alertKeys: keys, mark: 'done' } })).body.data).toMatchObject(
    { marked: 1 },
  );
  expect(
    (await harness.call(alertMark, outsider, { body: { alertKeys: keys, mark: 'done' } })).body.data,
  ).toMatchObject({ marked: 0 });
});

test('stuck leads are one alert for each endpoint and reason, which grows, ages and ends', async () => {
  const reader = await agency();
  const stick = async (hours: number, reason: string) => {
    await lead(mine, 1, 'STK', new Date(harness.clock.now().getTime() - hours * HOUR_MS));
    await run(sql`
      with stuck as (update lead set status_reasons = array[${reason}] where status = 'STK' and status_reasons = '{}' returning *)
      insert into delivery_task (owner_key, captured_date, lead_key, client_key, endpoint_key, accepted_at, is_stuck)
      select s.owner_key, s.captured_date, s.lead_key, e.client_key, e.endpoint_key, s.created_at, true
      from stuck s join delivery_endpoint e on e.endpoint_key = ${endpointKey}`);
  };
  await setCap(mine, null);
  await stick(2, 'TIMEOUT');
  await stick(3, 'TIMEOUT');
  await stick(2, 'AUTH_FAILED');
  await scan();
  const since = new Date(TEST_NOW.getTime() - 3 * HOUR_MS).toISOString();
  expect((await bellOf(reader)).rows).toMatchObject([
    { kind: 'stuck', reason: 'AUTH_FAILED', used: 1 },
    { kind: 'stuck', reason: 'TIMEOUT', used: 2, level: 1, since, endpointKey, endpointName: 'School CRM' },
  ]);
  await harness.call(alertMark, reader, { body: { alertKeys: null, mark: 'read' } });
  await stick(2, 'TIMEOUT');
  await scan();
  // A higher count is no news; a lead that has waited for a day is.
  expect(await bellOf(reader)).toMatchObject({ total: 2, unread: 0, rows: [{}, { used: 3 }] });
  harness.clock.set(new Date(TEST_NOW.getTime() + 21 * HOUR_MS));
  await scan();
  const later = await harness.sessionOf('ag', reader.userKey);
  expect(await bellOf(later)).toMatchObject({ total: 2, unread: 1, rows: [{ reason: 'TIMEOUT', level: 2 }, {}] });

  await run(
    sql`update delivery_health set failures_in_row = 10, open_until = ${harness.clock.now()} where endpoint_key = ${endpointKey}`,
  );
  await scan();
  expect((await bellOf(later)).rows[0]).toMatchObject({ kind: 'breaker', used: 10, endpointKey });
  await run(sql`update delivery_health set failures_in_row = 0, open_until = null`);
  await run(sql`update lead set status = 'DLV' where owner_key = ${mine.ownerKey}`);
  await scan();
  expect(await bellOf(later)).toMatchObject({ total: 0, unread: 0 });
  expect(inOrder((await stored()).map(({ resolution }) => resolution))).toEqual(['CLEARED', 'CLEARED', 'RECOVERED']);
});

test('stuck leads of an endpoint are one alert, also when the campaign of some went to another client', async () => {
  await setCap(mine, null);
  for (const campaign of [mine, second]) await lead(campaign, 1, 'STK', new Date(TEST_NOW.getTime() - 2 * HOUR_MS));
  // The second campaign is another client's now; its lead waits at the endpoint of the first.
  await run(sql`
    insert into delivery_task (owner_key, captured_date, lead_key, client_key, endpoint_key, accepted_at, is_stuck)
    select l.owner_key, l.captured_date, l.lead_key, e.client_key, e.endpoint_key, l.created_at, true
    from lead l join delivery_endpoint e on e.endpoint_key = ${endpointKey} where l.status = 'STK'`);
  await scan();
  expect((await bellOf(await agency())).rows).toMatchObject([{ kind: 'stuck', used: 2, endpointKey }]);
});

test('an owner whose alerts cannot be checked is logged, and the others have theirs', async () => {
  for (const campaign of [mine, foreign]) await lead(campaign, 10);
  const failures: unknown[] = [];
  await run(sql`update owner set time_zone = 'Nowhere/Land' where owner_key = ${mine.ownerKey}`);
  const { changed } = await scanAlertsNow({
    ...harness,
    log: { error: (one: unknown) => failures.push(one) } as never,
  });
  await run(sql`update owner set time_zone = 'America/Chicago' where owner_key = ${mine.ownerKey}`);
  expect({ changed, failures }).toMatchObject({ changed: 1, failures: [{ ownerKey: mine.ownerKey }] });
});

test('two concurrent scans find each cause once', async () => {
  for (const campaign of [mine, second, foreign]) await lead(campaign, 10);
  const scans = await Promise.all(Array.from({ length: 4 }, () => scan()));
  expect(scans.reduce((sum, { changed }) => sum + changed, 0)).toBe(3);
  expect(await stored()).toHaveLength(2);
});
