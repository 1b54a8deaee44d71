import { lastOfMonth } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { monthWords } from './month-words.rules.ts';

/** Platforms correct their figures for this many months; older days are final. */
const CORRECTED_MONTHS = 3;

/**
 * Handles a platform's new costs for a closed month: a line on its last day keeps the month as billed, and the difference is booked on the
 * day it was found. Returns the number of campaign months.
 */
export const keepPlatformCosts = async (tx: Tx, ownerKey: number, month: string, at: Date): Promise<number> => {
  await sql`select app.hold_month(${ownerKey}, ${month}::date, false)`.execute(tx);
  const words = monthWords(month);
  const { numAffectedRows } = await sql`
    with billed as (
      select l.campaign_key, sum(a.platform_amount) filter (where a.side = 'client') as client,
             sum(a.platform_amount) filter (where a.side = 'media') as media
      from billing_month b
      join billing_line l on l.owner_key = b.owner_key and l.month = b.month and l.closing = b.closing
      join billing_line_amount a on a.owner_key = l.owner_key and a.line_key = l.line_key
      where b.owner_key = ${ownerKey} and b.month = ${month}::date and b.status = 'CLOSED'
      group by 1
    ), counted as (
      -- The platform part of app.billing_recount, without reading the month's many leads.
      select x.campaign_key, sum(x.client) as client, sum(x.media) as media
      from (
        select f.campaign_key, f.platform_client_cost as client, f.platform_cost as media
        from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
        cross join lateral app.platform_facts(p, c.campaign_key) f
        where p.owner_key = ${ownerKey} and p.day between ${month}::date and ${lastOfMonth(month)}::date
        union all
        select b.campaign_key, b.client_amount, b.media_amount from billing_adjustment b
        where b.owner_key = ${ownerKey} and b.day between ${month}::date and ${lastOfMonth(month)}::date
          and b.cause = 'PLATFORM' and b.for_month = ${month}::date
      ) x group by 1
    ), changed as (
      select campaign_key, coalesce(b.client, 0) - coalesce(n.client, 0) as client, coalesce(b.media, 0) - coalesce(n.media, 0) as media
      from billed b full join counted n using (campaign_key)
      where exists (select from billed) and (coalesce(b.client, 0), coalesce(b.media, 0)) is distinct from (coalesce(n.client, 0), coalesce(n.media, 0))
    )
    insert into billing_adjustment (owner_key, day, campaign_key, for_month, client_amount, media_amount, cause, reason, made_at)
    select o.owner_key, p.day, c.campaign_key, ${month}::date, p.sign * c.client, p.sign * c.media, 'PLATFORM', p.reason, ${at}
    from changed c cross join owner o
    cross join lateral (values (1, ${lastOfMonth(month)}::date, ${`Keeps ${words} as it was billed`}),
                               (-1, (${at}::timestamptz at time zone o.time_zone)::date, ${`Platform cost corrected after ${words} was closed`}))
      p (sign, day, reason)
    where o.owner_key = ${ownerKey} order by c.campaign_key, p.sign desc
  `.execute(tx);
  return Number(numAffectedRows ?? 0) / 2;
};

/** Closed months of an owner that platforms may still correct, oldest first. */
export const listCorrectableMonths = async (tx: Tx, ownerKey: number, at: Date): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select b.month::text as month from billing_month b join owner o using (owner_key)
    where b.owner_key = ${ownerKey} and b.status = 'CLOSED' and b.closing > 0
      and b.month >= date_trunc('month', ${at}::timestamptz at time zone o.time_zone) - make_interval(months => ${CORRECTED_MONTHS})
    order by 1
  `.execute(tx);
  return rows.map(({ month }) => month);
};
