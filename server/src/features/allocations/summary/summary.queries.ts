import { type RawBuilder, sql } from 'kysely';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type CampaignChoice, isChosen } from '../../../metrics/periods/period.queries.ts';

/** The part of an owner that is requested: a brand, a client, or all of it. */
export type Part = { brandKey: number } | { clientKey: number } | null;

const isPart = (part: Part): RawBuilder<unknown> => {
  if (part === null) return sql`true`;
  return 'brandKey' in part ? sql`cl.brand_key = ${part.brandKey}` : sql`cl.client_key = ${part.clientKey}`;
};

/** Whether a campaign belongs to that part. Without one nothing is joined, and a page is a range of the primary key. */
const ofPart = (part: Part): RawBuilder<unknown> =>
  part === null
    ? sql`true`
    : sql`exists (select from goal g join client cl using (owner_key, client_key)
                  where g.owner_key = c.owner_key and g.goal_key = c.goal_key and ${isPart(part)})`;

/** The owner of a brand or a client, if the viewer may see it. */
export const findOwnerOf = async (tx: Tx, part: Exclude<Part, null>): Promise<number | undefined> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select cl.owner_key as "ownerKey" from client cl where ${isPart(part)} limit 1
  `.execute(tx);
  return rows[0]?.ownerKey;
};

/** The owners in which the viewer has campaigns: a partner works for many, and sees no others. */
export const listOwnersWithCampaigns = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select distinct owner_key as "ownerKey" from campaign where deleted_at is null and ${ofPartner('partner_key')} order by 1
  `.execute(tx);
  return rows.map(({ ownerKey }) => ownerKey);
};

export interface CampaignRecord {
  campaignKey: number;
  name: string;
  code: string;
  recurring: boolean;
  /** The partner's open request. */
  requested: number | null;
}

interface CampaignPage {
  ownerKey: number;
  part: Part;
  /** The month on display: its first and last day. */
  month: { from: string; to: string };
  after: number;
  limit: number;
  /** Narrows it to one campaign. */
  campaignKey?: number | undefined;
}

/** A page of the month's campaigns, by key: each page starts after the last key of the one before, however long the list. */
export const listCampaigns = async (tx: Tx, page: CampaignPage): Promise<CampaignRecord[]> => {
  const { ownerKey, part, month, after, limit, campaignKey } = page;
  const { rows } = await sql<CampaignRecord>`
    select c.campaign_key as "campaignKey", c.name, c.code, c.recurring, r.requested
    from campaign c
    left join allocation_request r on r.owner_key = c.owner_key and r.campaign_key = c.campaign_key and r.month = ${month.from} and r.state = 'OPEN'
    where c.owner_key = ${ownerKey} and c.campaign_key > ${after} and c.deleted_at is null and ${ofPart(part)}
      and ${ofPartner('c.partner_key')}
      and ${campaignKey === undefined ? sql`true` : sql`c.campaign_key = ${campaignKey}`}
      and (c.start_date <= ${month.to} and coalesce(c.end_date >= ${month.from}, true)
        or exists (select from campaign_month_fact f where f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = ${month.from}))
    order by c.campaign_key limit ${limit}
  `.execute(tx);
  return rows;
};

/** Valid leads of the week so far, within the month, and of today: the counters of weekly and daily caps. */
interface LiveCounts {
  campaignKey: number;
  week: number;
  day: number;
}
const NOTHING = { week: 0, day: 0 };

export const countLive = async (
  tx: Tx,
  ownerKey: number,
  only: CampaignChoice,
  { today, weekFrom }: { today: string; weekFrom: string },
): Promise<(campaignKey: number) => Omit<LiveCounts, 'campaignKey'>> => {
  const { rows } = await sql<LiveCounts>`
    select d.campaign_key as "campaignKey", sum(d.valid)::int as week, coalesce(sum(d.valid) filter (where d.day = ${today}), 0)::int as day
    from campaign_day d
    where d.owner_key = ${ownerKey} and d.day >= ${weekFrom} and ${isChosen(only, ownerKey, 'd')}
    group by 1
  `.execute(tx);
  const counts = new Map(rows.map((row) => [row.campaignKey, row]));
  return (campaignKey) => counts.get(campaignKey) ?? NOTHING;
};

export interface GoalRecord {
  goalKey: number;
  goalName: string;
  brandKey: number;
  brandName: string;
  clientKey: number;
  clientName: string;
  campusName: string;
  channel: string | null;
  hardCap: boolean;
  rowVersion: number | null;
}

/** The month's line items: those that run in it, and closed ones with a budget or numbers in it. */
export const listGoals = async (
  tx: Tx,
  ownerKey: number,
  part: Part,
  month: { from: string; to: string },
): Promise<GoalRecord[]> => {
  const { rows } = await sql<GoalRecord>`
    select g.goal_key as "goalKey", g.name as "goalName", b.brand_key as "brandKey", b.name as "brandName", cl.client_key as "clientKey",
           cl.name as "clientName", coalesce(ca.names, '') as "campusName", ch.name as channel, g.hard_cap as "hardCap",
           m.row_version as "rowVersion"
    from goal g
    join client cl using (owner_key, client_key)
    join brand b using (owner_key, brand_key)
    left join channel ch on ch.channel = g.channel
    left join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = ${month.from}
    left join lateral (
      select string_agg(k.name, ', ' order by k.name) as names from goal_campus gc join campus k using (owner_key, campus_key)
      where gc.owner_key = g.owner_key and gc.goal_key = g.goal_key
    ) ca on true
    where g.owner_key = ${ownerKey} and ${isPart(part)} and (
      g.active and g.start_month <= ${month.to} and coalesce(g.end_month >= ${month.from}, true)
      or coalesce(m.revised_spend_goal, m.spend_goal, m.revised_inquiry_goal, m.inquiry_goal) is not null
      or exists (select from campaign c join campaign_month_fact f using (owner_key, campaign_key)
                 where c.owner_key = g.owner_key and c.goal_key = g.goal_key and f.month = ${month.from}))
    order by b.name, cl.name, g.name
  `.execute(tx);
  return rows;
};

/** Cost and results of each line item on each day of the month that has any. */
export const listGoalDays = async (
  tx: Tx,
  ownerKey: number,
  days: { from: string; to: string },
  spend: string,
): Promise<{ goalKey: number; day: string; spend: number; inquiries: number }[]> => {
  const { rows } = await sql<{ goalKey: number; day: string; spend: number; inquiries: number }>`
    select c.goal_key as "goalKey", f.day::text as day, sum(${sql.raw(spend)})::float8 as spend, sum(f.valid)::int as inquiries
    from campaign_day f join campaign c using (owner_key, campaign_key)
    where f.owner_key = ${ownerKey} and f.day between ${days.from} and ${days.to}
    group by 1, 2
  `.execute(tx);
  return rows;
};
