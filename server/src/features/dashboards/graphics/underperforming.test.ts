import { underperformingCampaigns, type UnderperformingRow } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeCampaign,
  makeCampus,
  makeGoal,
  makeOwner,
  makePlatformDay,
  makePpcCampaign,
} from '../../../testing/factories/factories.ts';

/** It is 10 March 2026, early in the month: T is the 9th. */
const harness = useApp();
const RIGHTS = ['reports:View'] as const;

let mine: number;
let foreign: number;
let agency: SignedIn;
const keyOf: Record<string, number> = {};
const goalOf: Record<string, number> = {};

interface Goals {
  cpe?: number;
  cpl?: number;
}

const makeGoalWith = async (tx: Tx, ownerKey: number, { cpe, cpl }: Goals): Promise<number> => {
  const goalKey = await makeGoal(tx, ownerKey);
  await sql`update goal set cpe_goal = ${cpe ?? null} where goal_key = ${goalKey}`.execute(tx);
  await sql`update goal_month set cpl_goal = ${cpl ?? null} where goal_key = ${goalKey}`.execute(tx);
  return goalKey;
};

interface Leads {
  campaignKey: number;
  /** One on each of this many days before the last. */
  count: number;
  last?: string;
  price?: number;
  /** Every n-th of them enrolls, forty days later. */
  enrolls?: number;
}

const addLeads = async (tx: Tx, ownerKey: number, leads: Leads): Promise<void> => {
  const { campaignKey, count, last = '2026-03-09', price = 50, enrolls = 0 } = leads;
  await sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, client_price, media_price, enrollment_on)
    select ${ownerKey}, d, 'L', d, ${campaignKey}, 'DLV', 'mobile', ${price}, 3,
           case when ${enrolls} > 0 and i % greatest(${enrolls}, 1) = 0 and d + 40 < '2026-03-10' then d + 40 end
    from (select (${last}::date - i)::date as d, i from generate_series(0, ${count - 1}::int) i) x
  `.execute(tx);
};

interface Campaign extends Goals {
  name: string;
  since?: string;
  leads: Omit<Leads, 'campaignKey'>;
}

const addCampaign = async (tx: Tx, ownerKey: number, campaign: Campaign): Promise<void> => {
  const { name, since = '2025-01-01', leads, ...goals } = campaign;
  const goalKey = await makeGoalWith(tx, ownerKey, goals);
  const { campaignKey } = await makeCampaign(tx, { ownerKey, goalKey, name, code: name.replaceAll(' ', '-') });
  await sql`
    update campaign set start_date = ${since}, activated_at = '2025-01-01' where campaign_key = ${campaignKey}
  `.execute(tx);
  await addLeads(tx, ownerKey, { campaignKey, ...leads });
  keyOf[`${ownerKey} ${name}`] = campaignKey;
  goalOf[`${ownerKey} ${name}`] = goalKey;
};

const pause = (tx: Tx, name: string, from: string, to: string | null) =>
  sql`
  insert into campaign_pause (owner_key, campaign_key, starts_on, ends_on, set_at)
  values (${mine}, ${keyOf[`${mine} ${name}`]}, ${from}, ${to}, '2026-01-02')
`.execute(tx);

/** An ad account with complete days through the 5th only. */
const addLate = async (tx: Tx, name: string, spent: number, leadsAfter: number): Promise<void> => {
  const goalKey = await makeGoalWith(tx, mine, { cpl: 50 });
  const campaign = await makePpcCampaign(tx, { ownerKey: mine, goalKey });
  await sql`update campaign set name = ${name} where campaign_key = ${campaign.campaignKey}`.execute(tx);
  await sql`update platform_account set last_sync_at = '2026-03-06T12:00:00Z' where account_key = ${campaign.accountKey}`.execute(
    tx,
  );
  const { campaignKey } = campaign;
  await addLeads(tx, mine, { campaignKey, count: 20, last: '2026-03-05', price: 0 });
  for (let more = 0; more < leadsAfter; more += 1)
    await addLeads(tx, mine, { campaignKey, count: 4, last: '2026-03-09', price: 0 });
  await makePlatformDay(tx, { ...campaign, day: '2026-03-01', cost: spent, clientCost: spent });
  // An incomplete 6th.
  await makePlatformDay(tx, { ...campaign, day: '2026-03-06', cost: 5000, clientCost: 5000 });
};

const YEAR = { count: 420, last: '2026-03-09' };
const dear = { count: 20, price: 60 };

beforeAll(async () => {
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2025-01-01'), new Date('2026-03-31'));
  await harness.asMigrator(async (tx) => {
    mine = (await makeOwner(tx, { name: 'Same name' })).ownerKey;
    foreign = (await makeOwner(tx, { name: 'Same name too' })).ownerKey;
    await addCampaign(tx, mine, { name: 'Dear', cpe: 500, leads: { ...YEAR, enrolls: 20 } });
    await addCampaign(tx, mine, { name: 'On goal', cpe: 500, cpl: 10, leads: { ...YEAR, enrolls: 10 } });
    await addCampaign(tx, mine, { name: 'Young', cpe: 1000, leads: { count: 60, enrolls: 50 } });
    await addCampaign(tx, mine, { name: 'Dear inquiries', cpl: 50, leads: dear });
    await addCampaign(tx, mine, { name: 'Fair inquiries', cpl: 50, leads: { ...dear, price: 57.5 } });
    await addCampaign(tx, mine, { name: 'Was dear', cpl: 50, leads: { count: 30, price: 55 } });
    await addCampaign(tx, mine, { name: '19 inquiries', cpl: 50, leads: { ...dear, count: 19 } });
    await addCampaign(tx, mine, { name: '13 days', cpl: 50, since: '2026-02-25', leads: dear });
    await addCampaign(tx, mine, { name: '14 days', cpl: 50, since: '2026-02-24', leads: dear });
    await addCampaign(tx, mine, { name: 'No goal', leads: { ...dear, price: 200 } });
    await addCampaign(tx, mine, { name: 'Paused', cpl: 50, leads: dear });
    await addCampaign(tx, mine, { name: 'Long paused', cpl: 50, since: '2026-02-20', leads: dear });
    await addCampaign(tx, mine, { name: 'Ended', cpl: 50, leads: dear });
    await addCampaign(tx, mine, { name: 'Deleted', cpl: 50, leads: dear });
    await addCampaign(tx, mine, { name: 'Draft', cpl: 50, leads: dear });
    // Costs of half a year ago do not count for this month's goal.
    const was = { campaignKey: keyOf[`${mine} Was dear`] ?? 0, count: 40, last: '2025-10-01', price: 200 };
    await addLeads(tx, mine, was);
    await pause(tx, 'Paused', '2026-03-10', null);
    await pause(tx, 'Long paused', '2026-02-22', '2026-02-26');
    await sql`update campaign set end_date = '2026-03-09' where owner_key = ${mine} and name = 'Ended'`.execute(tx);
    await sql`update campaign set deleted_at = now() where owner_key = ${mine} and name = 'Deleted'`.execute(tx);
    await sql`update campaign set activated_at = null where owner_key = ${mine} and name = 'Draft'`.execute(tx);
    await addLate(tx, 'Late, part of a day', 1000, 0);
    await addLate(tx, 'Late, leads go on', 1200, 25);
    // The same names at another owner, in reverse roles.
    await addCampaign(tx, foreign, { name: 'Dear', cpe: 500, leads: { ...YEAR, enrolls: 10 } });
    await addCampaign(tx, foreign, { name: 'On goal', cpe: 500, leads: { ...YEAR, enrolls: 20, price: 77.77 } });
  });
  while ((await facts.fold()) > 0);
  await facts.close();
  agency = await harness.signedIn('ag', { owners: [mine, foreign], permissions: RIGHTS });
});

const ask = async (owner: number, as: SignedIn = agency, at: { keyType?: string; key?: number | undefined } = {}) => {
  const params = { owner, keyType: at.keyType ?? 'owner', key: at.key ?? owner };
  return harness.call(underperformingCampaigns, as, { params });
};
const rowsOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).body.data as UnderperformingRow[];
const named = async (...args: Parameters<typeof ask>) => (await rowsOf(...args)).map((row) => row.campaignName);

describe('underperforming campaigns', () => {
  test('are the live ones that cost too much, ordered by how far they exceed their goal', async () => {
    // Those at the same percent are in the order of creation.
    expect(await named(mine)).toEqual(['Dear', 'Dear inquiries', '14 days', 'Late, leads go on']);
  });

  test('show their measure, its value and its goal', async () => {
    const rows = await rowsOf(mine);
    const of = (name: string) => rows.find((row) => row.campaignName === name);
    expect(of('Dear inquiries')).toMatchObject({
      measure: 'cpl',
      value: 60,
      target: 50,
      limit: 57.5,
      percentOfTarget: 120,
      inquiries: 20,
      matureCpeNote: null,
    });
    expect(of('14 days')?.liveDays).toBe(14);
    const { measure, value, target, inquiries, matureCpeNote } = of('Dear')!;
    expect({ measure, target, inquiries }).toEqual({ measure: 'matureCpe', target: 500, inquiries: 420 });
    // One in twenty enrolls, at $50 each: about $1,000.
    expect(Math.abs(value - 1000)).toBeLessThan(150);
    expect(matureCpeNote).toContain('of 420 inquiries');
  });

  test('compare a late account’s spend with the inquiries of the same days', async () => {
    const row = (await rowsOf(mine)).find(({ campaignName }) => campaignName === 'Late, leads go on');
    expect(row).toMatchObject({ value: 60, inquiries: 20 });
  });

  test('are separate for another owner with the same names', async () => {
    const rows = await rowsOf(foreign);
    expect(rows.map((row) => [row.campaignName, row.campaignKey])).toEqual([['On goal', keyOf[`${foreign} On goal`]]]);
    expect(JSON.stringify(await rowsOf(mine))).not.toContain('77.77');
    const only = await harness.signedIn('ag', { owner: mine, permissions: RIGHTS });
    expect((await ask(foreign, only)).status).toBe(404);
    const theirs = { keyType: 'goal', key: goalOf[`${foreign} On goal`] };
    expect((await ask(mine, only, theirs)).status).toBe(404);
    // The two owners in the path differ.
    expect((await ask(mine, agency, theirs)).status).toBe(400);
  });

  test('can be filtered; a campus has no goal', async () => {
    expect(await named(mine, agency, { keyType: 'goal', key: goalOf[`${mine} Dear`] })).toEqual(['Dear']);
    expect(await named(mine, agency, { keyType: 'goal', key: goalOf[`${mine} On goal`] })).toEqual([]);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ key: number }>`select client_key as key from goal where goal_key = ${goalOf[`${mine} Dear`]}`.execute(tx),
    );
    const { campusKey } = await harness.asMigrator((tx) =>
      makeCampus(tx, { ownerKey: mine, clientKey: rows[0]?.key ?? 0 }),
    );
    expect(await named(mine, agency, { keyType: 'campus', key: campusKey })).toEqual([]);
  });

  test('show a client its own prices and no media cost', async () => {
    const client = await harness.signedIn('cl', { owner: mine, permissions: RIGHTS });
    const { status, body } = await ask(mine, client);
    expect(status).toBe(200);
    // The cost that few outcomes are mixed with has no drafts in it, and this one has leads.
    const judged = (rows: unknown) =>
      (rows as { campaignKey: number; target: number; spend: number }[]).map(({ campaignKey, target, spend }) => ({
        campaignKey,
        target,
        spend,
      }));
    expect(judged(body.data)).toEqual(judged(await rowsOf(mine)));
    expect(Object.keys((body.data as object[])[0] ?? {}).filter((key) => /media|margin/i.test(key))).toEqual([]);
    const partner = await harness.signedIn('mp', { owner: mine, permissions: RIGHTS });
    expect((await ask(mine, partner)).status).toBe(403);
  });

  test('are judged on the first of a month too, by complete days of the last months', async () => {
    harness.clock.set(new Date('2026-04-01T12:00:00Z'));
    const later = await harness.signedIn('ag', { owner: mine, permissions: RIGHTS });
    const listed = await named(mine, later).finally(() => harness.clock.set(new Date('2026-03-10T15:00:00Z')));
    // April has no inquiry goal yet; and the young one has had three more weeks without an enrollment.
    expect(listed).toEqual(['Dear', 'Young']);
  });

  test('are judged by their owner’s settings', async () => {
    const set = (name: string, value: number) =>
      harness.asMigrator(async (tx) => {
        await sql`
          insert into owner_setting (owner_key, name, value, changed_at) values (${mine}, ${name}, ${String(value)}, now())
        `.execute(tx);
        await sql`update owner set row_version = row_version + 1 where owner_key = ${mine}`.execute(tx);
      });
    onTestFinished(() =>
      harness.asMigrator(async (tx) => {
        await sql`delete from owner_setting where owner_key = ${mine}`.execute(tx);
        await sql`update owner set row_version = row_version + 1 where owner_key = ${mine}`.execute(tx);
      }),
    );
    const theirs = await named(foreign);
    await set('underperformingInquiries', 19);
    expect(await named(mine)).toContain('19 inquiries');
    await set('underperformingDays', 13);
    expect(await named(mine)).toContain('13 days');
    await set('underperformingCpl', 14);
    expect(await named(mine)).toContain('Fair inquiries');
    await set('underperformingCpe', 500);
    expect(await named(mine)).not.toContain('Dear');
    expect(await named(foreign)).toEqual(theirs);
  });
});
