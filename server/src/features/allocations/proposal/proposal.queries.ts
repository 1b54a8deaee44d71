import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type DeliveredMonth } from './model/delivery-curve.rules.ts';

/** How far back months count for a campaign's usual delivery. */
const MONTHS_BACK = 12;

/** Allocated and delivered units of each pay-per-lead campaign in the complete months before, latest first. */
export const listDelivered = async (
  tx: Tx,
  ownerKey: number,
  before: string,
): Promise<ReadonlyMap<number, DeliveredMonth[]>> => {
  const { rows } = await sql<DeliveredMonth & { campaignKey: number }>`
    select m.campaign_key as "campaignKey", coalesce(m.user_defined_monthly_allocation, m.monthly_allocation) as allocation,
           coalesce(f.valid, 0)::int as delivered
    from campaign_month m
    join campaign c using (owner_key, campaign_key)
    left join campaign_month_fact f on f.owner_key = m.owner_key and f.campaign_key = m.campaign_key and f.month = m.month
    where m.owner_key = ${ownerKey} and c.channel = 'ppl' and c.deleted_at is null
      and m.month < ${before}::date and m.month >= ${before}::date - make_interval(months => ${MONTHS_BACK}::int)
      and coalesce(m.user_defined_monthly_allocation, m.monthly_allocation) > 0
    order by m.campaign_key, m.month desc
  `.execute(tx);
  return Map.groupBy(rows, ({ campaignKey }) => campaignKey);
};
