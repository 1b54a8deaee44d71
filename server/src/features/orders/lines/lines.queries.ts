import { type Geo } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** The partner and client, where not all of them are meant. */
export interface Pair {
  partnerKey: number;
  clientKey: number;
}

export interface OrderCampaign extends Pair {
  campaignKey: number;
  partnerName: string;
  clientName: string;
  campaignName: string;
  campaignCode: string;
  clientCampaignCode: string;
  recurring: boolean;
  startDate: string;
  endDate: string | null;
  campus: string | null;
  programs: string;
  geo: Geo | null;
  radiusCampus: string | null;
  /** The media prices in force then, before the month's own. */
  desktop: number | null;
  tablet: number | null;
  mobile: number | null;
}

interface Month {
  from: string;
  to: string;
}

/**
 * The campaigns for a month's orders: pay per lead, activated, and within their dates. Only media prices are read, so the client's price cannot get
 * into an order.
 */
export const listOrderCampaigns = async (
  tx: Tx,
  ownerKey: number,
  { from, to }: Month,
  pricesAt: Date,
  pairs: readonly Pair[] | null,
): Promise<OrderCampaign[]> => {
  const isWanted =
    pairs === null
      ? sql`true`
      : sql`(c.partner_key, g.client_key) in (
          select * from unnest(${pairs.map(({ partnerKey }) => partnerKey)}::int[], ${pairs.map(({ clientKey }) => clientKey)}::int[]))`;
  const { rows } = await sql<OrderCampaign>`
    select c.campaign_key as "campaignKey", c.partner_key as "partnerKey", g.client_key as "clientKey", p.name as "partnerName",
           cl.name as "clientName", c.name as "campaignName", c.code as "campaignCode", c.client_code as "clientCampaignCode",
           c.recurring, c.start_date::text as "startDate", c.end_date::text as "endDate",
           (select case when count(*) > 3 then count(*) || ' campuses' else string_agg(u.name, ', ' order by u.name) end
            from goal_campus k join campus u on u.owner_key = k.owner_key and u.campus_key = k.campus_key
            where k.owner_key = c.owner_key and k.goal_key = c.goal_key) as campus,
           (select case count(*) when 0 then 'All programs of the line item' when 1 then min(r.name) else count(*) || ' programs' end
            from campaign_program k join program r on r.owner_key = k.owner_key and r.program_key = k.program_key
            where k.owner_key = c.owner_key and k.campaign_key = c.campaign_key) as programs,
           t.geo, (select u.name from campus u where u.owner_key = c.owner_key
                     and u.campus_key = (t.geo -> 'radius' ->> 'campusKey')::int) as "radiusCampus",
           v.media_desktop::float8 as desktop, v.media_tablet::float8 as tablet, v.media_mobile::float8 as mobile
    from campaign c
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    join media_partner p on p.partner_key = c.partner_key
    left join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    left join lateral (
      select x.media_desktop, x.media_tablet, x.media_mobile from campaign_price x
      where x.owner_key = c.owner_key and x.campaign_key = c.campaign_key and x.valid_from <= ${pricesAt}
      order by x.valid_from desc limit 1
    ) v on true
    where c.owner_key = ${ownerKey} and c.channel = 'ppl' and c.deleted_at is null and c.activated_at is not null
      and c.start_date <= ${to} and coalesce(c.end_date >= ${from}, true) and ${isWanted}
    order by p.name, cl.name, c.name, c.campaign_key
  `.execute(tx);
  return rows;
};
