import {
  ALL_PERMISSIONS,
  billableReport,
  type BillableGroup,
  campaignSummaryStream,
  type CallResponse,
  fillPath,
  firstOfMonth,
  lastOfMonth,
  leadsExport,
  plusDays,
  reportData,
  roundHalfUp,
  type UserGroup,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readSheet } from '../../src/lib/sheet/read-sheet.ts';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { makeUser } from '../../src/testing/factories/factories.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/**
 * Billed amounts plus those expected of leads awaiting delivery equal the spend on every other screen and file: to the cent, for every
 * month, owner and group.
 */
const harness = useApp({ filled: SMALL_DEMO });
type Answer = CallResponse<typeof billableReport>;
type Figures = Answer['total'];

const MONTHS = Array.from({ length: 25 }, (_, index) => firstOfMonth('2026-11-01', index - 24));
let owners: number[];

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  owners = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      select owner_key as key from campaign where partner_key is not null group by 1 order by count(*) desc limit 3
    `.execute(tx);
    return rows.map(({ key }) => key);
  });
});

/** A separate user per owner, because of the rate limit per minute. */
const signIn = async (group: UserGroup, partnerKey?: number): Promise<SignedIn> => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, {
      group,
      ownerKeys: owners,
      permissions: ALL_PERMISSIONS,
      ...(partnerKey !== undefined && { partnerKey }),
    }),
  );
  return harness.sessionOf(group, userKey);
};

const billed = async (as: SignedIn, body: object): Promise<Answer> => {
  const answer = await harness.call(billableReport, as, { body: { groupBy: [], ...body } });
  expect(answer.body).toMatchObject({ status: 'success' });
  return answer.body.data as Answer;
};
const reported = async (as: SignedIn, ownerKey: number, month: string, measures: string[], dimensions: string[]) => {
  const { body } = await harness.call(reportData, as, {
    params: { channel: 'all', vertical: 'all' },
    body: {
      ownerKey,
      dimensions,
      measures,
      timeDimensions: { dimension: 'date', dateRange: [month, lastOfMonth(month)] },
      getTotal: true,
    } as never,
  });
  return body.data as { rows: Record<string, number | string | null>[]; total: Record<string, number> };
};
const cents = (value: number | null | undefined): number => roundHalfUp(value ?? 0, 2);
const byName = (rows: readonly (readonly [string | null, number])[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const [name, value] of rows) sums[name ?? ''] = cents((sums[name ?? ''] ?? 0) + value);
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
};

/** Including expected amounts, as in reports of an open month. */
const withExpected = (figures: Figures, key: 'amount' | 'mediaAmount' | 'totalDue' | 'mediaTotalDue'): number =>
  cents((figures[key] ?? 0) + (figures[key.startsWith('media') ? 'mediaExpectedAmount' : 'expectedAmount'] ?? 0));

/** Adjustments to a month after it was closed, with the leads that were billed in it but no longer count: current reports omit those. */
const keptIn = (ownerKey: number, month: string) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ leads: number; client: number; media: number }>`
      select count(*) filter (where client + media > 0)::int as leads, coalesce(sum(client), 0)::float8 as client,
             coalesce(sum(media), 0)::float8 as media
      from (select lead_key, sum(client_amount) as client, sum(media_amount) as media from billing_adjustment
            where owner_key = ${ownerKey} and for_month = ${month}::date and date_trunc('month', day) = for_month group by 1) l
    `.execute(tx);
    return rows[0]!;
  });

test('what is due equals the spend of the report builder, by partner, client and campaign, on both sides', async () => {
  const GROUPS = { partner: 'mediaPartner', client: 'client', campaign: 'campaign' } as const;
  const NAMES = { partner: 'partnerName', client: 'clientName', campaign: 'campaignName' } as const;
  let count = 0;
  for (const ownerKey of owners) {
    const as = await signIn('ag');
    for (const month of MONTHS) {
      const whole = await billed(as, { ownerKey, month });
      const all = await reported(as, ownerKey, month, ['spend', 'mediaCost', 'grossLeads', 'billableLeads'], []);
      const { leads } = await keptIn(ownerKey, month);
      count += leads;
      expect({
        month,
        due: withExpected(whole.total, 'totalDue'),
        media: withExpected(whole.total, 'mediaTotalDue'),
        gross: whole.total.grossLeads,
        billable: whole.total.billableLeads,
        isFrozen: whole.month?.isFrozen,
      }).toEqual({
        month,
        due: cents(all.total['spend']),
        media: cents(all.total['mediaCost']),
        gross: all.total['grossLeads'],
        billable: (all.total['billableLeads'] ?? 0) + leads,
        isFrozen: month < '2026-11-01',
      });
      for (const group of Object.keys(GROUPS) as (keyof typeof GROUPS)[]) {
        const { rows, total } = await billed(as, { ownerKey, month, groupBy: [group] });
        const report = await reported(as, ownerKey, month, ['spend'], [GROUPS[group]]);
        expect(byName(rows.map((row) => [row[NAMES[group]], withExpected(row.figures, 'totalDue')]))).toEqual(
          byName(report.rows.map((row) => [row[GROUPS[group]] as string | null, Number(row['spend'])])),
        );
        expect(total).toEqual(whole.total);
        for (const row of [...rows, { figures: total, pricedLeads: null }]) {
          const { unitPrice, amount } = row.figures;
          const priced = row.pricedLeads ?? rows.reduce((sum, { pricedLeads }) => sum + pricedLeads, 0);
          expect(cents((unitPrice ?? 0) * priced)).toBe(unitPrice === null ? 0 : cents(amount));
        }
      }
      const groupBy: BillableGroup[] = ['partner', 'client', 'campaign', 'source'];
      const finest = await billed(as, { ownerKey, month, groupBy });
      expect(finest.total).toEqual(whole.total);
      expect(cents(finest.rows.reduce((sum, row) => sum + (row.figures.totalDue ?? 0), 0))).toBe(
        cents(whole.total.totalDue),
      );
    }
  }
  expect(count).toBeGreaterThan(0);
});

test('a partner’s amount due equals its own spend, and all partners together what the agency pays', async () => {
  const [ownerKey] = owners as [number];
  const partners = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      select distinct partner_key as key from campaign where owner_key = ${ownerKey} and partner_key is not null order by 1
    `.execute(tx);
    return rows.map(({ key }) => key);
  });
  const agency = await signIn('ag');
  for (const month of MONTHS.slice(-4)) {
    let together = 0;
    for (const partner of partners) {
      const as = await signIn('mp', partner);
      const { total } = await billed(as, { ownerKey, month });
      const { total: report } = await reported(as, ownerKey, month, ['spend'], []);
      expect({ partner, month, due: withExpected(total, 'totalDue') }).toEqual({
        partner,
        month,
        due: cents(report['spend']),
      });
      together += total.totalDue ?? 0;
    }
    const { rows } = await billed(agency, { ownerKey, month, groupBy: ['partner'] });
    const paid = rows.filter(({ partnerKey }) => partnerKey !== null);
    expect(cents(together)).toBe(cents(paid.reduce((sum, { figures }) => sum + (figures.mediaTotalDue ?? 0), 0)));
  }
});

test('the amount equals the total of the export of the month’s leads', async () => {
  for (const ownerKey of owners) {
    const [as, other] = [await signIn('ag'), await signIn('ag')];
    for (const [index, month] of MONTHS.entries()) {
      const { total } = await billed(as, { ownerKey, month });
      const file = await harness.app.inject({
        method: 'POST',
        url: `/api${fillPath(leadsExport.path, {}, 'ag')}`,
        headers: (index % 2 === 0 ? as : other).headers,
        payload: { ownerKey, startDate: month, endDate: lastOfMonth(month), format: 'csv' },
      });
      const sheet = await readSheet(file.rawPayload, 'leads.csv');
      const sumOf = (label: string): number => {
        const place = sheet.headers.indexOf(label);
        return sheet.rows.reduce((sum, { cells }) => sum + Number(cells[place] ?? 0), 0);
      };
      const { client, media } = await keptIn(ownerKey, month);
      expect({
        month,
        amount: withExpected(total, 'amount'),
        media: withExpected(total, 'mediaAmount'),
      }).toEqual({
        month,
        amount: cents(sumOf('Client Price') + client),
        media: cents(sumOf('Media Price') + media),
      });
    }
  }
});

test('the month-to-date spend of the allocation table equals the billed amount of its days', async () => {
  let compared = 0;
  for (const ownerKey of owners) {
    for (const month of MONTHS.slice(-6)) {
      const today = month === '2026-11-01' ? '2026-11-15' : plusDays(month, 27);
      harness.clock.set(new Date(`${today}T18:00:00Z`));
      const session = await signIn('ag');
      const { rows } = await harness.readStream(campaignSummaryStream, session, {
        params: { brand: 'all', month: 'currentmonth' },
        query: { ownerKey: String(ownerKey) },
      });
      const through = plusDays(today, -1);
      const onTime = rows.filter((row) => row['through'] === through);
      const answer = await billed(session, { ownerKey, startDate: month, endDate: through, groupBy: ['campaign'] });
      const due = new Map(
        answer.rows.map(({ campaignKey, figures }) => [campaignKey, withExpected(figures, 'totalDue')]),
      );
      const different = onTime.filter(
        (row) => cents(row['mtdSpent'] as number) !== (due.get(row['campaignKey'] as number) ?? 0),
      );
      expect(different.map((row) => [row['campaignKey'], row['mtdSpent']])).toEqual([]);
      compared += onTime.length;
    }
    harness.clock.set(SMALL_DEMO_NOW);
  }
  expect(compared).toBeGreaterThan(100);
});
