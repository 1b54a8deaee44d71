import {
  ALL_PERMISSIONS,
  allocationsSave,
  campaignSummaryStream,
  goalSummaryList,
  reportQuerySchema,
} from '@paceline/contract';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { loadPeriod } from '../../metrics/periods/period-facts.ts';
import { runReport } from '../../metrics/report/report.ts';
import { useApp } from '../../testing/app.ts';
import { makeCampaign, makeLead, makeOwner } from '../../testing/factories/factories.ts';

const harness = useApp();
let facts: Facts;
beforeAll(() => {
  facts = openFacts(harness.ownerUrl);
});
afterAll(() => facts.close());

/** West and east of UTC, in summer and in winter time: in each of them the month ends at another instant. */
const TURNS = [
  { zone: 'America/Chicago', lastDay: '2025-10-31', midnight: '2025-11-01T05:00:00Z' },
  { zone: 'America/Chicago', lastDay: '2025-11-30', midnight: '2025-12-01T06:00:00Z' },
  { zone: 'Europe/Berlin', lastDay: '2025-09-30', midnight: '2025-09-30T22:00:00Z' },
  { zone: 'Europe/Berlin', lastDay: '2025-10-31', midnight: '2025-10-31T23:00:00Z' },
];
const MINUTE = 60_000;

describe.each(TURNS)('a month that ends on $lastDay in $zone', ({ zone, lastDay, midnight }) => {
  const turn = new Date(midnight);
  const at = (minutes: number): Date => new Date(turn.getTime() + minutes * MINUTE);
  const firstDay = Temporal.PlainDate.from(lastDay).add({ days: 1 }).toString();
  const ending = `${lastDay.slice(0, 7)}-01`;
  let campaign: Awaited<ReturnType<typeof makeCampaign>>;

  beforeAll(async () => {
    await harness.asMigrator(async (tx) => {
      const { ownerKey } = await makeOwner(tx, { timeZone: zone });
      campaign = await makeCampaign(tx, { ownerKey });
      const { campaignKey, goalKey } = campaign;
      await sql`update goal set start_month = '2025-01-01' where goal_key = ${goalKey}`.execute(tx);
      await sql`update campaign set start_date = '2025-01-01', activated_at = '2025-01-01' where campaign_key = ${campaignKey}`.execute(
        tx,
      );
      await sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation, daily_allocation)
        select ${ownerKey}, ${campaignKey}, m, 100, 1 from unnest(array[${ending}, ${firstDay}]::date[]) m`.execute(tx);
      // One lead at 23:30 and two at 00:30.
      for (const minutes of [-30, 30, 30]) await makeLead(tx, { ownerKey, campaignKey, at: at(minutes) });
    });
    while ((await facts.fold()) > 0);
  });

  const see = async (now: Date) => {
    harness.clock.set(now);
    const { ownerKey } = campaign;
    const as = await harness.signedIn('ag', {
      owner: ownerKey,
      permissions: ['allocations:View', 'allocations:Update'],
    });
    const query = { ownerKey: String(ownerKey) };
    const goals = await harness.call(goalSummaryList, as, { params: { brand: 'all' }, query });
    const campaigns = await harness.readStream(campaignSummaryStream, as, {
      params: { brand: 'all', month: 'currentmonth' },
      query,
    });
    const { calendar, goals: lines } = goals.body.data as { calendar: object; goals: Record<string, unknown>[] };
    return { as, calendar, goal: lines[0], row: campaigns.rows[0] };
  };
  const saveCurrent = async (as: Awaited<ReturnType<typeof see>>['as'], value: number): Promise<string[]> => {
    const { ownerKey, campaignKey } = campaign;
    const rows = [{ campaignKey, changes: { userDefinedMonthlyAllocation: value } }];
    const saved = await harness.call(allocationsSave, as, {
      params: { owner: ownerKey, month: 'current' },
      body: { rows },
    });
    expect(saved.status).toBe(200);
    return harness.asMigrator(async (tx) => {
      const result = await sql<{ month: string }>`select month from campaign_month
        where campaign_key = ${campaignKey} and user_defined_monthly_allocation = ${value}`.execute(tx);
      return result.rows.map(({ month }) => month);
    });
  };

  test('is current until its last minute, and its last lead counts today', async () => {
    const { as, calendar, goal, row } = await see(at(-15));
    expect(calendar).toMatchObject({ month: ending, today: lastDay, daysLeft: 1 });
    // Through yesterday there were none; today's inquiry fills the day's cap.
    expect([goal?.['mtdInquiries'], row?.['mtdInquiries']]).toEqual([0, 0]);
    expect(row).toMatchObject({ month: ending, subStatus: 'CAP_DAY', nextChangeAt: turn.toISOString() });
    expect(await saveCurrent(as, 77)).toEqual([ending]);
  });

  test('is over in the next minute, and later leads count in the new month', async () => {
    const { as, calendar, goal, row } = await see(at(45));
    expect(calendar).toMatchObject({ month: firstDay, today: firstDay, daysDone: 0 });
    expect([goal?.['mtdInquiries'], row?.['mtdInquiries']]).toEqual([2, 2]);
    expect(row).toMatchObject({ month: firstDay, partial: true, through: lastDay });
    expect(await saveCurrent(as, 78)).toEqual([firstDay]);
  });

  test('has its own leads in the facts and reports, and so has the next month', async () => {
    const { ownerKey } = campaign;
    const scope = makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
    const now = at(24 * 60 + 45);
    const validOf = (month: string) =>
      harness.db.withScope(scope, async (tx) => {
        const { campaigns } = await loadPeriod(tx, {
          ownerKey,
          now,
          group: 'ag',
          month: Temporal.PlainYearMonth.from(month.slice(0, 7)),
        });
        return campaigns[0]?.parts.validLeads;
      });
    expect([await validOf(ending), await validOf(firstDay)]).toEqual([1, 2]);
    const report = reportQuerySchema.parse({
      measures: ['validLeads'],
      timeDimensions: { dimension: 'date', granularity: 'month', dateRange: [ending, firstDay] },
    });
    const viewer = { group: 'ag', permissions: new Set(ALL_PERMISSIONS), channel: 'all', vertical: 'all' } as const;
    const { rows } = await harness.db.withScope(scope, (tx) => runReport(tx, scope.ownerKeys, report, viewer, now));
    expect(rows.map(({ validLeads }) => validLeads)).toEqual([1, 2]);
  });
});
