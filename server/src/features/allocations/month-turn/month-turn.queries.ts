import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface OwnerByClock {
  ownerKey: number;
  timeZone: string;
}

export const listOwners = async (tx: Tx): Promise<OwnerByClock[]> => {
  const { rows } = await sql<OwnerByClock>`
    select owner_key as "ownerKey", time_zone as "timeZone" from app.owners_by_clock()
  `.execute(tx);
  return rows;
};

/** The last month that was turned, or null for an owner without one. */
export const findLastTurn = async (tx: Tx, ownerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ month: string | null }>`
    select max(month)::text as month from month_turn where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.month ?? null;
};

/** Records the turn of the month, once: a second process waits for the first one's transaction and then has nothing to do. */
export const insertTurn = async (tx: Tx, ownerKey: number, month: string, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into month_turn (owner_key, month, turned_at, campaigns)
    select ${ownerKey}, ${month}, ${at}, count(*) from campaign
    where owner_key = ${ownerKey} and channel = 'ppl' and deleted_at is null
    on conflict do nothing returning month
  `.execute(tx);
  return rows.length === 1;
};

/**
 * Where no allocation was saved for the month: a campaign that rolls over keeps last month's, one that does not starts closed. Unused units
 * are not carried over. A capacity the partner has stated already stays.
 */
export const insertRolledOver = async (tx: Tx, ownerKey: number, month: string, at: Date): Promise<void> => {
  await sql`
    insert into campaign_month as m (owner_key, campaign_key, month, monthly_capacity, monthly_allocation, monthly_soft_allocation,
      weekly_allocation, weekly_soft_allocation, daily_allocation, client_monthly_allocation, updated_at)
    select c.owner_key, c.campaign_key, ${month}::date,
           case when c.recurring then l.monthly_capacity + l.incremental_capacity end,
           case when c.recurring and l.month is not null then coalesce(l.user_defined_monthly_allocation, l.monthly_allocation) else 0 end,
           case when c.recurring then coalesce(l.user_defined_monthly_soft_allocation, l.monthly_soft_allocation) end,
           case when c.recurring then l.weekly_allocation end,
           case when c.recurring then coalesce(l.user_defined_weekly_soft_allocation, l.weekly_soft_allocation) end,
           case when c.recurring then coalesce(l.user_defined_daily_allocation, l.daily_allocation) end,
           case when c.recurring then l.client_monthly_allocation end,
           ${at}
    from campaign c
    left join campaign_month l on l.owner_key = c.owner_key and l.campaign_key = c.campaign_key
      and l.month = (${month}::date - interval '1 month')::date
    where c.owner_key = ${ownerKey} and c.channel = 'ppl' and c.deleted_at is null
    order by c.campaign_key
    on conflict (owner_key, campaign_key, month) do update set
      monthly_capacity = coalesce(m.monthly_capacity, excluded.monthly_capacity),
      monthly_allocation = excluded.monthly_allocation,
      monthly_soft_allocation = coalesce(m.monthly_soft_allocation, excluded.monthly_soft_allocation),
      weekly_allocation = coalesce(m.weekly_allocation, excluded.weekly_allocation),
      weekly_soft_allocation = coalesce(m.weekly_soft_allocation, excluded.weekly_soft_allocation),
      daily_allocation = coalesce(m.daily_allocation, excluded.daily_allocation),
      client_monthly_allocation = coalesce(m.client_monthly_allocation, excluded.client_monthly_allocation),
      row_version = m.row_version + 1, updated_by = null, updated_at = excluded.updated_at
    where m.monthly_allocation is null
  `.execute(tx);
};

/**
 * The prices set for the month, in force from its first instant in the owner's zone. A device with a price of its own keeps its ratio to
 * the desktop price.
 */
export const insertPricesInForce = async (tx: Tx, ownerKey: number, month: string): Promise<void> => {
  await sql`
    insert into campaign_price (owner_key, campaign_key, valid_from, client_desktop, client_tablet, client_mobile,
                                media_desktop, media_tablet, media_mobile)
    select m.owner_key, m.campaign_key, m.month::timestamp at time zone o.time_zone, n.client,
           least(round(p.client_tablet * n.client / nullif(p.client_desktop, 0), 2), 9999.99),
           least(round(p.client_mobile * n.client / nullif(p.client_desktop, 0), 2), 9999.99),
           n.media,
           least(round(p.media_tablet * n.media / nullif(p.media_desktop, 0), 2), 9999.99),
           least(round(p.media_mobile * n.media / nullif(p.media_desktop, 0), 2), 9999.99)
    from campaign_month m
    join owner o using (owner_key)
    cross join lateral (
      select * from campaign_price p
      where p.owner_key = m.owner_key and p.campaign_key = m.campaign_key
        and p.valid_from < m.month::timestamp at time zone o.time_zone
      order by p.valid_from desc limit 1
    ) p
    cross join lateral (
      select coalesce(m.client_bid_price, p.client_desktop) as client, coalesce(m.aggregator_bid_price, p.media_desktop) as media
    ) n
    where m.owner_key = ${ownerKey} and m.month = ${month}
      and (n.client <> p.client_desktop or n.media <> p.media_desktop)
    on conflict do nothing
  `.execute(tx);
};

/** Freezes the plan at the start of the month, with one audit line per campaign. */
export const freezeMonth = async (tx: Tx, ownerKey: number, month: string, at: Date): Promise<void> => {
  await sql`
    with frozen as (
      update campaign_month set frozen_at = ${at} where owner_key = ${ownerKey} and month = ${month} and frozen_at is null returning *
    )
    insert into audit_log (at, owner_key, user_type, route, action, entity, entity_key, outcome, after, way)
    select ${at}, owner_key, 'system', 'monthTurn', 'monthBegan', 'campaign', campaign_key::text, 'done',
           jsonb_build_object('month', month, 'monthlyAllocation', monthly_allocation, 'monthlyCapacity', monthly_capacity), 'job'
    from frozen order by campaign_key
  `.execute(tx);
};
