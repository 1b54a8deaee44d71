import { billedStatusOf, type BillingSide, LEAD_STATUS_CODES } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';

/** The billing class of each status, from the contract. */
const CLASSES = JSON.stringify(Object.fromEntries(LEAD_STATUS_CODES.map((code) => [code, billedStatusOf(code)])));

/** Each side has one price, one id of its own and one way to a lead: a statement about a side never reads the other's. */
export const SIDES = {
  media: {
    price: sql.ref('l.media_price'),
    adjusted: sql.ref('b.media_amount'),
    reference: sql.ref('l.transaction_id'),
    party: sql.ref('l.partner_key'),
  },
  client: {
    price: sql.ref('l.client_price'),
    adjusted: sql.ref('b.client_amount'),
    reference: sql.ref('l.crm_reference'),
    party: sql.ref('g.client_key'),
  },
} as const satisfies Record<BillingSide, Record<string, RawBuilder<unknown>>>;

/**
 * Leads with their amount in a month: the price where billable, and the lines written for it since. So a credited lead, or one accepted as
 * an adjustment, has the amount that both sides have settled on.
 */
export const ourLeads = (
  { ownerKey, side, month }: { ownerKey: number; side: BillingSide; month: string },
  where: RawBuilder<unknown>,
) => {
  const { price, adjusted, reference, party } = SIDES[side];
  return sql`
    select l.lead_key, l.captured_date, l.campaign_key, l.public_id, ${reference} as reference, ${party} as party_key, c.code as campaign_code,
           l.status, k.class, l.unpaid, ${price} as price, not l.unpaid and k.class = 'BILLABLE' as is_billable,
           case when not l.unpaid and k.class = 'BILLABLE' then ${price} else 0 end + coalesce(a.amount, 0) as amount
    from lead l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    left join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join jsonb_each_text(${CLASSES}::jsonb) k (code, class) on k.code = l.status
    left join (
      select b.lead_key, sum(${adjusted}) as amount from billing_adjustment b
      where b.owner_key = ${ownerKey} and b.for_month = ${month}::date and b.lead_key is not null group by 1
    ) a on a.lead_key = l.lead_key
    where l.owner_key = ${ownerKey} and ${where}`;
};
