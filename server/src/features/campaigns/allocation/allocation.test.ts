import {
  ALL_PERMISSIONS,
  type CampaignAllocation,
  campaignAllocationGet,
  campaignGet,
  type Campaign,
  allocationsSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeCampaign,
  makeGoal,
  makeLead,
  makePpcCampaign,
  makeTwoOwners,
} from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let agency: SignedIn;

beforeAll(async () => {
  const owners = await harness.asMigrator((tx) => makeTwoOwners(tx));
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

const ask = (key: number, as = agency) => harness.call(campaignAllocationGet, as, { params: { key } });
const read = async (key: number): Promise<CampaignAllocation> => (await ask(key)).body.data as CampaignAllocation;

/** A line item of $10,000 in March with three campaigns, one of them of another channel and one without any plan. */
const makeLineItem = () =>
  harness.asMigrator(async (tx) => {
    const goalKey = await makeGoal(tx, mine);
    const { campaignKey, partnerKey } = await makeCampaign(tx, { ownerKey: mine, goalKey });
    const other = await makeCampaign(tx, { ownerKey: mine, goalKey, partnerKey });
    const unplanned = await makeCampaign(tx, { ownerKey: mine, goalKey, partnerKey });
    await sql`delete from campaign_month where campaign_key = ${unplanned.campaignKey}`.execute(tx);
    // Another line item's campaign takes nothing from this one.
    await makeCampaign(tx, { ownerKey: mine, partnerKey });
    return { goalKey, campaignKey, other: other.campaignKey, unplanned: unplanned.campaignKey };
  });

describe('the allocation of a campaign', () => {
  test('shows what its line item has left, for this month and the next', async () => {
    const { campaignKey, goalKey } = await makeLineItem();
    await harness.asMigrator(async (tx) => {
      await makeLead(tx, { ownerKey: mine, campaignKey, day: '2026-03-04' });
      await sql`insert into goal_month (owner_key, goal_key, month, spend_goal, revised_spend_goal)
                values (${mine}, ${goalKey}, '2026-04-01', 8000, 9000)`.execute(tx);
    });
    const { current, next } = await read(campaignKey);
    expect(current).toMatchObject({
      month: '2026-03-01',
      plan: { monthlyAllocation: 100, userDefinedMonthlyAllocation: null },
      rowVersion: 1,
      price: 50,
      // 100 leads at $50 of one campaign; the cost of the campaign without a plan is unknown.
      lineItem: { budget: 10_000, others: 5_000, otherCampaigns: 2, othersWithoutBudget: 1 },
    });
    expect(next).toMatchObject({
      month: '2026-04-01',
      plan: null,
      rowVersion: 0,
      lineItem: { budget: 9_000, others: 0, otherCampaigns: 2, othersWithoutBudget: 2 },
    });
  });

  test('is set here if missing, and the status follows', async () => {
    const { unplanned } = await makeLineItem();
    const statusOf = async () =>
      ((await harness.call(campaignGet, agency, { params: { key: unplanned } })).body.data as Campaign).subStatus;
    expect(await statusOf()).toBe('NO_ALLOCATION');
    const { current } = await read(unplanned);
    const save = (rowVersion: number) =>
      harness.call(allocationsSave, agency, {
        params: { owner: mine, month: 'current' },
        body: { rows: [{ campaignKey: unplanned, rowVersion, changes: { userDefinedMonthlyAllocation: 40 } }] },
      });
    expect((await save(current?.rowVersion ?? 99)).status).toBe(200);
    expect(await statusOf()).toBe('LIVE');
    expect((await read(unplanned)).current).toMatchObject({
      plan: { userDefinedMonthlyAllocation: 40 },
      rowVersion: 1,
    });
    expect((await save(current?.rowVersion ?? 99)).status).toBe(409);
  });

  test('exists for a draft, but not for a month outside its dates', async () => {
    const { campaignKey } = await makeLineItem();
    await harness.asMigrator((tx) =>
      sql`update campaign set activated_at = null, end_date = '2026-03-20' where campaign_key = ${campaignKey}`.execute(
        tx,
      ),
    );
    const { current, next } = await read(campaignKey);
    expect(current).toMatchObject({ plan: { monthlyAllocation: 100 } });
    expect(next).toBeNull();
  });

  test('includes the budgets of campaigns on platforms', async () => {
    const { campaignKey, goalKey } = await makeLineItem();
    await harness.asMigrator((tx) => makePpcCampaign(tx, { ownerKey: mine, goalKey, budget: 1234.5 }));
    expect((await read(campaignKey)).current?.lineItem).toMatchObject({ others: 6_234.5, otherCampaigns: 3 });
  });

  test('of another owner is not found, and it needs the right', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign }));
    expect((await ask(campaignKey)).status).toBe(404);
    const { campaignKey: own } = await makeLineItem();
    const without = await harness.signedIn('ag', { owner: mine, permissions: ['campaigns:View'] });
    expect((await ask(own, without)).status).toBe(403);
  });
});
