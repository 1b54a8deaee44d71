import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';
import { dayAt, dayOf, isoOf, type Month } from '../calendar.ts';
import { type Campaign, type Pause, type Plan, type Price } from '../build/model.ts';
import { type RestoredWorld } from './restore-world.ts';

interface StoredCampaign {
  key: number;
  code: string;
  isOff: boolean;
  start: string;
  end: string | null;
  pauses: { from: string; to: string | null }[];
  prices: { at: string; client: number; media: number }[];
}

const listCampaigns = async (tx: Tx): Promise<Map<number, StoredCampaign>> => {
  const { rows } = await sql<StoredCampaign>`
    select c.campaign_key as key, c.code, c.deleted_at is not null or c.activated_at is null as "isOff",
           c.start_date::text as start, c.end_date::text as end,
           coalesce((select jsonb_agg(jsonb_build_object('from', p.starts_on, 'to', p.ends_on)) from campaign_pause p
            where (p.owner_key, p.campaign_key) = (c.owner_key, c.campaign_key) and p.cancelled_at is null), '[]') as pauses,
           coalesce((select jsonb_agg(jsonb_build_object('at', p.valid_from, 'client', p.client_desktop, 'media', p.media_desktop)
                                      order by p.valid_from) from campaign_price p
            where (p.owner_key, p.campaign_key) = (c.owner_key, c.campaign_key)), '[]') as prices
    from campaign c
  `.execute(tx);
  return new Map(rows.map((row) => [row.key, row]));
};

/** Each platform campaign's account. */
const listPlatformCampaigns = async (tx: Tx): Promise<Map<number, number>> => {
  const { rows } = await sql<{ key: number; account: number }>`
    select platform_campaign_key as key, account_key as account from platform_campaign
  `.execute(tx);
  return new Map(rows.map(({ key, account }) => [key, account]));
};

interface StoredMonth {
  campaignKey: number;
  month: string;
  allocation: number;
  changedTo: number | null;
}

const keyOf = (key: number, month: string): string => `${key} ${month}`;

const listMonths = async (tx: Tx, since: string): Promise<Map<string, StoredMonth>> => {
  const { rows } = await sql<StoredMonth>`
    select campaign_key as "campaignKey", month::text, coalesce(monthly_allocation, 0) as allocation,
           user_defined_monthly_allocation as "changedTo"
    from campaign_month where month >= ${since}::date
  `.execute(tx);
  return new Map(rows.map((row) => [keyOf(row.campaignKey, row.month), row]));
};

const listGoalMonths = async (tx: Tx, since: string): Promise<Set<string>> => {
  const { rows } = await sql<{ key: number; month: string }>`
    select goal_key as key, month::text from goal_month where month >= ${since}::date
  `.execute(tx);
  return new Set(rows.map(({ key, month }) => keyOf(key, month)));
};

/** What people have changed since is what holds: dates, pauses, prices. */
const follow = (campaign: Campaign, stored: StoredCampaign): void => {
  const { zone } = campaign.owner;
  campaign.start = dayOf(stored.start);
  campaign.end = stored.end === null ? null : dayOf(stored.end);
  campaign.pauses = stored.pauses.map(({ from, to }): Pause => ({
    from: dayOf(from),
    to: to === null ? null : dayOf(to),
    reason: '',
  }));
  if (campaign.channel === 'ppl' && stored.prices.length > 0)
    campaign.prices = stored.prices.map(({ at, client, media }): Price => ({
      from: dayAt(zone, Date.parse(at)),
      client,
      media,
    }));
};

/** What partners deliver of an allocation that nobody had planned. */
const USUAL = 0.93;

/** The allocation that is stored, delivered as well as the one that was made up would have been. */
const planFor = (month: Month, plan: Plan | undefined, { allocation, changedTo }: StoredMonth): Plan | null => {
  const target = changedTo ?? allocation;
  if (target === 0) return null;
  const share = plan === undefined ? USUAL : plan.expected / Math.max(1, plan.changedTo ?? plan.allocation);
  return { month, allocation, changedTo, expected: target * share, spend: plan?.spend ?? 0 };
};

interface StoredPlans {
  hasMonth: (campaignKey: number, month: Month) => boolean;
  hasGoalMonth: (goalKey: number, month: Month) => boolean;
}

/**
 * Lets the world follow what is stored. Null where the stored rows are not this world's: another version made them, and what
 * belongs to what cannot be told.
 */
export const followStored = async (
  tx: Tx,
  { world, platforms }: RestoredWorld,
  since: string,
): Promise<StoredPlans | null> => {
  const [stored, linked] = [await listCampaigns(tx), await listPlatformCampaigns(tx)];
  if (world.campaigns.some(({ key, code }) => stored.get(key)?.code !== code)) return null;
  if (platforms.some(({ key, account }) => linked.get(key) !== account.key)) return null;
  const [months, goalMonths] = [await listMonths(tx, since), await listGoalMonths(tx, since)];
  for (const campaign of world.campaigns) {
    const storedPlan = stored.get(campaign.key)!;
    follow(campaign, storedPlan);
    for (const month of campaign.owner.months.filter(({ first }) => first >= dayOf(since))) {
      const row = months.get(keyOf(campaign.key, isoOf(month.first)));
      const plan = row === undefined ? null : planFor(month, campaign.plans.get(month.index), row);
      if (storedPlan.isOff || (row !== undefined && plan === null)) campaign.plans.delete(month.index);
      else if (plan !== null) campaign.plans.set(month.index, plan);
    }
  }
  return {
    hasMonth: (campaignKey, { first }) => months.has(keyOf(campaignKey, isoOf(first))),
    hasGoalMonth: (goalKey, { first }) => goalMonths.has(keyOf(goalKey, isoOf(first))),
  };
};
