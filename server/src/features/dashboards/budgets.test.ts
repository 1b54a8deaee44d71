import {
  BUDGET_LINES,
  GOAL_COLUMNS,
  goalSummaryList,
  goalTotals,
  graphicPacing,
  type GoalRow,
  judgedTotals,
  PACING_WIDGETS,
  type PacingWidgetId,
  pacingSummary,
  type PacingSummary,
  reportData,
  sumOf,
  WIDGET_CALLS,
  type WidgetAnswer,
  type WidgetId,
  type WidgetRow,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeGoal, makeLead, makeOwner, makePartner } from '../../testing/factories/factories.ts';

/** Budgets belong to line items. Whatever its dimension, every table ends in the same budget and spend, for everybody. */
const harness = useApp();
const RIGHTS = ['reports:View', 'reports:Build', 'goals:View', 'allocations:View'] as const;
const WIDGETS = Object.keys(PACING_WIDGETS) as PacingWidgetId[];
/** Tables whose rows are groups of campaigns. */
const BY_CAMPAIGNS = WIDGETS.filter((id) => PACING_WIDGETS[id].from === 'campaigns');

interface Place {
  ownerKey: number;
  partners: readonly [number, number];
  goals: { short: number; over: number; alone: number; open: number };
  brandKey: number;
  as: { ag: SignedIn; cl: SignedIn };
}
const places: Place[] = [];

const setGoal = (tx: Tx, ownerKey: number, goalKey: number, spend: number | null, inquiries: number | null) =>
  sql`insert into goal_month as m (owner_key, goal_key, month, spend_goal, inquiry_goal)
      values (${ownerKey}, ${goalKey}, '2026-03-01', ${spend}, ${inquiries})
      on conflict (owner_key, goal_key, month) do update set spend_goal = ${spend}, inquiry_goal = ${inquiries}`.execute(
    tx,
  );

const makePlatformBudget = async (tx: Tx, ownerKey: number, goalKey: number, budget: number): Promise<void> => {
  await sql`insert into campaign (owner_key, goal_key, channel, name, code, start_date, activated_at, monthly_budget)
            values (${ownerKey}, ${goalKey}, 'ppc', 'Search', 'SEARCH-' || ${goalKey}, '2026-01-01', '2026-01-01', ${budget})`.execute(
    tx,
  );
};

/** A line item with more budget than its campaigns, one with less, one without any, and one that spends without a budget. */
const makePlace = async (tx: Tx, factor: number): Promise<Omit<Place, 'as'>> => {
  const { ownerKey } = await makeOwner(tx);
  const partners = [await makePartner(tx), await makePartner(tx)] as const;
  const short = await makeCampaign(tx, { ownerKey, partnerKey: partners[0] });
  const over = await makeCampaign(tx, { ownerKey, partnerKey: partners[1] });
  const open = await makeCampaign(tx, { ownerKey, partnerKey: partners[0] });
  const alone = await makeGoal(tx, ownerKey);
  await makePlatformBudget(tx, ownerKey, short.goalKey, 1_300.05 * factor);
  await makePlatformBudget(tx, ownerKey, over.goalKey, 900);
  await setGoal(tx, ownerKey, short.goalKey, 9_000 * factor, 120);
  await setGoal(tx, ownerKey, over.goalKey, 4_200, 80);
  await setGoal(tx, ownerKey, alone, 777.77, 10);
  await setGoal(tx, ownerKey, open.goalKey, null, null);
  for (const [index, { campaignKey, partnerKey }] of [short, over, open].entries())
    for (let lead = 0; lead < 3 + index * factor; lead += 1)
      await makeLead(tx, { ownerKey, campaignKey, partnerKey, day: `2026-03-0${lead + 1}`, clientPrice: 51.37 });
  const { rows } = await sql<{ key: number }>`
    select brand_key as key from goal join client using (owner_key, client_key) where goal_key = ${short.goalKey}`.execute(
    tx,
  );
  return {
    ownerKey,
    partners,
    goals: { short: short.goalKey, over: over.goalKey, open: open.goalKey, alone },
    brandKey: rows[0]!.key,
  };
};

beforeAll(async () => {
  const pair = await harness.asMigrator(async (tx) => [await makePlace(tx, 1), await makePlace(tx, 2)]);
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
  for (const place of pair) {
    const who = { owner: place.ownerKey, permissions: RIGHTS };
    places.push({ ...place, as: { ag: await harness.signedIn('ag', who), cl: await harness.signedIn('cl', who) } });
  }
});

const ask = async (id: WidgetId, { ownerKey }: Place, as: SignedIn, body: object = {}): Promise<WidgetAnswer> => {
  const answer = await harness.call(WIDGET_CALLS[id], as, { body: { ownerKey, ...body } });
  expect(answer.status).toBe(200);
  return answer.body.data as WidgetAnswer;
};

/** The filters, and the total budget that each leaves: calculated by hand from the records above. */
const FILTERS: [name: string, of: (place: Place, factor: number) => { body: object; budget: number }][] = [
  ['no filter', (_, factor) => ({ body: {}, budget: 9_000 * factor + 4_200 + 777.77 })],
  ['a brand', ({ brandKey }, factor) => ({ body: { brandKeys: [brandKey] }, budget: 9_000 * factor })],
  ['line items', ({ goals }) => ({ body: { goalKeys: [goals.over, goals.alone] }, budget: 4_200 + 777.77 })],
  // A line item cut by the filter has the budget of its remaining campaigns; a whole one keeps its own, or none.
  ['a channel', (_, factor) => ({ body: { channels: ['ppc'] }, budget: 1_300.05 * factor + 900 })],
  ['a partner', ({ partners }) => ({ body: { partnerKeys: [partners[1]] }, budget: 5_137 })],
  ['the partner of a whole line item', ({ partners }) => ({ body: { partnerKeys: [partners[0]] }, budget: 5_137 })],
  ['both channels', (_, factor) => ({ body: { channels: ['ppl', 'ppc'] }, budget: 9_000 * factor + 4_200 })],
  [
    'a brand and a channel',
    ({ brandKey }, factor) => ({ body: { brandKeys: [brandKey], channels: ['ppc'] }, budget: 1_300.05 * factor }),
  ],
];
const CASES = FILTERS.flatMap(([name, of]) =>
  (['ag', 'cl'] as const).flatMap((group) => [0, 1].map((owner) => ({ name, of, group, owner }))),
);
const totalsOnly = ({ line: _line, ...totals }: WidgetRow): WidgetRow => totals;

/** Run in `npm run test:all` only, except both owners, both groups, and a filter that cuts through line items. */
const isLong = ({ name, group, owner }: (typeof CASES)[number]): boolean =>
  !['no filter', 'a partner'].includes(name) || (group === 'ag') !== (owner === 0);

for (const one of CASES) {
  const { name, of, group, owner } = one;
  describe(`owner ${owner}, ${group}, ${name}`, { tags: isLong(one) ? ['long'] : [] }, () => {
    test('every pacing table ends in the same total, which its rows sum to', async () => {
      const place = places[owner]!;
      const { body, budget } = of(place, owner + 1);
      const as = place.as[group];
      const tables = new Map<PacingWidgetId, WidgetAnswer>();
      for (const id of WIDGETS) tables.set(id, await ask(id, place, as, body));
      const { delta: _delta, ...first } = totalsOnly(tables.get('pacingBrand')!.totals);
      expect(first['budget']).toBeCloseTo(budget, 6);
      for (const [id, { data, totals, notes }] of tables) {
        expect({ id, ...totalsOnly(totals) }).toMatchObject({ id, ...first });
        for (const key of ['budget', 'mtdSpent', 'mtdInquiries', 'inquiryGoal', 'spentRunRate', 'spendProjection'])
          expect({ id, key, sum: sumOf(data.map((row) => row[key] as number | null)) ?? 0 }).toEqual({
            id,
            key,
            sum: expect.closeTo(Number(totals[key] ?? 0), 5),
          });
        expect(notes).toEqual(tables.get('pacingBrand')!.notes);
      }
    });

    test('the headline and the overview judge the same percentage that the tables show', async () => {
      const place = places[owner]!;
      const { body } = of(place, owner + 1);
      const as = place.as[group];
      const { totals } = await ask('pacingBrand', place, as, body);
      const summary = await harness.call(pacingSummary, as, { body: { ownerKey: place.ownerKey, ...body } });
      const pages: WidgetRow[] = [
        totals,
        (await ask('reportingHeadline', place, as, body)).totals,
        (summary.body.data as PacingSummary).totals,
      ];
      for (const page of pages) {
        const { projected, target, withoutTarget } = judgedTotals('dollar', page, { ended: false });
        expect((projected! * 100) / target!).toBeCloseTo(Number(totals['projectionToBudget']), 6);
        expect(projected! + withoutTarget!).toBeCloseTo(Number(page['spendProjection']), 6);
      }
    });

    test('so do the month over month, the chart and the reports by any dimension of campaigns', async () => {
      const place = places[owner]!;
      const { body, budget } = of(place, owner + 1);
      const as = place.as[group];
      const months = await ask('pacingMonth', place, as, body);
      expect(months.data.at(-1)).toMatchObject({ date: '2026-03-01', budget: expect.closeTo(budget, 6) });
      const pacing = await ask('pacingChannel', place, as, body);
      expect(months.data.at(-1)?.['spend']).toBeCloseTo(Number(pacing.totals['mtdSpent']), 6);
    });
  });
}

const report = async (place: Place, dimensions: string[], more: object = {}) => {
  const timeDimensions = {
    dimension: 'date' as const,
    granularity: null,
    dateRange: ['2026-03-01', '2026-03-31'] as [string, string],
  };
  const { body } = await harness.call(reportData, place.as.ag, {
    params: { channel: 'all', vertical: 'all' },
    body: {
      ownerKey: place.ownerKey,
      dimensions,
      measures: ['budget', 'spend'],
      timeDimensions,
      getTotal: true,
      ...more,
    },
  });
  return body.data as { rows: WidgetRow[]; total: WidgetRow };
};

describe('a report', () => {
  test.each([
    [['brand']],
    [['goal']],
    [['channel']],
    [['customChannel']],
    [['mediaPartner']],
    [['clientModel']],
    [['campaign']],
    [['brand', 'channel']],
    [['goal', 'campaign']],
  ])('by %j ends in the line items’ budget', async (dimensions) => {
    for (const [index, place] of places.entries()) {
      const { rows, total } = await report(place, dimensions);
      expect(total['budget']).toBeCloseTo(9_000 * (index + 1) + 4_200 + 777.77, 6);
      expect(sumOf(rows.map((row) => row['budget'] as number | null))).toBeCloseTo(Number(total['budget']), 6);
      expect(total['spend']).toBe((await ask('pacingBrand', place, place.as.ag)).totals['mtdSpent']);
    }
  });

  test('by line item and campaign shows each line item’s budget outside its campaigns', async () => {
    const { rows } = await report(places[0]!, ['goal', 'campaign']);
    const lines = rows.filter(({ campaign }) => Object.values(BUDGET_LINES).includes(campaign as never));
    expect(lines.map(({ campaign, budget }) => [campaign, Number(budget)])).toEqual(
      expect.arrayContaining([
        ['Not assigned to campaigns', expect.closeTo(9_000 - 5_137 - 1_300.05, 6)],
        ['Assigned above goals', expect.closeTo(4_200 - 5_137 - 900, 6)],
        ['Not assigned to campaigns', 777.77],
        ['Assigned above goals', -5_137],
      ]),
    );
    expect(lines).toHaveLength(4);
  });

  test('with a filter has this row for complete line items only, and none with numeric filters', async () => {
    const byChannel = await report(places[0]!, ['campaign'], {
      filters: [{ member: 'channel', operator: 'equals', values: ['Pay per click'] }],
    });
    expect(byChannel.total['budget']).toBeCloseTo(2_200.05, 6);
    const byNumber = await report(places[0]!, ['campaign'], {
      filters: [{ member: 'budget', operator: 'gt', values: ['1000'] }],
    });
    expect(byNumber.rows).toHaveLength(4);
    expect(byNumber.total['budget']).toBeCloseTo(5_137 * 3 + 1_300.05, 6);
  });
});

describe('balancing rows', () => {
  test('show what line items have beyond their campaigns, and campaigns beyond their line items', async () => {
    for (const id of BY_CAMPAIGNS) {
      const [first, second] = await Promise.all(places.map((place) => ask(id, place, place.as.ag)));
      const { name } = PACING_WIDGETS[id];
      const campaigns = 3 * 5_137 + 900;
      expect(first!.data.at(-1)).toMatchObject({
        [name]: 'Assigned above goals',
        line: 'aboveGoals',
        budget: expect.closeTo(13_977.77 - campaigns - 1_300.05, 6),
        mtdSpent: 0,
        diffToBudget: null,
        eCPL: null,
        inquiryGoal: 210,
      });
      expect(second!.data.at(-1)).toMatchObject({
        [name]: 'Not assigned to campaigns',
        line: 'notAssigned',
        budget: expect.closeTo(22_977.77 - campaigns - 2_600.1, 6),
      });
    }
  });

  test('a line item without campaigns has a row, and lead providers have one for the platforms', async () => {
    const [place] = places as [Place];
    const goals = await ask('pacingGoal', place, place.as.cl);
    expect(goals.data.filter(({ budget }) => budget === 777.77)).toHaveLength(1);
    const providers = await ask('pacingLeadProvider', place, place.as.ag);
    expect(providers.data.filter(({ line }) => line === 'platforms')).toMatchObject([
      { leadProvider: 'Trading platforms', budget: 2_200.05, mtdSpent: 0 },
    ]);
    expect(providers.notes).toEqual([
      '1 line item spends without a budget. The spend is included in the totals, and not in percentages of a budget.',
    ]);
  });
});

describe('other views', () => {
  test('the straight line of a chart leads to the same budget', async () => {
    const [place] = places as [Place];
    const of = async (keyType: string, key: number) => {
      const { body } = await harness.call(graphicPacing, place.as.ag, {
        params: { brand: place.brandKey, keyType, key },
      });
      return (body.data as WidgetRow[]).at(-1)?.['straightLine'];
    };
    expect(await of('owner', place.ownerKey)).toBeCloseTo(13_977.77, 6);
    expect(await of('brand', place.brandKey)).toBeCloseTo(9_000, 6);
    expect(await of('partner', place.partners[0])).toBeCloseTo(5_137, 6);
  });

  test('the overview’s line items sum to the same, including one deactivated during the month', async () => {
    const [, place] = places as [Place, Place];
    await harness.asMigrator((tx) =>
      sql`update goal set active = false where goal_key in (${place.goals.open}, ${place.goals.alone})`.execute(tx),
    );
    const { body } = await harness.call(goalSummaryList, place.as.ag, {
      params: { brand: 'all' },
      query: { ownerKey: place.ownerKey },
    } as never);
    const { goals } = body.data as { goals: GoalRow[] };
    const { totals } = await ask('pacingBrand', place, place.as.ag);
    const sum = (key: string) => sumOf(goals.map((row) => (row as unknown as WidgetRow)[key] as number | null));
    expect(sum('mtdSpent')).toBeCloseTo(Number(totals['mtdSpent']), 6);
    expect(sum('mtdInquiries')).toBe(totals['mtdInquiries']);
    const percent = GOAL_COLUMNS.filter(({ key }) => key === 'projectionToBudget');
    expect(goalTotals(percent, goals, 1)['projectionToBudget']).toBeCloseTo(Number(totals['projectionToBudget']), 6);
    expect(
      sumOf(
        goals.map(
          (row) =>
            ((row as unknown as WidgetRow)['revisedSpendGoal'] as number | null) ??
            ((row as unknown as WidgetRow)['monthlyDollarCap'] as number | null),
        ),
      ),
    ).toBeCloseTo(Number(totals['budget']), 6);
  });
});
