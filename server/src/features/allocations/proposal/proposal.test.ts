import {
  type AllocationEdit,
  allocationsPropose,
  allocationsSave,
  type FieldError,
  type Proposal,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeGoal, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS = ['allocations:View', 'allocations:Update'] as const;

/** A campaign's history: inquiries of last November, and how many of them enrolled. */
interface Past {
  inquiries: number;
  enrollments: number;
}

let owner: number;
let foreign: number;
let agency: SignedIn;
let goalKey: number;
let partners: { good: number; poor: number };
const keys: Record<'dear' | 'cheap' | 'full' | 'young' | 'paused' | 'foreign', number> = {
  dear: 0,
  cheap: 0,
  full: 0,
  young: 0,
  paused: 0,
  foreign: 0,
};

const addDay = (ownerKey: number, campaignKey: number, day: string, { inquiries, enrollments }: Past) =>
  harness.asMigrator(async (tx) => {
    for (const [table, column, at] of [
      ['campaign_day', 'day', day],
      ['campaign_month_fact', 'month', `${day.slice(0, 7)}-01`],
    ] as const)
      await sql`
        insert into ${sql.table(table)} (owner_key, ${sql.ref(column)}, campaign_key, gross, valid, cohort_enrollments, lead_client_cost, lead_media_cost)
        values (${ownerKey}, ${at}, ${campaignKey}, ${inquiries}, ${inquiries}, ${enrollments}, ${inquiries * 50}, ${inquiries * 40})
      `.execute(tx);
  });

interface Made {
  ownerKey?: number;
  goal?: number;
  partnerKey: number;
  capacity: number | null;
  past: Past;
  soFar?: number;
}
const make = async ({ ownerKey = owner, goal = goalKey, partnerKey, capacity, past, soFar = 0 }: Made) => {
  const { campaignKey } = await harness.asMigrator(async (tx) => {
    const campaign = await makeCampaign(tx, { ownerKey, goalKey: goal, partnerKey });
    await sql`update campaign_month set monthly_allocation = 60, monthly_capacity = ${capacity}, monthly_soft_allocation = 54
              where campaign_key = ${campaign.campaignKey}`.execute(tx);
    return campaign;
  });
  if (past.inquiries > 0) await addDay(ownerKey, campaignKey, '2025-11-12', past);
  if (soFar > 0) await addDay(ownerKey, campaignKey, '2026-03-05', { inquiries: soFar, enrollments: 0 });
  return campaignKey;
};

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  owner = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  goalKey = await harness.asMigrator((tx) => makeGoal(tx, owner));
  const foreignGoal = await harness.asMigrator((tx) => makeGoal(tx, foreign));
  partners = await harness.asMigrator(async (tx) => ({ good: await makePartner(tx), poor: await makePartner(tx) }));
  const { good, poor } = partners;
  keys.dear = await make({ partnerKey: poor, capacity: 100, past: { inquiries: 400, enrollments: 6 }, soFar: 20 });
  keys.cheap = await make({ partnerKey: good, capacity: 75, past: { inquiries: 400, enrollments: 48 }, soFar: 20 });
  keys.full = await make({ partnerKey: good, capacity: 60, past: { inquiries: 400, enrollments: 48 }, soFar: 20 });
  keys.young = await make({ partnerKey: poor, capacity: 100, past: { inquiries: 8, enrollments: 3 }, soFar: 20 });
  keys.paused = await make({ partnerKey: good, capacity: 90, past: { inquiries: 300, enrollments: 60 }, soFar: 58 });
  await harness.asMigrator((tx) =>
    sql`insert into campaign_pause (owner_key, campaign_key, starts_on, reason, set_at) values (${owner}, ${keys.paused}, '2026-03-06', 'Closed for now', '2026-03-06')`.execute(
      tx,
    ),
  );
  keys.foreign = await make({
    ownerKey: foreign,
    goal: foreignGoal,
    partnerKey: good,
    capacity: 90,
    past: { inquiries: 400, enrollments: 80 },
  });
});

beforeEach(() =>
  harness.asMigrator((tx) =>
    sql`
      update campaign_month set user_defined_monthly_allocation = null, user_defined_monthly_soft_allocation = null, row_version = 1
      where owner_key = ${owner}
    `.execute(tx),
  ),
);

const propose = (body: object = {}, { as = agency, month = 'current' }: { as?: SignedIn; month?: string } = {}) =>
  harness.call(allocationsPropose, as, { params: { owner, month }, body });
const proposed = async (body: object = {}, month = 'current'): Promise<Proposal> => {
  const { status, body: answer } = await propose(body, { month });
  expect(status).toBe(200);
  return answer.data as Proposal;
};
const of = ({ campaigns }: Proposal, campaignKey: number) => {
  const campaignOfKey = campaigns.find((campaign) => campaign.campaignKey === campaignKey);
  if (!campaignOfKey) throw new Error(`Campaign ${campaignKey} is not in the proposal`);
  return campaignOfKey;
};
const errorsOf = (body: { errors?: unknown[] }): FieldError[] => (body.errors ?? []) as FieldError[];

describe('a proposal', () => {
  test('moves units to campaigns with a lower matured cost per enrollment, within capacity and above what is delivered', async () => {
    const proposal = await proposed({ maxShareMoved: 50 });
    expect(proposal.campaigns.map(({ campaignKey }) => campaignKey)).not.toContain(keys.foreign);
    const dear = of(proposal, keys.dear);
    const cheap = of(proposal, keys.cheap);
    expect(cheap).toMatchObject({ before: 60, after: 75, most: 75 });
    expect(cheap.why.join(' ')).toContain('Stops at its capacity of 75.');
    expect(cheap.why[0]).toMatch(/^\$\d+ per matured enrollment \(80% range \$\d+ to \$[\d,]+\)/);
    expect(dear.after).toBeLessThan(60);
    expect(dear.after).toBeGreaterThanOrEqual(20);
    expect(dear.cost?.value).toBeGreaterThan((cheap.cost?.value ?? 0) * 3);
    expect(of(proposal, keys.full)).toMatchObject({ before: 60, after: 60, most: 60 });
    // The best of all, but it takes no leads.
    expect(of(proposal, keys.paused).after).toBeLessThanOrEqual(60);
    // Units move to better campaigns only.
    expect(of(proposal, keys.young)).toMatchObject({ most: 60 });
    const planned = (side: 'before' | 'after') =>
      proposal.campaigns.reduce((sum, one) => sum + one[side] * one.price, 0);
    expect(planned('after')).toBeLessThanOrEqual(planned('before'));
    const enrollments = (side: 'expectedBefore' | 'expectedAfter') =>
      proposal.campaigns.reduce((sum, one) => sum + one[side].enrollments, 0);
    expect(enrollments('expectedAfter')).toBeGreaterThan(enrollments('expectedBefore'));
    expect(proposal.decidedBy.join(' ')).toContain('never taken away');
  });

  test('shrinks a campaign with little matured history towards its line item’s rate, and says so', async () => {
    const proposal = await proposed();
    const young = of(proposal, keys.young);
    expect(young.young).toBe(true);
    // 3 of 8 would be 37 %: so few inquiries count for little.
    expect(young.price / (young.cost?.value ?? 1)).toBeLessThan(0.15);
    expect(young.why.join(' ')).toContain(
      'Too little recent history has matured (28 inquiries, 3 enrollments in 540 days)',
    );
    expect(of(proposal, keys.cheap).young).toBe(false);
  });

  test('lowers a soft allocation with the hard one, and reports the former value', async () => {
    const dear = of(await proposed({ maxShareMoved: 50 }), keys.dear);
    const soft = Math.floor((dear.after * 54) / 60);
    expect(dear.changes).toEqual({ userDefinedMonthlyAllocation: dear.after, userDefinedMonthlySoftAllocation: soft });
    expect(dear.former).toEqual({ userDefinedMonthlyAllocation: null, userDefinedMonthlySoftAllocation: null });
  });

  test('for the next month starts from the rolled-over plan, and writes it with the change', async () => {
    const proposal = await proposed({ maxShareMoved: 50 }, 'next');
    expect(proposal.month).toBe('2026-04-01');
    const cheap = of(proposal, keys.cheap);
    expect(cheap).toMatchObject({ before: 60, rowVersion: 0, least: 0 });
    // No date of resumption is set.
    expect(of(proposal, keys.paused)).toMatchObject({ before: 60, most: 60 });
    expect(cheap.changes).toEqual({
      monthlyAllocation: cheap.after,
      monthlySoftAllocation: 54,
      monthlyCapacity: 75,
      clientMonthlyAllocation: null,
    });
  });

  test('keeps the buyer’s floors and caps, and names unsatisfiable ones', async () => {
    const proposal = await proposed({
      limits: [
        { campaignKey: keys.dear, floor: 55 },
        { campaignKey: keys.cheap, cap: 62 },
      ],
    });
    expect(of(proposal, keys.dear).after).toBeGreaterThanOrEqual(55);
    expect(of(proposal, keys.cheap).after).toBeLessThanOrEqual(62);
    const { status, body } = await propose({ limits: [{ campaignKey: keys.full, floor: 70 }] });
    expect(status).toBe(422);
    expect(errorsOf(body)[0]).toMatchObject({ field: 'limits.0.floor' });
    expect(errorsOf(body)[0]?.message).toContain('Your floor of 70 is above its capacity of 60.');
    const below = await propose({ limits: [{ campaignKey: keys.cheap, cap: 10 }] });
    expect(errorsOf(below.body)[0]?.message).toContain('The 20 that are delivered already is above your cap of 10.');
    const share = await propose({ maxShareMoved: 2, limits: [{ campaignKey: keys.dear, cap: 25 }] });
    expect(errorsOf(share.body)[0]).toMatchObject({ field: 'maxShareMoved', code: 'cannotKeep' });
  });

  test('names unknown line items and campaigns, including another owner’s', async () => {
    const { status, body } = await propose({ goalKeys: [999_999], limits: [{ campaignKey: keys.foreign, floor: 1 }] });
    expect(status).toBe(422);
    expect(errorsOf(body).map(({ field }) => field)).toEqual(['goalKeys.0', 'limits.0.campaignKey']);
  });

  test('is for the agency only, with the right to save', async () => {
    const viewer = await harness.signedIn('ag', { owner, permissions: ['allocations:View'] });
    expect((await propose({}, { as: viewer })).status).toBe(403);
    const stranger = await harness.signedIn('ag', { owner: foreign, permissions: RIGHTS });
    expect((await propose({}, { as: stranger })).status).toBe(404);
  });
});

describe('an accepted proposal', () => {
  test('is one save with a recorded reason; a campaign changed meanwhile refuses all of it', async () => {
    const proposal = await proposed({ maxShareMoved: 50 });
    const rows = proposal.campaigns
      .filter(({ before, after }) => before !== after)
      .map(({ campaignKey, rowVersion, changes }) => ({ campaignKey, rowVersion, changes }));
    expect(rows.length).toBeGreaterThanOrEqual(2);
    await harness.call(allocationsSave, agency, {
      params: { owner, month: 'current' },
      body: { rows: [{ campaignKey: keys.cheap, changes: { userDefinedMonthlyAllocation: 61 } }] },
    });
    const save = (edits: AllocationEdit[]) =>
      harness.call(allocationsSave, agency, {
        params: { owner, month: 'current' },
        body: { rows: edits, reason: 'Reallocation proposal' },
      });
    const refused = await save(rows);
    expect(refused.status).toBe(409);
    expect(errorsOf(refused.body)[0]?.conflict).toMatchObject({ theirs: 61, mine: 75 });
    const again = await proposed({ maxShareMoved: 50 });
    expect(of(again, keys.dear)).toMatchObject({ before: 60, rowVersion: 1 });
    const changed = again.campaigns.filter(({ before, after }) => before !== after);
    const saved = await save(
      changed.map(({ campaignKey, rowVersion, changes }) => ({ campaignKey, rowVersion, changes })),
    );
    expect(saved.status).toBe(200);
    const logged = await harness.asMigrator(async (tx) => {
      const { rows: logRows } = await sql<{ key: string; reason: string | null }>`
        select entity_key as key, after ->> 'reason' as reason from audit_log
        where action = 'allocationsSaved' and entity = 'campaign' and request_id = ${saved.body.requestId}
      `.execute(tx);
      return logRows;
    });
    expect(logged.map(({ key }) => Number(key)).toSorted((a, b) => a - b)).toEqual(
      changed.map(({ campaignKey }) => campaignKey).toSorted((a, b) => a - b),
    );
    expect(new Set(logged.map(({ reason }) => reason))).toEqual(new Set(['Reallocation proposal']));
    // One undo restores the former values.
    const undone = await save(changed.map(({ campaignKey, former }) => ({ campaignKey, changes: former })));
    expect(undone.status).toBe(200);
    expect(of(await proposed({ maxShareMoved: 50 }), keys.dear).before).toBe(60);
  });
});
