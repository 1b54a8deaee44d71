import { WIDGET_CALLS, type WidgetAnswer, type WidgetId } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const harness = useApp();
let owner: number;
let agency: SignedIn;

/**
 * Every tenth inquiry enrolls after 45 days. By 9 March, hardly any of February 2026 have, all of February 2025 have; January's enrollments
 * happen in March.
 */
const DELAY = 45;
const TODAY = '2026-03-10';

beforeAll(async () => {
  const campaign = await harness.asMigrator((tx) => makeCampaign(tx));
  owner = campaign.ownerKey;
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2024-12-15'), new Date('2026-04-15'));
  await harness.asMigrator((tx) =>
    sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, client_price, media_price, enrollment_on)
      select ${owner}, d, 'L', d, ${campaign.campaignKey}, ${campaign.partnerKey}, 'DLV', 'mobile', 40, 30,
             case when n = 1 and d + ${DELAY}::int < ${TODAY}::date then d + ${DELAY}::int end
      from generate_series('2025-01-01'::date, '2026-03-09'::date, '1 day') x (at) cross join lateral (select at::date as d) y
      cross join generate_series(1, 10) n`.execute(tx),
  );
  while ((await facts.fold()) > 0);
  await facts.close();
  agency = await harness.signedIn('ag', { owner, permissions: ['reports:View'] });
});

const ask = async (id: WidgetId, body: object = {}): Promise<WidgetAnswer> =>
  (await harness.call(WIDGET_CALLS[id], agency, { body: { ownerKey: owner, ...body } })).body.data as WidgetAnswer;
/** Points of the default enrollment curve, averaged over ages. */
const maturedOf = (answer: WidgetAnswer): number => answer.basis!['enrollments']!.percentMatured!;

describe('the outcomes a widget counts', () => {
  test('spend vs. performance counts outcomes of the inquiries, with each month’s maturity', async () => {
    const answer = await ask('spendVsPerformance', { startDate: '2025-12-01', endDate: '2026-02-28' });
    expect(answer.basis).toMatchObject({
      applications: { counted: 'cohort' },
      enrollments: { counted: 'cohort', comparedPercentMatured: null },
      cpe: { counted: 'cohort', percentMatured: maturedOf(answer) },
    });
    expect(answer.basis!['inquiries']).toBeUndefined();
    expect(answer.data.map((row) => row['enrollments'])).toEqual([31, 23, 0]);
    const months = answer.data.map((row) => Number(row['percentMatured']));
    // 31 January is 37 days old on 9 March, and 1 February 36.
    expect(months[0]).toBeGreaterThan(80);
    expect(months[2]).toBeLessThan(50);
    expect(months).toEqual(months.toSorted((a, b) => b - a));
    expect(answer.totals['percentMatured']).toBeCloseTo(maturedOf(answer), 9);
  });

  test('conversions count by the day they happened, and say so', async () => {
    const answer = await ask('conversionsBar', { startDate: '2025-12-01', endDate: '2026-02-28' });
    expect(answer.basis!['enrollments']).toEqual({
      counted: 'event',
      percentMatured: null,
      comparedPercentMatured: null,
    });
    // Of the inquiries of mid-October to mid-January.
    expect(answer.data.map((row) => row['enrollments'])).toEqual([31, 31, 28]);
  });

  test('the funnel names the months of each stage', async () => {
    const { data } = await ask('reportingFunnel');
    expect(data.map((row) => [row['stage'], row['label']])).toEqual([
      ['inquiry', 'Inquiries of Dec–Feb'],
      ['enrollment', 'Enrollments of Sep–Nov inquiries'],
    ]);
  });

  test('the funnel has its owner’s words, of whole months and of chosen days', async () => {
    await harness.asMigrator(async (tx) => {
      await sql`
        insert into owner_setting (owner_key, name, value, changed_at) values (${owner}, 'wordEnrollment', '"Admission"', now())`.execute(
        tx,
      );
      // As a save of settings does.
      await sql`update owner set name = name where owner_key = ${owner}`.execute(tx);
    });
    const labels = async (body: object) => (await ask('reportingFunnel', body)).data.map((row) => row['label']);
    expect(await labels({})).toContain('Admissions of Sep–Nov inquiries');
    expect(await labels({ startDate: '2025-12-01', endDate: '2026-01-31' })).toContain(
      'Admissions of Dec 1 – Jan 31 inquiries',
    );
    await harness.asMigrator(async (tx) => {
      await sql`delete from owner_setting where name = 'wordEnrollment'`.execute(tx);
      await sql`update owner set name = name where owner_key = ${owner}`.execute(tx);
    });
  });
});

describe('a young period is compared at equal maturity', () => {
  test('against a year ago, its outcomes are neither better nor worse for being young', async () => {
    const answer = await ask('affiliatePerformance', { startDate: '2026-01-01', endDate: '2026-01-31' });
    const { percentMatured, comparedPercentMatured } = answer.basis!['enrollments']!;
    expect(percentMatured).toBeLessThan(75);
    expect(comparedPercentMatured).toBeGreaterThan(99);
    const { totals } = answer;
    expect([totals['enrollments'], totals['enrollmentsPrevious']]).toEqual([23, 31]);
    // Unadjusted, 23 against 31 would be −25.8 %; the unit cost would be 34.8 % higher.
    const expected = ((23 / percentMatured!) * (comparedPercentMatured! / 31) - 1) * 100;
    expect(totals['enrollmentsChange']).toBeCloseTo(expected, 6);
    expect(totals['enrollmentsChange']).toBeGreaterThan(-5);
    expect(totals['enrollRateChange']).toBeCloseTo(expected, 6);
    expect(totals['costPerEnrollChange']).toBeCloseTo((1 / (1 + expected / 100) - 1) * 100, 6);
    expect(totals['validLeadsChange']).toBe(0);
  });

  test('with very few outcomes there is no comparison', async () => {
    const { totals, basis } = await ask('affiliatePerformance', { startDate: '2026-03-01', endDate: '2026-03-09' });
    expect(basis!['enrollments']!.percentMatured).toBeLessThan(20);
    expect(totals).toMatchObject({ enrollments: 0, enrollmentsChange: null, costPerEnrollChange: null });
  });
});
