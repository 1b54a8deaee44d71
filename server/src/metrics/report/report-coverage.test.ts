import { ALL_PERMISSIONS, reportQuerySchema } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeCampaign,
  makeLead,
  makeOwner,
  makePlatformDay,
  makePpcCampaign,
} from '../../testing/factories/factories.ts';
import { loadPeriod } from '../periods/period-facts.ts';
import { rollUpPeriod } from '../periods/period-numbers.ts';
import { pacingNumbers } from '../days/pacing.rules.ts';
import { type ReportViewer } from './report-check.ts';
import { runReport } from './report.ts';
import { Temporal } from 'temporal-polyfill';

const database = useDatabase();
const NOW = new Date('2026-04-10T15:00:00Z');
const viewer: ReportViewer = {
  group: 'ag',
  permissions: new Set(ALL_PERMISSIONS),
  channel: 'all',
  vertical: 'all',
  forWidgets: true,
};
let ownerKey: number;

/** Pay per lead has an allocation of 100 and 8 leads; paid search has no allocation, no budget and 5 leads. */
beforeAll(async () => {
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx));
    const ppl = await makeCampaign(tx, { ownerKey });
    const ppc = await makePpcCampaign(tx, { ownerKey, goalKey: ppl.goalKey });
    await sql`update campaign set monthly_budget = null where campaign_key = ${ppc.campaignKey}`.execute(tx);
    for (let i = 0; i < 8; i += 1) await makeLead(tx, { ...ppl, day: `2026-03-0${1 + i}` });
    for (let i = 0; i < 5; i += 1) await makeLead(tx, { ...ppc, day: `2026-03-1${i}` });
    for (let i = 0; i < 5; i += 1)
      await makePlatformDay(tx, { ...ppc, day: `2026-03-1${i}`, cost: 90, clientCost: 100 });
  });
  const facts = openFacts(database.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
});

const scope = () => makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
const report = (query: object) =>
  database.db.withScope(scope(), (tx) =>
    runReport(
      tx,
      [ownerKey],
      reportQuerySchema.parse({
        getTotal: true,
        timeDimensions: { dimension: 'date', granularity: 'month', dateRange: ['2026-03-01', '2026-03-31'] },
        ...query,
      }),
      viewer,
      NOW,
    ),
  );

describe('two channels, one with an allocation', () => {
  const measures = ['allocation', 'deliveredToAllocation', 'monthDeliveryPercent', 'deliveryPercent', 'validLeads'];

  test('delivery uses the leads that count against it, beside all leads', async () => {
    const { rows, total } = await report({ measures });
    const expected = {
      allocation: 100,
      deliveredToAllocation: 8,
      monthDeliveryPercent: 8,
      deliveryPercent: 8,
      validLeads: 13,
    };
    expect(rows).toEqual([{ date: '2026-03-01', rowKey: '["2026-03-01"]', ...expected }]);
    expect(total).toEqual(expected);
  });

  test('also by channel, and a channel without an allocation has none', async () => {
    const { rows, total } = await report({
      measures,
      dimensions: ['channel'],
      order: [{ member: 'channel', direction: 'desc' }],
    });
    expect(rows).toMatchObject([
      { allocation: 100, deliveredToAllocation: 8, deliveryPercent: 8, validLeads: 8 },
      { allocation: null, deliveredToAllocation: null, deliveryPercent: null, validLeads: 5 },
    ]);
    expect(total).toMatchObject({ deliveryPercent: 8, validLeads: 13 });
  });

  test('a campaign’s spend without a budget is not compared with another’s budget', async () => {
    const month = new Temporal.PlainYearMonth(2026, 3);
    const { campaigns } = await database.db.withScope(scope(), (tx) =>
      loadPeriod(tx, { ownerKey, month, now: NOW, group: 'ag' }),
    );
    const numbers = (rows: typeof campaigns) => pacingNumbers(rollUpPeriod(rows), 0);
    const budgeted = campaigns.filter(({ parts }) => parts.budget !== null);
    expect([campaigns.length, budgeted.length]).toEqual([2, 1]);
    // 8 leads at 50, against an allocation of 100 at 50.
    expect(numbers(campaigns)).toMatchObject({ diffToBudget: 8, budgetRemaining: 4600, pacingIndex: 8 });
    const { eCPL: _all, ...ofBoth } = numbers(campaigns);
    const { eCPL: _some, ...ofOne } = numbers(budgeted);
    expect(ofBoth).toEqual(ofOne);
  });
});
