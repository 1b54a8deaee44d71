import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type CampaignChoice, isChosen } from '../../../metrics/periods/period.queries.ts';
import { type Day } from '../../../metrics/periods/periods.ts';

export interface LiveCampaign {
  campaignKey: number;
  campaignCode: string;
  campaignName: string;
  channel: string;
  goalKey: number;
  goal: string;
  brandKey: number;
  clientKey: number;
  partnerKey: number | null;
  customChannelKey: number | null;
  /** The line item's goal: per enrollment, and this month's per inquiry. 0 is no goal. */
  cpeGoal: number | null;
  cplGoal: number | null;
  liveDays: number;
}

/**
 * Today's live campaigns that have a cost goal. Days paused from midnight to midnight are not live days: by the pauses of that time,
 * whatever was changed later.
 */
export const listLiveWithGoals = async (
  tx: Tx,
  { ownerKey, only }: { ownerKey: number; only: CampaignChoice },
  { today, through }: { today: Day; through: Day },
): Promise<LiveCampaign[]> => {
  const [day, last] = [today.toString(), through.toString()];
  const { rows } = await sql<LiveCampaign>`
    select c.campaign_key as "campaignKey", c.code as "campaignCode", c.name as "campaignName", c.channel,
           g.goal_key as "goalKey", g.name as goal, cl.brand_key as "brandKey", cl.client_key as "clientKey",
           c.partner_key as "partnerKey", c.custom_channel_key as "customChannelKey",
           nullif(g.cpe_goal, 0)::float8 as "cpeGoal", nullif(m.cpl_goal, 0)::float8 as "cplGoal",
           (${last}::date - live.since + 1 - paused.days)::int as "liveDays"
    from campaign c
    join owner o on o.owner_key = c.owner_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join goal_month m
      on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = ${today.with({ day: 1 }).toString()}
    cross join lateral (select greatest(c.start_date, (c.activated_at at time zone o.time_zone)::date) as since) live
    cross join lateral (
      select count(distinct d) as days
      from campaign_pause p
      cross join lateral generate_series(
        greatest(p.starts_on, (p.set_at at time zone o.time_zone)::date + 1, live.since),
        least(coalesce(p.ends_on, ${last}::date), coalesce((p.cancelled_at at time zone o.time_zone)::date - 1, ${last}::date), ${last}::date),
        interval '1 day') d
      where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key
    ) paused
    where c.owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'c')}
      and c.activated_at is not null and c.deleted_at is null and live.since <= ${last}::date and coalesce(c.end_date >= ${day}, true)
      and (g.cpe_goal > 0 or m.cpl_goal > 0)
      and not exists (
        select from campaign_pause p
        where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key and p.cancelled_at is null
          and p.starts_on <= ${day} and coalesce(p.ends_on >= ${day}, true))
    order by c.campaign_key
  `.execute(tx);
  return rows;
};
