import { campaignFigures, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeOwner, makePartner, makeUser } from '../../../testing/factories/factories.ts';

const harness = useApp();
const NOW = new Date('2025-06-12T15:00:00Z');
const VIEW: Permission[] = ['allocations:View'];

type Campaign = Awaited<ReturnType<typeof makeCampaign>>;
let mine: Campaign;
let sibling: Campaign;
let foreign: Campaign;
let agency: SignedIn;

const writeDay = ({ ownerKey, campaignKey }: Campaign, day: string, valid: number) =>
  harness.asMigrator(async (tx) => {
    for (const [table, column, at] of [
      ['campaign_day', 'day', day],
      ['campaign_month_fact', 'month', `${day.slice(0, 7)}-01`],
    ] as const)
      await sql`
        insert into ${sql.table(table)} as f
          (owner_key, ${sql.ref(column)}, campaign_key, gross, valid, returned, delivered, lead_client_cost, lead_media_cost)
        values (${ownerKey}, ${at}, ${campaignKey}, ${valid + 2}, ${valid}, 1, ${valid}, ${valid * 50}, ${valid * 40})
        on conflict (owner_key, ${sql.ref(column)}, campaign_key) do update set gross = f.gross + excluded.gross,
          valid = f.valid + excluded.valid, returned = f.returned + excluded.returned, delivered = f.delivered + excluded.delivered,
          lead_client_cost = f.lead_client_cost + excluded.lead_client_cost, lead_media_cost = f.lead_media_cost + excluded.lead_media_cost
      `.execute(tx);
  });

const begun = (campaign: Campaign) =>
  harness.asMigrator(async (tx) => {
    const { ownerKey, campaignKey, goalKey } = campaign;
    await sql`update goal set start_month = '2025-01-01' where goal_key = ${goalKey}`.execute(tx);
    await sql`update campaign set start_date = '2025-01-01', activated_at = '2025-01-01' where campaign_key = ${campaignKey}`.execute(
      tx,
    );
    await sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation) values (${ownerKey}, ${campaignKey}, '2025-06-01', 300)`.execute(
      tx,
    );
    return campaign;
  });

beforeAll(async () => {
  harness.clock.set(NOW);
  const campaigns = await harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx, { timeZone: 'America/New_York' });
    const { ownerKey: other } = await makeOwner(tx);
    return [
      await makeCampaign(tx, { ownerKey }),
      await makeCampaign(tx, { ownerKey, partnerKey: await makePartner(tx) }),
      await makeCampaign(tx, { ownerKey: other }),
    ] as const;
  });
  for (const campaign of campaigns) await begun(campaign);
  [mine, sibling, foreign] = campaigns;
  for (const campaign of campaigns)
    for (const [day, valid] of [
      ['2025-04-03', 20],
      ['2025-06-02', 30],
      ['2025-06-11', 25],
    ] as const)
      await writeDay(campaign, day, campaign === mine ? valid : valid * 7);
  agency = await harness.signedIn('ag', { owner: mine.ownerKey, permissions: VIEW });
});

const figures = async (as: SignedIn, { campaignKey }: Pick<Campaign, 'campaignKey'> = mine) => {
  const { status, body } = await harness.call(campaignFigures, as, { params: { campaignKey: String(campaignKey) } });
  return {
    status,
    data: body.data as {
      sheet: Record<string, unknown>[];
      months: Record<string, unknown>[];
      total: Record<string, unknown> | null;
    },
  };
};

describe('the figures of a campaign’s page', () => {
  test('are its row of the sheet, and its months, the newest first', async () => {
    const { status, data } = await figures(agency);
    expect(status).toBe(200);
    expect(data.sheet[0]).toMatchObject({
      campaignKey: mine.campaignKey,
      mtdInquiries: 55,
      mtdSpent: 2_750,
      monthlyAllocation: 300,
    });
    expect(data.months).toMatchObject([
      { month: '2025-06-01', allocation: 300, spend: 2_750, validLeads: 55, grossLeads: 59, returned: 2, cpl: 50 },
      { month: '2025-04-01', allocation: null, spend: 1_000, validLeads: 20, grossLeads: 22, returned: 1 },
    ]);
    expect(data.total).toMatchObject({ spend: 3_750, validLeads: 75, returned: 3, returnRate: 4 });
  });

  test('name the campaign’s own budget, also where it is its line item’s only campaign', async () => {
    await harness.asMigrator((tx) =>
      sql`insert into goal_month (owner_key, goal_key, month, spend_goal) values (${mine.ownerKey}, ${mine.goalKey}, '2025-06-01', 9000)`.execute(
        tx,
      ),
    );
    const { data } = await figures(agency);
    expect(data.months[0]?.['budget']).toBe(data.sheet[0]?.['budget']);
    expect(data.total).toMatchObject({ allocation: 300 });
  });

  test('have media cost and margin for the agency with the right to see them, and for nobody else', async () => {
    const withMargin = await harness.signedIn('ag', { owner: mine.ownerKey, permissions: [...VIEW, 'reports:Margin'] });
    expect((await figures(withMargin)).data.months[0]).toMatchObject({ mediaCost: 2_200, margin: 550 });
    const client = await harness.signedIn('cl', { owner: mine.ownerKey, permissions: [...VIEW, 'reports:Margin'] });
    for (const reader of [agency, client]) {
      const { status, data } = await figures(reader);
      expect(status).toBe(200);
      expect(data.months[0]).toMatchObject({ spend: 2_750 });
      expect(Object.keys({ ...data.months[0], ...data.total })).not.toContain('mediaCost');
      expect(Object.keys({ ...data.months[0], ...data.total })).not.toContain('margin');
    }
    const { data } = await figures(client);
    expect(Object.keys(data.sheet[0] ?? {})).not.toContain('aggregatorBidPrice');
  });

  test('are at the media price for the campaign’s partner, and are not there for another partner', async () => {
    const as = async (partnerKey: number) => {
      const { userKey } = await harness.asMigrator((tx) =>
        makeUser(tx, { group: 'mp', ownerKeys: [mine.ownerKey], partnerKey, permissions: VIEW }),
      );
      return harness.sessionOf('mp', userKey);
    };
    const own = await figures(await as(mine.partnerKey));
    expect(own.data.months[0]).toMatchObject({ spend: 2_200, validLeads: 55 });
    expect(Object.keys(own.data.sheet[0] ?? {})).not.toContain('clientBidPrice');
    expect((await figures(await as(sibling.partnerKey))).status).toBe(404);
  });

  test('are not there for somebody of another owner', async () => {
    expect((await figures(agency, foreign)).status).toBe(404);
  });

  test('of a campaign that has not run are empty', async () => {
    const idle = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine.ownerKey }));
    await harness.asMigrator((tx) =>
      sql`update campaign set start_date = '2025-09-01' where campaign_key = ${idle.campaignKey}`.execute(tx),
    );
    const { data } = await figures(agency, idle);
    expect(data).toMatchObject({ sheet: [], months: [], total: null });
  });
});
