import { type BillableAdjustment, type BillingSide } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type LineQuestion } from './lines.queries.ts';

const AMOUNTS = { client: 'b.client_amount', media: 'b.media_amount' } as const satisfies Record<BillingSide, string>;

/** The lines of these days that adjust earlier months on the viewer's side, newest first, with their number. */
export const listAdjustments = async (
  tx: Tx,
  { ownerKey, from, to, clientKeys, partnerKeys, campaignKeys, sides }: LineQuestion,
  most: number,
): Promise<{ adjustments: BillableAdjustment[]; count: number }> => {
  const [own, other] = sides;
  const { rows } = await sql<BillableAdjustment & { count: number }>`
    select b.adjustment_key::int as "adjustmentKey", b.day::text as day, b.for_month::text as "forMonth", b.campaign_key as "campaignKey",
           c.name as "campaignName", p.name as "partnerName", b.cause, b.reason, ${sql.raw(AMOUNTS[own])}::float8 as amount,
           ${other === undefined ? sql`` : sql`${sql.raw(AMOUNTS[other])}::float8 as "mediaAmount",`}
           (select l.public_id from lead l where l.owner_key = b.owner_key and l.lead_key = b.lead_key and l.captured_date >= b.for_month
              and l.captured_date < b.for_month + interval '1 month') as "leadId",
           (count(*) over ())::int as count
    from billing_adjustment b
    join campaign c on c.owner_key = b.owner_key and c.campaign_key = b.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join media_partner p on p.partner_key = c.partner_key
    where b.owner_key = ${ownerKey} and b.day between ${from}::date and ${to}::date and b.for_month < date_trunc('month', b.day)
      and (${sql.join(
        sides.map((side) => sql`${sql.raw(AMOUNTS[side])} <> 0`),
        sql` or `,
      )})
      and (${clientKeys?.length ?? 0} = 0 or g.client_key = any (${[...(clientKeys ?? [])]}::int[]))
      and (${partnerKeys?.length ?? 0} = 0 or c.partner_key = any (${[...(partnerKeys ?? [])]}::int[]))
      and (${campaignKeys?.length ?? 0} = 0 or c.campaign_key = any (${[...(campaignKeys ?? [])]}::int[]))
    order by b.day desc, b.adjustment_key desc limit ${most}
  `.execute(tx);
  return {
    adjustments: rows.map(({ count: _, ...adjustment }) => adjustment),
    count: rows[0]?.count ?? 0,
  };
};
