import { rowsBehind, WIDGET_CALLS, type WidgetAnswer, type WidgetId, HEADLINE_PLAN } from '@paceline/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeLead } from '../../testing/factories/factories.ts';

const harness = useApp();
let owner: number;
let agency: SignedIn;
type Campaign = Awaited<ReturnType<typeof makeCampaign>>;
let first: Campaign;
let second: Campaign;

/** Today is 10 March 2026. Leads: three in March and one in February in the first campaign, one and two in the second. */
beforeAll(async () => {
  harness.clock.set(new Date('2026-03-10T15:00:00Z'));
  first = await harness.asMigrator((tx) => makeCampaign(tx));
  owner = first.ownerKey;
  second = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: owner }));
  const other = await harness.asMigrator((tx) => makeCampaign(tx));
  const days: [Campaign, string[]][] = [
    [first, ['2026-03-02', '2026-03-03', '2026-03-09', '2026-02-03']],
    [second, ['2026-03-04', '2026-02-04', '2026-02-09']],
    [other, ['2026-03-02', '2026-02-02']],
  ];
  await harness.asMigrator(async (tx) => {
    for (const [{ ownerKey, campaignKey, partnerKey }, on] of days)
      for (const day of on) await makeLead(tx, { ownerKey, campaignKey, partnerKey, day });
  });
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
  agency = await harness.signedIn('ag', { owner, permissions: ['reports:View'] });
});

const ask = async (id: WidgetId, body: object = {}): Promise<WidgetAnswer> => {
  const answer = await harness.call(WIDGET_CALLS[id], agency, { body: { ownerKey: owner, ...body } });
  expect(answer.status).toBe(200);
  return answer.body.data as WidgetAnswer;
};
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-09' };
const numbers = ({ data }: WidgetAnswer, ...keys: string[]) => data.map((row) => keys.map((key) => row[key]));

describe('over time', () => {
  test('the days of the previous month are aligned with those of this one, each with its own date', async () => {
    const answer = await ask('mtdInquiries', { ...MARCH, grain: 'day', compare: 'previous' });
    expect(answer).toMatchObject({ grain: 'day', compared: { from: '2026-02-01', to: '2026-02-09' } });
    expect(numbers(answer, 'date', 'comparedDate', 'inquiries', 'inquiriesPrevious', 'inquiriesChange')).toEqual([
      ['2026-03-02', '2026-02-02', 1, null, null],
      ['2026-03-03', '2026-02-03', 1, 1, 0],
      ['2026-03-04', '2026-02-04', 1, 1, 0],
      ['2026-03-09', '2026-02-09', 1, 1, 0],
    ]);
    expect(answer.totals).toMatchObject({ inquiries: 4, inquiriesPrevious: 3 });
  });

  test('weeks begin on Mondays, and a week’s drill-down covers its days', async () => {
    const body = { ...MARCH, grain: 'week' } as const;
    expect(numbers(await ask('mtdInquiries', body), 'date', 'inquiries')).toEqual([
      ['2026-03-02', 3],
      ['2026-03-09', 1],
    ]);
    const behind = await harness.call(rowsBehind, agency, {
      body: { ownerKey: owner, ...body, widget: 'mtdInquiries', rowKey: '["2026-03-02"]' },
    });
    expect(behind.body.data).toMatchObject({
      range: { from: '2026-03-02', to: '2026-03-08' },
      totals: { inquiries: 3 },
    });
  });

  test('a plan stays by month', async () => {
    expect((await ask('pacingMonth', { ...MARCH, grain: 'day' })).grain).toBe('month');
  });
});

describe('ranked rows', () => {
  test('have the former value and the change', async () => {
    const answer = await ask('topCampaigns', { ...MARCH, compare: 'previous' });
    expect(numbers(answer, 'validLeads', 'validLeadsPrevious', 'validLeadsChange')).toEqual([
      [3, 1, 200],
      [1, 2, -50],
    ]);
  });

  test('are sorted by any number in either direction, limited, with the total count', async () => {
    const names = async (body: object) => numbers(await ask('topCampaigns', { ...MARCH, ...body }), 'validLeads');
    expect(await names({ sort: 'validLeads', order: 'asc' })).toEqual([[1], [3]]);
    expect(await names({ sort: 'validLeadsChange', order: 'asc', compare: 'previous' })).toEqual([[1], [3]]);
    expect(await names({ sort: 'nothing', order: 'asc' })).toEqual([[3], [1]]);
    const one = await ask('topCampaigns', { ...MARCH, limit: 1 });
    expect([one.data.length, one.rowsInAll]).toEqual([1, 2]);
    const { status } = await harness.call(WIDGET_CALLS.topCampaigns, agency, { body: { ownerKey: owner, limit: 501 } });
    expect(status).toBe(400);
  });
});

describe('key figures', () => {
  test('of a month include its plan as in pacing', async () => {
    const { totals, data, range } = await ask('reportingHeadline');
    const pacing = await ask('reportingPacing');
    expect(range).toEqual({ from: '2026-03-01', to: '2026-03-09' });
    expect(totals).toMatchObject({ inquiries: 4, inquiriesPrevious: 3, spend: pacing.totals['mtdSpent'] });
    for (const key of HEADLINE_PLAN) expect([key, totals[key]]).toEqual([key, pacing.totals[key]]);
    expect(totals['budget']).toBeGreaterThan(0);
    expect(data.map(({ inquiries }) => inquiries)).toEqual([1, 1, 1, 1]);
  });

  test('of other ranges have no plan, with the reason', async () => {
    const { totals, blank } = await ask('reportingHeadline', { startDate: '2026-02-20', endDate: '2026-03-05' });
    expect(totals).toMatchObject({ inquiries: 3, budget: null, inquiryGoal: null });
    expect(blank?.['budget']).toBe('Budgets and goals are set for whole months.');
  });
});

test('the funnel and its drill-down cover the chosen days', async () => {
  const answer = await ask('reportingFunnel', { ...MARCH, compare: 'previous' });
  expect(answer).toMatchObject({ range: { from: '2026-03-01', to: '2026-03-09' }, data: [{ stage: 'inquiry' }] });
  expect(numbers(answer, 'count', 'countPrevious')).toEqual([[4, 3]]);
  const behind = async (compared: boolean) => {
    const { body } = await harness.call(rowsBehind, agency, {
      body: {
        ownerKey: owner,
        ...MARCH,
        compare: 'previous',
        widget: 'reportingFunnel',
        rowKey: '["inquiry",null]',
        compared,
      },
    });
    return (body.data as WidgetAnswer).totals['count'];
  };
  expect([await behind(false), await behind(true)]).toEqual([4, 3]);
});
