import {
  ALL_PERMISSIONS,
  CAMPAIGN_STATUSES,
  campaignList,
  type CampaignListRow,
  STATUS_GROUPS,
  type StatusGroup,
  type SubStatus,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeAccount,
  makeCampaign,
  makeClient,
  makeLead,
  makeOwner,
  makePartner,
  makePlatformCampaign,
} from '../../../testing/factories/factories.ts';

const harness = useApp();
let owner: number;
let agency: SignedIn;

type Change = (tx: Tx, campaignKey: number) => Promise<unknown>;
const run =
  (statement: (campaignKey: number) => ReturnType<typeof sql>): Change =>
  (tx, campaignKey) =>
    statement(campaignKey).execute(tx);
const plan = (columns: string): Change =>
  run((key) => sql`update campaign_month set ${sql.raw(columns)} where campaign_key = ${key}`);
const pause = (from: string): Change =>
  run(
    (key) =>
      sql`insert into campaign_pause (owner_key, campaign_key, starts_on, set_at) values (${owner}, ${key}, ${from}, now())`,
  );

/** Today is Tuesday, 10 March; every campaign has had two leads today, its only ones this week and month. */
const MADE: Record<Exclude<SubStatus, 'IO_PENDING'>, Change> = {
  DELETED: run((key) => sql`update campaign set deleted_at = '2026-03-09' where campaign_key = ${key}`),
  DRAFT: run((key) => sql`update campaign set activated_at = null where campaign_key = ${key}`),
  ENDED: run((key) => sql`update campaign set end_date = '2026-03-09' where campaign_key = ${key}`),
  PAUSED: pause('2026-03-10'),
  SCHEDULED: run((key) => sql`update campaign set start_date = '2026-03-11' where campaign_key = ${key}`),
  PARTNER_INACTIVE: run(
    (key) => sql`
      insert into partner_client (owner_key, partner_key, client_key, status, since)
      select c.owner_key, c.partner_key, g.client_key, 'PAUSED', '2026-01-01' from campaign c join goal g using (owner_key, goal_key)
      where c.campaign_key = ${key}`,
  ),
  NO_ALLOCATION: run((key) => sql`delete from campaign_month where campaign_key = ${key}`),
  GOAL_CAP: async (tx, key) => {
    await sql`update goal set hard_cap = true where goal_key = (select goal_key from campaign where campaign_key = ${key})`.execute(
      tx,
    );
    await sql`update goal_month set spend_goal = 100 where goal_key = (select goal_key from campaign where campaign_key = ${key})`.execute(
      tx,
    );
  },
  CAP_MONTH: plan('monthly_allocation = 2'),
  CAP_WEEK: plan('weekly_allocation = 2'),
  CAP_DAY: plan('user_defined_daily_allocation = 2'),
  OFF_HOURS: run(
    (key) => sql`
      update campaign_targeting set day_parting = '{"days":[{"day":"SUN","intervals":[{"start":"08:00","end":"20:00"}]}]}' where campaign_key = ${key}`,
  ),
  PLATFORM_PAUSED: async (tx, key) => {
    const accountKey = await makeAccount(tx, { ownerKey: owner, clientKey: await makeClient(tx, owner) });
    const platformKey = await makePlatformCampaign(tx, { ownerKey: owner, accountKey });
    await sql`update campaign set channel = 'ppc', partner_key = null, account_key = ${accountKey} where campaign_key = ${key}`.execute(
      tx,
    );
    await sql`update platform_campaign set campaign_key = ${key}, status = 'PAUSED' where platform_campaign_key = ${platformKey}`.execute(
      tx,
    );
  },
  SOFT_CAP: plan('monthly_soft_allocation = 2'),
  PAUSE_SCHEDULED: pause('2026-03-11'),
  LIVE: () => Promise.resolve(),
};

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    owner = (await makeOwner(tx)).ownerKey;
    for (const [status, change] of Object.entries(MADE)) {
      const partnerKey = await makePartner(tx);
      const { campaignKey } = await makeCampaign(tx, { ownerKey: owner, partnerKey, name: status });
      for (let lead = 0; lead < 2; lead += 1) {
        await makeLead(tx, { ownerKey: owner, campaignKey, partnerKey, day: '2026-03-10' });
      }
      await change(tx, campaignKey);
    }
    const inactive = await makePartner(tx);
    await makeCampaign(tx, { ownerKey: owner, partnerKey: inactive, name: 'PARTNER_INACTIVE' });
    await sql`update media_partner set active = false where partner_key = ${inactive}`.execute(tx);
    const { campaignKey } = await makeCampaign(tx, { ownerKey: owner, name: 'NO_ALLOCATION' });
    await plan('monthly_allocation = 0')(tx, campaignKey);
  });
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
  agency = await harness.signedIn('ag', { owner, permissions: ALL_PERMISSIONS });
});

const list = async (query: object): Promise<CampaignListRow[]> =>
  (await harness.readStream(campaignList, agency, { params: { owner }, query: query }))
    .rows as unknown as CampaignListRow[];

const all = async (): Promise<CampaignListRow[]> => [...(await list({})), ...(await list({ subStatus: 'DELETED' }))];
const keysOf = (rows: readonly CampaignListRow[]): number[] =>
  rows.map(({ campaignKey }) => campaignKey).toSorted((a, b) => a - b);

test('each campaign has the status that its name says', async () => {
  const rows = await all();
  expect(rows).toHaveLength(18);
  for (const { name, subStatus } of rows) expect(subStatus).toBe(name);
});

test.each(Object.keys(STATUS_GROUPS) as StatusGroup[])(
  '%s finds all of its group and no other',
  async (statusGroup) => {
    const expected = (await all()).filter(({ subStatus }) => CAMPAIGN_STATUSES[subStatus].group === statusGroup);
    expect(expected.length).toBeGreaterThan(2);
    expect(keysOf(await list({ statusGroup }))).toEqual(keysOf(expected));
    // After the first row the candidates are narrowed further.
    const [first] = await list({ statusGroup, limit: '1' });
    const rest = await list({ statusGroup, after: String(first?.campaignKey) });
    expect(keysOf([first!, ...rest])).toEqual(keysOf(expected));
  },
);

test('an owner that requires insertion orders lists campaigns waiting for one', async () => {
  await harness.asMigrator((tx) => sql`update owner set io_required = true where owner_key = ${owner}`.execute(tx));
  const waiting = await list({ subStatus: 'IO_PENDING' });
  expect(waiting.map(({ name }) => name)).toContain('LIVE');
  await harness.asMigrator((tx) =>
    sql`
      insert into insertion_order (owner_key, partner_key, client_key, month, status)
      select c.owner_key, c.partner_key, g.client_key, '2026-03-01', 'ACCEPTED' from campaign c join goal g using (owner_key, goal_key)
      where c.name = 'LIVE'
    `.execute(tx),
  );
  expect((await list({ subStatus: 'IO_PENDING' })).map(({ name }) => name)).not.toContain('LIVE');
  await harness.asMigrator((tx) => sql`update owner set io_required = false where owner_key = ${owner}`.execute(tx));
});
