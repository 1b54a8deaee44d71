import { type CampaignListRow, campaignSearch, type Permission, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeCampaign,
  makeGoal,
  makePlatformDay,
  makePpcCampaign,
  makeTwoOwners,
} from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let other: number;
let currentCampaign: number;
let late: number;
const viewers = new Map<UserGroup, SignedIn>();
/** From mid-February through March 9: a projection looks back over the turn of the month. */
const DAYS = Array.from({ length: 24 }, (_, index) =>
  new Date(Date.UTC(2026, 1, 14 + index)).toISOString().slice(0, 10),
);
const RIGHTS: Permission[] = ['campaigns:View'];

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    other = owners.foreign.ownerKey;
    const goalKey = await makeGoal(tx, mine);
    await makeCampaign(tx, { ownerKey: mine, goalKey });
    const spending = await makePpcCampaign(tx, { ownerKey: mine, goalKey, budget: 3100 });
    const behind = await makePpcCampaign(tx, { ownerKey: mine, goalKey, budget: 500 });
    const foreign = await makePpcCampaign(tx, {
      ownerKey: owners.foreign.ownerKey,
      goalKey: await makeGoal(tx, owners.foreign.ownerKey),
    });
    currentCampaign = spending.campaignKey;
    late = behind.campaignKey;
    for (const campaign of [spending, behind, foreign])
      for (const day of DAYS) await makePlatformDay(tx, { ...campaign, day, cost: 90, clientCost: 100 });
    // An account whose last sync had March 5 complete, and no later day.
    await sql`update platform_account set last_sync_at = '2026-03-06T18:00:00Z' where account_key = ${behind.accountKey}`.execute(
      tx,
    );
    await sql`call app.rebuild_facts()`.execute(tx);
  });
  viewers.set('ag', await harness.signedIn('ag', { owner: mine, permissions: RIGHTS }));
  viewers.set('cl', await harness.signedIn('cl', { owner: mine, permissions: RIGHTS }));
});

const ask = async (group: UserGroup, filters: object): Promise<CampaignListRow[]> => {
  const { body } = await harness.call(campaignSearch, viewers.get(group)!, {
    params: { owner: mine },
    body: filters,
  });
  return (body.data as { rows: CampaignListRow[] }).rows;
};

test('campaigns on platforms show spend, pace and last day of data', async () => {
  const rows = await ask('ag', { channel: ['ppc'] });
  const pace = new Map(rows.map((row) => [row.campaignKey, row.pace]));
  expect(rows).toHaveLength(2);
  // Planned: $3,100 in 31 days, so $100 a day.
  expect(pace.get(currentCampaign)).toMatchObject({
    mtdSpent: 900,
    capped: false,
    early: false,
    through: '2026-03-09',
  });
  expect(pace.get(currentCampaign)?.projectionToBudget).toBeCloseTo(100, 0);
  // The late account's data after its last complete day are not counted yet.
  expect(pace.get(late)).toMatchObject({ mtdSpent: 500, through: '2026-03-05' });
  expect(pace.get(late)?.projectionToBudget).toBeGreaterThan(500);
  expect(
    (await ask('cl', { channel: ['ppc'] })).find(({ campaignKey }) => campaignKey === currentCampaign)?.pace,
  ).toEqual(pace.get(currentCampaign));
});

test('lists that include campaigns with leads omit them', async () => {
  for (const filters of [{}, { channel: ['ppl'] }, { channel: ['ppl', 'ppc'] }]) {
    const rows = await ask('ag', filters);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ pace }) => pace != null)).toBe(false);
  }
});

test('a campaign is judged by its owner’s pacing band', async () => {
  await harness.asMigrator((tx) =>
    sql`insert into owner_setting (owner_key, name, value, changed_at) values (${other}, 'pacingBand', '25', now())`.execute(
      tx,
    ),
  );
  const both = await harness.signedIn('ag', { owners: [mine, other], permissions: RIGHTS });
  const bandsOf = async (owner: number): Promise<unknown[]> => {
    const { body } = await harness.call(campaignSearch, both, { params: { owner }, body: { channel: ['ppc'] } });
    return (body.data as { rows: CampaignListRow[] }).rows.map(({ pace }) => pace?.band);
  };
  expect([await bandsOf(mine), await bandsOf(other)]).toEqual([[10, 10], [25]]);
});
