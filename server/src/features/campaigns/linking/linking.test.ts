import {
  ALL_PERMISSIONS,
  type Campaign,
  campaignGet,
  campaignUnlink,
  channelCampaignList,
  channelCampaignSave,
  type ChannelCampaignSaved,
  semCampaignsByPlatform,
  type UnlinkedCampaign,
  unlinkedCampaignList,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeAccount,
  makeCampaign,
  makeClient,
  makeGoal,
  makePlatformCampaign,
  makeTwoOwners,
} from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let goalKey: number;
let accountKey: number;
let otherAccountKey: number;
let socialAccountKey: number;
let foreignPlatformKey: number;
let agency: SignedIn;
let counter = 0;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    goalKey = await makeGoal(tx, mine);
    const clientKey = await makeClient(tx, mine);
    await sql`update goal set client_key = ${clientKey}, name = 'Nursing Dallas' where goal_key = ${goalKey}`.execute(
      tx,
    );
    accountKey = await makeAccount(tx, { ownerKey: mine, clientKey });
    otherAccountKey = await makeAccount(tx, { ownerKey: mine, clientKey });
    socialAccountKey = await makeAccount(tx, { ownerKey: mine, clientKey, channel: 'social' });
    const foreignAccount = await makeAccount(tx, { ownerKey: foreign, clientKey: await makeClient(tx, foreign) });
    foreignPlatformKey = await makePlatformCampaign(tx, { ownerKey: foreign, accountKey: foreignAccount });
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

const onPlatform = (name: string, account = accountKey): Promise<number> =>
  harness.asMigrator((tx) => makePlatformCampaign(tx, { ownerKey: mine, accountKey: account, name }));
const form = (parts: object = {}) => ({
  name: 'Dallas brand',
  campaignCode: `PPC-${(counter += 1)}`,
  clientGoalKey: goalKey,
  semClientAccountKey: accountKey,
  monthlyBudget: 5_000,
  ...parts,
});
const save = (campaigns: object[], channel: 'ppc' | 'social' = 'ppc') =>
  harness.call(channelCampaignSave, agency, { params: { channel, owner: mine }, body: { campaigns } });
const saved = async (campaigns: object[]): Promise<ChannelCampaignSaved['campaigns']> => {
  const { status, body } = await save(campaigns);
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return (body.data as ChannelCampaignSaved).campaigns;
};
const unlinked = async (query: object = {}): Promise<UnlinkedCampaign[]> => {
  const { body } = await harness.call(unlinkedCampaignList, agency, { params: { channel: 'ppc', owner: mine }, query });
  return body.data as UnlinkedCampaign[];
};
const read = async (key: number): Promise<Campaign> =>
  (await harness.call(campaignGet, agency, { params: { key } })).body.data as Campaign;

test(
  'forty campaigns are created and linked at once, and no longer listed as unlinked',
  { tags: ['long'] },
  async () => {
    const listed = async () =>
      (await harness.readStream(channelCampaignList, agency, { params: { channel: 'ppc', owner: mine } })).rows;
    const before = await listed();
    const keys = await Promise.all(Array.from({ length: 40 }, (_, index) => onPlatform(`Forty ${index}`)));
    const campaigns = await saved(
      keys.map((key, index) => form({ name: `Forty ${index}`, platformCampaignKeys: [key], activate: true })),
    );
    expect(campaigns).toHaveLength(40);
    expect(campaigns.every(({ links }) => links === 1)).toBe(true);
    expect(await unlinked({ text: 'forty' })).toEqual([]);
    expect(await read(campaigns[0]!.campaignKey)).toMatchObject({
      subStatus: 'LIVE',
      channel: 'ppc',
      productType: 'PPC',
      monthlyBudget: 5_000,
      links: [{ name: 'Forty 0' }],
    });
    const after = await listed();
    expect(after).toHaveLength(before.length + 40);
    expect(after.map((row) => row['campaignKey'])).toEqual(
      expect.arrayContaining(campaigns.map(({ campaignKey }) => campaignKey)),
    );
  },
);

describe('refused as a whole', () => {
  const countAll = () =>
    harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from campaign where owner_key = ${mine}`.execute(
        tx,
      );
      return rows[0]!.n;
    });
  /** The refusal's message, and how many campaigns were created all the same. */
  const refused = async (campaigns: object[]) => {
    const before = await countAll();
    const { status, body } = await save(campaigns);
    return { status, errors: body.errors, made: (await countAll()) - before };
  };

  test('a new campaign with missing parts, which are named', async () => {
    expect(await refused([form(), { name: 'Only a name' }])).toMatchObject({
      status: 400,
      made: 0,
      errors: [
        { field: 'campaigns.1.campaignCode' },
        { field: 'campaigns.1.clientGoalKey' },
        { field: 'campaigns.1.semClientAccountKey' },
      ],
    });
  });

  test('a duplicate code in the list, or one in use', async () => {
    const one = form();
    expect(await refused([one, form({ campaignCode: one.campaignCode.toLowerCase() })])).toMatchObject({
      status: 422,
      made: 0,
      errors: [{ field: 'campaigns.1.campaignCode' }],
    });
    await saved([one]);
    const { body } = await save([form(), form({ campaignCode: one.campaignCode })]);
    expect(body.message).toBe(`Campaign code ${one.campaignCode} is already used by Dallas brand.`);
  });

  test('an account of another channel, or of another owner', async () => {
    expect(await refused([form({ semClientAccountKey: socialAccountKey })])).toMatchObject({
      status: 400,
      made: 0,
      errors: [{ field: 'campaigns.0.semClientAccountKey' }],
    });
    expect(await refused([form({ platformCampaignKeys: [foreignPlatformKey] })])).toMatchObject({
      status: 404,
      made: 0,
    });
    expect(await refused([form({ platformCampaignKeys: [999_999_999] })])).toMatchObject({ status: 404, made: 0 });
  });

  test('a platform campaign that is linked already, or of another account', async () => {
    const key = await onPlatform('Taken');
    await saved([form({ name: 'First', platformCampaignKeys: [key] })]);
    expect(await refused([form({ platformCampaignKeys: [key] })])).toMatchObject({
      status: 422,
      made: 0,
      errors: [{ field: 'campaigns.0.platformCampaignKeys', message: '“Taken” is already linked to First.' }],
    });
    const elsewhere = await onPlatform('Elsewhere', otherAccountKey);
    expect(await refused([form({ platformCampaignKeys: [elsewhere] })])).toMatchObject({
      status: 422,
      made: 0,
      errors: [{ message: '“Elsewhere” belongs to another account.' }],
    });
  });

  test('going live without a budget or without a link', async () => {
    const { body } = await save([form({ monthlyBudget: null, activate: true })]);
    expect(body.message).toBe('The campaign cannot be activated: monthly budget, linked platform campaign missing.');
  });

  test('a pay-per-lead campaign', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine }));
    expect(await refused([{ campaignKey, name: 'Renamed' }])).toMatchObject({ status: 422, made: 0 });
  });
});

test('details are changed one by one; omitted ones stay', async () => {
  const [campaign] = await saved([form({ notes: 'kept' })]);
  const [again] = await saved([
    { campaignKey: campaign!.campaignKey, monthlyBudget: 7_500, rowVersion: campaign!.rowVersion },
  ]);
  expect(again!.rowVersion).toBe(campaign!.rowVersion + 1);
  expect(await read(campaign!.campaignKey)).toMatchObject({
    monthlyBudget: 7_500,
    notes: 'kept',
    name: 'Dallas brand',
  });
  expect(
    (await save([{ campaignKey: campaign!.campaignKey, monthlyBudget: 1, rowVersion: campaign!.rowVersion }])).status,
  ).toBe(409);
});

test('suggests by name, within the account and the client', async () => {
  await saved([form({ name: 'Cosmetology Plano Remarketing' })]);
  await onPlatform('2026 | Cosmetology | Plano | Remarketing');
  await onPlatform('Nursing Dallas Generic');
  const rows = await unlinked();
  const of = (name: string) => rows.find((one) => one.name === name);
  expect(of('2026 | Cosmetology | Plano | Remarketing')?.suggestedCampaign?.name).toBe('Cosmetology Plano Remarketing');
  expect(of('Nursing Dallas Generic')).toMatchObject({
    suggestedCampaign: null,
    suggestedGoal: { name: 'Nursing Dallas' },
  });
});

test('linking moves the history to the campaign, unlinking removes it', async () => {
  const key = await onPlatform('With history');
  await harness.asMigrator(async (tx) => {
    await sql`call app.ensure_months('platform_day', '2026-03-01', '2026-03-01')`.execute(tx);
    const group = await sql<{ key: number }>`
      insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name) values (${mine}, ${key}, 'g', 'g')
      returning ad_group_key as key
    `.execute(tx);
    await sql`
      insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, clicks, cost, client_cost)
      values (${mine}, '2026-03-05', ${key}, ${group.rows[0]!.key}, 'desktop', 10, 100, 110)
    `.execute(tx);
    // A day that is loaded in part, and one of the month before.
    await sql`call app.ensure_months('platform_day', '2026-02-01', '2026-02-01')`.execute(tx);
    await sql`
      insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, clicks, cost, client_cost, complete)
      values (${mine}, '2026-03-06', ${key}, ${group.rows[0]!.key}, 'desktop', 1, 10, 11, false),
             (${mine}, '2026-02-28', ${key}, ${group.rows[0]!.key}, 'desktop', 0, 0, 7, true)
    `.execute(tx);
  });
  const before = await unlinked();
  expect(before.find((one) => one.platformCampaignKey === key)).toMatchObject({ spendOfMonth: 110 });
  expect(before.filter((one) => one.platformCampaignKey !== key && one.spendOfMonth !== 0)).toEqual([]);
  const [campaign] = await saved([form({ platformCampaignKeys: [key] })]);
  const cost = async (): Promise<string> => {
    const facts = openFacts(harness.ownerUrl);
    await facts.fold();
    await facts.close();
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ cost: string }>`
        select coalesce(sum(platform_client_cost), 0)::text as cost from campaign_month_fact where campaign_key = ${campaign!.campaignKey}
      `.execute(tx),
    );
    return rows[0]!.cost;
  };
  // Of both months; not of the day that is loaded in part.
  expect(await cost()).toBe('117.00');
  const unlink = (keys: number[]) =>
    harness.call(campaignUnlink, agency, {
      params: { channel: 'ppc', owner: mine },
      body: { platformCampaignKeys: keys },
    });
  expect((await unlink([key, foreignPlatformKey])).status).toBe(404);
  expect((await unlink([key])).body.data).toEqual({ unlinked: 1 });
  expect(await cost()).toBe('0.00');
  const { body } = await harness.call(semCampaignsByPlatform, agency, {
    params: { owner: mine, semClientAccountKey: accountKey },
  });
  expect(body.data).toContainEqual(expect.objectContaining({ name: 'With history', campaignKey: null }));
});

test('the account cannot change while something is linked', async () => {
  const key = await onPlatform('Anchored');
  const [campaign] = await saved([form({ platformCampaignKeys: [key] })]);
  const { status } = await save([{ campaignKey: campaign!.campaignKey, semClientAccountKey: otherAccountKey }]);
  expect(status).toBe(422);
});
