import {
  graphicPacing,
  graphicReport,
  type MetricKey,
  METRICS,
  NOT_BY_LEAD,
  REPORT_WIDGETS,
  type ReportWidget,
  WIDGET_CALLS,
  WIDGET_IDS,
  type WidgetAnswer,
  type WidgetId,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import {
  makeCampaign,
  makeCampus,
  makeClient,
  makeLead,
  makeOwner,
  makePlatformDay,
  makePpcCampaign,
} from '../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS = ['reports:View'] as const;

/** One line item for two campuses, with a campaign of a partner and one of a platform; both campuses got leads of both. */
let owner: number;
let chicago: number;
let austin: number;
let nursing: number;
let agency: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    ({ ownerKey: owner } = await makeOwner(tx));
    const other = await makeOwner(tx);
    const clientKey = await makeClient(tx, owner);
    const first = await makeCampus(tx, { ownerKey: owner, clientKey, subjects: ['Nursing'] });
    [chicago, nursing] = [first.campusKey, first.programKeys[0] ?? 0];
    austin = (await makeCampus(tx, { ownerKey: owner, clientKey })).campusKey;
    const ppl = await makeCampaign(tx, { ownerKey: owner });
    for (const campusKey of [chicago, austin])
      await sql`insert into goal_campus (owner_key, goal_key, campus_key) values (${owner}, ${ppl.goalKey}, ${campusKey})`.execute(
        tx,
      );
    const ppc = await makePpcCampaign(tx, { ownerKey: owner, goalKey: ppl.goalKey });
    const foreign = await makeCampaign(tx, { ownerKey: other.ownerKey });
    const put = async (count: number, of: { ownerKey: number; campaignKey: number }, campusKey: number | null) => {
      for (let i = 0; i < count; i += 1) {
        const price = 'accountKey' in of ? { clientPrice: 0, mediaPrice: 0 } : {};
        const key = await makeLead(tx, { ...of, ...price, day: `2026-03-0${2 + (i % 4)}` });
        await sql`update lead set campus_key = ${campusKey}, program_key = ${i === 0 && campusKey === chicago ? nursing : null},
          state = ${i % 2 === 0 ? 'IL' : 'TX'} where lead_key = ${key}`.execute(tx);
      }
    };
    await put(3, ppl, chicago);
    await put(5, ppl, austin);
    await put(2, ppc, chicago);
    await put(4, ppc, austin);
    await put(1, ppc, null);
    await put(6, foreign, null);
    await makePlatformDay(tx, { ...ppc, day: '2026-03-03', cost: 63, clientCost: 70 });
  });
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
  await facts.close();
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
});

const ask = async (id: WidgetId, body: object = {}) => {
  const { status, body: answer } = await harness.call(WIDGET_CALLS[id], agency, { body: { ownerKey: owner, ...body } });
  expect(status).toBe(200);
  return answer.data as WidgetAnswer;
};
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };

describe('campus, program and state', () => {
  test('are those of the lead, not of its line item', async () => {
    const inquiries = async (filters: object) => (await ask('mtdInquiries', filters)).totals['inquiries'];
    expect(await inquiries({})).toBe(15);
    expect(await inquiries({ campusKeys: [chicago] })).toBe(5);
    expect(await inquiries({ selectedCampuses: [austin] })).toBe(9);
    expect(await inquiries({ campusKeys: [chicago, austin] })).toBe(14);
    expect(await inquiries({ campusKeys: [chicago], channels: ['ppl'] })).toBe(3);
    expect(await inquiries({ programKeys: [nursing] })).toBe(2);
    expect(await inquiries({ states: ['TX'], campusKeys: [chicago] })).toBe(2);
  });

  test('a program is filtered by its name at all campuses, and an unknown key shows nothing', async () => {
    const inquiries = async (filters: object) => (await ask('mtdInquiries', filters)).totals['inquiries'];
    const elsewhere = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ key: number }>`
        insert into program (owner_key, campus_key, name, code, degree_level, modality, subject_area)
        select owner_key, ${austin}, name, code, degree_level, modality, subject_area from program where program_key = ${nursing}
        returning program_key as key`.execute(tx);
      return rows[0]!.key;
    });
    expect(await inquiries({ programKeys: [elsewhere] })).toBe(0);
    expect(await inquiries({ programNameKeys: [elsewhere] })).toBe(2);
    expect(await inquiries({ programNameKeys: [999_999_999] })).toBe(0);
  });

  test('filter every widget that counts leads', async () => {
    const count = async (id: WidgetId, name: string, more: object = MARCH) =>
      (await ask(id, { campusKeys: [chicago], ...more })).totals[name];
    expect(await count('topChannels', 'validLeads')).toBe(5);
    expect(await count('topPerformingStates', 'leadVolume')).toBe(5);
    expect(await count('spendVsPerformance', 'inquiries')).toBe(5);
    expect(await count('lastWeekSnapshot', 'inquiries')).toBe(5);
    expect(await count('lincolnPacingCampus', 'inquiries')).toBe(5);
    expect(await count('campusLeadsPpl', 'mtdInquiries')).toBe(3);
    expect(await count('affiliatePerformance', 'validLeads')).toBe(3);
    expect(await count('pacingChannel', 'mtdInquiries', {})).toBe(5);
    expect(await count('pacingGoal', 'mtdInquiries', {})).toBe(5);
    expect(await count('pacingLeadProvider', 'mtdInquiries', {})).toBe(5);
  });

  test('filter costs of leads by the lead', async () => {
    const { totals, blank } = await ask('affiliatePerformance', { campusKeys: [chicago], ...MARCH });
    expect(totals).toMatchObject({ clientCost: 150, averageCpl: 50 });
    expect(blank).toBeUndefined();
  });

  test('attribute platform costs by leads, and say so', async () => {
    // Seven leads came of 70: two of them, and three at 50, are Chicago's.
    const { totals, attributedToLeads } = await ask('spendVsPerformance', { campusKeys: [chicago], ...MARCH });
    expect(totals).toMatchObject({ spend: 170, cpl: 34 });
    expect(attributedToLeads).toEqual(['spend', 'cpl', 'cpe']);
    expect((await ask('pacingChannel', { campusKeys: [chicago] })).totals).toMatchObject({ mtdSpent: 170, eCPL: 34 });
    expect((await ask('spendVsPerformance', MARCH)).attributedToLeads).toBeUndefined();
  });

  test('sum to the owner’s cost in tables by lead attributes', async () => {
    const all = (await ask('lastWeekSnapshot', MARCH)).totals;
    expect(all).toMatchObject({ spend: 470, inquiries: 15 });
    const { data, totals } = await ask('lincolnPacingCampus', MARCH);
    expect(totals).toMatchObject({ spend: all['spend'], cpl: all['cpl'] });
    expect(data.map((row) => row['spend'])).toEqual([
      expect.closeTo(290, 6),
      expect.closeTo(170, 6),
      expect.closeTo(10, 6),
    ]);
  });

  test('filter charts alike', async () => {
    const params = { brand: 1, keyType: 'campus', keys: String(chicago), start: '2026-03-01', end: '2026-03-31' };
    const days = await harness.call(graphicReport, agency, { params: { ...params, dimension: 'inquiries' } });
    expect((days.body.data as { value: number }[]).reduce((sum, { value }) => sum + value, 0)).toBe(5);
    const pacing = await harness.call(graphicPacing, agency, { params: { brand: 1, keyType: 'campus', key: chicago } });
    expect(pacing.body.data).toContainEqual(
      expect.objectContaining({ date: '2026-03-02', inquiries: 2, straightLine: null }),
    );
  });
});

describe('metrics without a campus', () => {
  test('are blank with a reason and never for more than requested', async () => {
    const { data, totals, blank } = await ask('pacingChannel', { campusKeys: [chicago] });
    for (const name of ['budget', 'spentRunRate', 'diffToBudget', 'inquiryGoal', 'leadRunRate']) {
      expect([...data, totals].map((row) => row[name])).toEqual([null, null, null]);
      expect(blank?.[name]).toBe(NOT_BY_LEAD.plan);
    }
    const search = await ask('searchPerformance', { campusKeys: [chicago], ...MARCH });
    expect(search.totals).toMatchObject({ impressions: null, cpc: null });
    expect(search.blank).toMatchObject({ impressions: NOT_BY_LEAD.platform, clicks: expect.any(String) });
    const pages = await ask('seoTopSources', { campusKeys: [chicago] });
    expect(pages).toMatchObject({ data: [], totals: { sessions: null }, blank: { sessions: NOT_BY_LEAD.website } });
    expect(await ask('overpacingCampaigns', { campusKeys: [chicago] })).toMatchObject({ data: [], blank: {} });
  });

  test.each(WIDGET_IDS)('%s: a number is for the campus, or blank with a reason', async (id) => {
    const { data, totals, blank = {} } = await ask(id, { campusKeys: [chicago] });
    const rows = [...data, totals];
    for (const name of Object.keys(blank)) expect(rows.filter((row) => (row[name] ?? null) !== null)).toEqual([]);
    if (!Object.hasOwn(REPORT_WIDGETS, id)) return;
    const { measures }: ReportWidget = REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS];
    const additive = Object.entries(measures).filter(
      ([, key]: [string, MetricKey]) => METRICS[key].basis === 'additive',
    );
    // A sum is a number, or blank with a reason.
    for (const [name] of additive) expect([name, totals[name] === null]).toEqual([name, name in blank]);
  });
});
