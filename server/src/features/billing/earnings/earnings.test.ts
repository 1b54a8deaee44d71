import {
  billableClose,
  billableReport,
  type CallResponse,
  lastOfMonth,
  partnerEarnings,
  statementPay,
  type Permission,
  type StatementRow,
  statementSearch,
  WIDGET_CALLS,
  type WidgetAnswer,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeLead, makePartner } from '../../../testing/factories/factories.ts';

/** Two owners and two partners. What the other partner earns, and what clients pay, are marks that no answer may contain. */
const harness = useApp();
type Earnings = CallResponse<typeof partnerEarnings>;
const RIGHTS: Permission[] = ['reports:Billable', 'reports:View'];
const NOW = new Date('2026-03-10T15:00:00Z');
const OTHERS = 7717.17;
const CLIENTS = 9919.19;

let owners: [number, number, number];
let partners: [number, number];
const signIn = (partnerKey = partners[0], of: number[] = owners.slice(0, 2)): Promise<SignedIn> =>
  harness.signedIn('mp', { owners: of, permissions: RIGHTS, partnerKey });
const earningsOf = async (as: SignedIn): Promise<Earnings> => {
  const { status, body } = await harness.call(partnerEarnings, as, {});
  expect(status).toBe(200);
  return body.data as Earnings;
};

beforeAll(async () => {
  harness.clock.set(NOW);
  await harness.asMigrator(async (tx) => {
    partners = [await makePartner(tx), await makePartner(tx)];
    const [mine, other] = partners;
    const first = await makeCampaign(tx, { partnerKey: mine });
    const others = await makeCampaign(tx, { ownerKey: first.ownerKey, goalKey: first.goalKey, partnerKey: other });
    const second = await makeCampaign(tx, { partnerKey: mine });
    const foreign = await makeCampaign(tx, { partnerKey: mine });
    owners = [first.ownerKey, second.ownerKey, foreign.ownerKey];
    const lead = (campaign: typeof first, day: string, mediaPrice: number, status = 'DLV') =>
      makeLead(tx, {
        ownerKey: campaign.ownerKey,
        campaignKey: campaign.campaignKey,
        partnerKey: campaign === others ? other : mine,
        day,
        mediaPrice,
        clientPrice: CLIENTS,
        status: status,
      });
    await lead(first, '2026-03-02', 40.25);
    await lead(first, '2026-03-10', 11.5);
    await lead(first, '2026-03-09', 7.75, 'VAL');
    await lead(first, '2026-02-03', 31);
    await lead(second, '2026-03-02', 20.1);
    await lead(second, '2026-02-28', 5.05);
    await lead(others, '2026-03-02', OTHERS);
    await lead(foreign, '2026-03-02', OTHERS);
    for (const ownerKey of owners)
      await sql`update owner set time_zone = 'America/Chicago' where owner_key = ${ownerKey}`.execute(tx);
    const { rows } = await sql<{ key: number }>`
      select client_key as key from goal where goal_key = ${first.goalKey}`.execute(tx);
    await sql`
      insert into insertion_order (owner_key, partner_key, client_key, month, status, number, sent_at, terms)
      values (${first.ownerKey}, ${mine}, ${rows[0]!.key}, '2026-03-01', 'SENT', 'IO-2026-03-Partner-1', now(), '{"paymentTerms": "Net 30"}')`.execute(
      tx,
    );
  });
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2025-12-01'), new Date('2026-04-30'));
  while ((await facts.fold()) > 0);
  await facts.close();
});

test('earnings by day over all school groups, and each one’s months as billed', async () => {
  const { month, today, owners: own, days } = await earningsOf(await signIn());
  expect({ month, today }).toEqual({ month: '2026-03-01', today: '2026-03-10' });
  expect(days.filter(({ earned }) => earned !== 0)).toEqual([
    { day: '2026-02-03', earned: 31 },
    { day: '2026-02-28', earned: 5.05 },
    { day: '2026-03-02', earned: 60.35 },
    { day: '2026-03-09', earned: 7.75 },
    { day: '2026-03-10', earned: 11.5 },
  ]);
  const march = own.map(({ ownerKey, months: [current] }) => ({
    ownerKey,
    due: current?.due,
    expected: current?.expected,
    leads: current?.billableLeads,
  }));
  const byKey = (a: { ownerKey: number }, b: { ownerKey: number }) => a.ownerKey - b.ownerKey;
  expect(march.toSorted(byKey)).toEqual(
    [
      { ownerKey: owners[0], due: 51.75, expected: 7.75, leads: 2 },
      { ownerKey: owners[1], due: 20.1, expected: 0, leads: 1 },
    ].toSorted(byKey),
  );
});

test('a school group’s month is that of its bill and of its Media Dashboard', async () => {
  const as = await signIn();
  const { owners: own, days } = await earningsOf(as);
  for (const { ownerKey, months } of own)
    for (const { month, due, expected } of months.slice(0, 2)) {
      const { body } = await harness.call(billableReport, as, { body: { ownerKey, month, groupBy: [] } });
      const { total } = body.data as CallResponse<typeof billableReport>;
      expect({ due, expected }).toEqual({ due: total.totalDue ?? 0, expected: total.expectedAmount ?? 0 });
      const figures = await harness.call(WIDGET_CALLS.mediaFigures, as, {
        body: { ownerKey, startDate: month, endDate: lastOfMonth(month) },
      });
      const { totals } = figures.body.data as WidgetAnswer;
      expect({ ownerKey, month, earned: totals['spend'] }).toEqual({ ownerKey, month, earned: due + (expected ?? 0) });
    }
  for (const index of [0, 1]) {
    const month = own[0]!.months[index]!.month;
    const ofDays = days
      .filter(({ day }) => day.startsWith(month.slice(0, 7)))
      .reduce((sum, { earned }) => sum + earned, 0);
    const ofMonths = own.reduce((sum, { months }) => sum + months[index]!.due + (months[index]!.expected ?? 0), 0);
    expect(ofDays).toBeCloseTo(ofMonths, 6);
  }
});

test('all school groups at once in Billable come to the sum of each, and rows say whose they are', async () => {
  const as = await signIn();
  const bill = async (ownerKey?: number) => {
    const { body } = await harness.call(billableReport, as, {
      body: { ...(ownerKey !== undefined && { ownerKey }), month: '2026-03-01', groupBy: ['campaign'] },
    });
    return body.data as CallResponse<typeof billableReport>;
  };
  const all = await bill();
  const each = [await bill(owners[0]), await bill(owners[1])];
  expect(all.month).toBeNull();
  expect(all.total.totalDue).toBeCloseTo(
    each.reduce((sum, { total }) => sum + (total.totalDue ?? 0), 0),
    6,
  );
  expect(all.rows.map(({ ownerKey }) => ownerKey).toSorted((a, b) => a - b)).toEqual(
    each.flatMap(({ rows }) => rows.map(({ ownerKey }) => ownerKey)).toSorted((a, b) => a - b),
  );
  const agency = await harness.signedIn('ag', { owners: owners.slice(0, 2), permissions: RIGHTS });
  expect((await harness.call(billableReport, agency, { body: { month: '2026-03-01' } })).status).toBe(400);
});

test('nothing of another partner, of clients’ prices or of other owners', async () => {
  const as = await signIn();
  const answers = [
    (await harness.call(partnerEarnings, as, {})).body,
    (await harness.call(billableReport, as, { body: { month: '2026-03-01' } })).body,
  ];
  for (const answer of answers)
    for (const mark of [OTHERS, CLIENTS]) expect(JSON.stringify(answer)).not.toContain(`${mark}`);
  const other = await earningsOf(await signIn(partners[1]));
  expect(other.days.filter(({ earned }) => earned !== 0)).toEqual([{ day: '2026-03-02', earned: OTHERS }]);
});

test('a partner without owners or leads has an empty page', async () => {
  expect(await earningsOf(await signIn(partners[0], []))).toMatchObject({ owners: [], days: [] });
});

test('a closed month is payable by the due day of its statement', async () => {
  const [ownerKey] = owners;
  const month = '2026-02-01';
  await harness.asMigrator((tx) =>
    sql`update media_partner set payment_terms = 'Net 45' where partner_key = ${partners[0]}`.execute(tx),
  );
  harness.clock.set(new Date('2026-03-03T15:00:00Z'));
  const agency = await harness.signedIn('ag', { owners: [ownerKey], permissions: RIGHTS });
  const closed = await harness.call(billableClose, agency, { body: { ownerKey, month, status: 'IN_REVIEW' } });
  expect(closed.status).toBe(200);
  harness.clock.set(NOW);
  const as = await signIn();
  const { owners: own } = await earningsOf(as);
  expect(own.find((one) => one.ownerKey === ownerKey)?.months[1]).toMatchObject({
    month,
    status: 'CLOSED',
    isFrozen: true,
    due: 31,
    expected: null,
    open: 31,
    payBy: '2026-04-17',
    paidOn: null,
  });
  const { body } = await harness.call(statementSearch, as, { body: { ownerKey } });
  const { rows } = body.data as { rows: StatementRow[] };
  expect(rows.map(({ dueOn }) => dueOn)).toEqual(['2026-04-17']);

  // What was paid is no longer due; a month that is paid says when.
  const payer = await harness.signedIn('ag', { owners: [ownerKey], permissions: [...RIGHTS, 'reports:Margin'] });
  const paymentsAfter = async (amount: number, paidOn: string) => {
    await harness.call(statementPay, payer, {
      params: { owner: ownerKey, statementKey: rows[0]!.statementKey },
      body: { paidOn, amount, reference: `Wire ${amount}` },
    });
    const after = await earningsOf(as);
    return after.owners.find((one) => one.ownerKey === ownerKey)?.months[1];
  };
  expect(await paymentsAfter(10, '2026-03-05')).toMatchObject({ due: 31, open: 21, payBy: '2026-04-17', paidOn: null });
  expect(await paymentsAfter(21, '2026-03-09')).toMatchObject({ due: 31, open: 0, payBy: null, paidOn: '2026-03-09' });
});
