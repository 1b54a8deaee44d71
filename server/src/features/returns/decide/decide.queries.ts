import { type LeadStatus, returnCriteriaSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type ReturnCriteria } from '../returns.rules.ts';
import { type OpenReturn } from './accept.ts';

export interface StoredReturn extends OpenReturn {
  leadId: string;
  status: LeadStatus;
  clientKey: number;
  partnerKey: number | null;
  requestedAt: Date;
  requestedBy: number | null;
  requesterType: string | null;
  decision: 'APPROVED' | 'DENIED' | 'WITHDRAWN' | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  criteria: ReturnCriteria;
}

/** Requests of an owner by their keys, in the order of their leads; locked with their leads for a decision. */
export const listReturns = async (
  tx: Tx,
  ownerKey: number,
  returnKeys: readonly number[],
  { now, lock }: { now: Date; lock: boolean },
): Promise<StoredReturn[]> => {
  const { rows } = await sql<Omit<StoredReturn, 'criteria'> & { criteria: unknown }>`
    select r.return_key::int as "returnKey", r.owner_key as "ownerKey", r.lead_key::int as "leadKey", l.public_id as "leadId",
           r.captured_date::text as "capturedDate", l.campaign_key as "campaignKey", l.status, g.client_key as "clientKey",
           r.partner_key as "partnerKey", r.reason, r.requested_at as "requestedAt", r.decision, r.decided_at as "decidedAt",
           r.requested_by as "requestedBy", (select a.user_type from user_account a where a.user_key = r.requested_by) as "requesterType",
           nullif(concat_ws(' ', u.first_name, u.last_name), '') as "decidedBy", l.unpaid as "isUnpaid",
           l.client_price::text as "clientPrice", l.media_price::text as "mediaPrice", o.time_zone as "timeZone", x.month::text as month,
           app.is_month_closed(r.owner_key, x.month, ${now}) as "isMonthClosed",
           (select y.body -> 'returns' from client_criteria y
            where y.owner_key = g.owner_key and y.client_key = g.client_key order by y.version desc limit 1) as criteria
    from lead_return r
    join lead l on l.owner_key = r.owner_key and l.captured_date = r.captured_date and l.lead_key = r.lead_key
    cross join lateral (select date_trunc('month', r.captured_date)::date as month) x
    join owner o on o.owner_key = r.owner_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join user_account u on u.user_key = r.decided_by
    where r.owner_key = ${ownerKey} and r.return_key = any (${[...returnKeys]}::bigint[]) and ${ofPartner('r.partner_key')}
    order by r.lead_key, r.return_key ${lock ? sql`for update of r, l` : sql``}
  `.execute(tx);
  return rows.map((row) => ({ ...row, criteria: returnCriteriaSchema.parse(row.criteria ?? {}) }));
};

export const insertComment = async (
  tx: Tx,
  {
    ownerKey,
    capturedDate,
    leadKey,
    partnerKey,
  }: Pick<StoredReturn, 'ownerKey' | 'capturedDate' | 'leadKey' | 'partnerKey'>,
  { at, isPartner, comment, userKey }: { at: Date; isPartner: boolean; comment: string; userKey: number | null },
): Promise<void> => {
  await sql`
    insert into lead_return_comment (owner_key, captured_date, lead_key, partner_key, at, is_partner, comment, written_by)
    values (${ownerKey}, ${capturedDate}, ${leadKey}, ${partnerKey}, ${at}, ${isPartner}, ${comment}, ${userKey})
  `.execute(tx);
};
