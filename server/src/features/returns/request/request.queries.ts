import { type LeadStatus, RETURN_LAST_DAY, returnCriteriaSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Returnable } from '../returns.rules.ts';

export interface Candidate extends Returnable {
  ownerKey: number;
  leadKey: number;
  leadId: string;
  capturedDate: string;
  clientKey: number;
  clientName: string;
  campaignKey: number;
  campaignName: string;
  partnerKey: number | null;
  isUnpaid: boolean;
  clientPrice: string;
  mediaPrice: string;
  isMonthClosed: boolean;
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** The leads with these ids or keys; locked before a move. */
export const listCandidates = async (
  tx: Tx,
  ownerKey: number,
  named: readonly string[],
  { now, lock }: { now: Date; lock: boolean },
): Promise<(name: string) => Candidate | undefined> => {
  const ids = named.filter((name) => !isNumber(name)).map((name) => name.toUpperCase());
  const { rows } = await sql<Omit<Candidate, 'criteria' | 'status'> & { status: LeadStatus; criteria: unknown }>`
    select l.owner_key as "ownerKey", l.lead_key::int as "leadKey", l.public_id as "leadId", l.captured_date::text as "capturedDate",
           l.status, cl.client_key as "clientKey", cl.name as "clientName", l.campaign_key as "campaignKey", c.name as "campaignName",
           l.partner_key as "partnerKey", m.name as "partnerName", l.unpaid as "isUnpaid", l.delivered_at as "deliveredAt",
           l.client_price::text as "clientPrice", l.media_price::text as "mediaPrice", o.time_zone as "timeZone",
           x.month::text as month,
           (x.month + interval '1 month' + make_interval(days => ${RETURN_LAST_DAY}))::timestamp at time zone o.time_zone as "monthEndsAt",
           app.is_month_closed(l.owner_key, x.month, ${now}) as "isMonthClosed",
           (select max(r.decided_at) from lead_return r
            where r.owner_key = l.owner_key and r.lead_key = l.lead_key and r.decision = 'DENIED') as "declinedAt",
           (select y.body -> 'returns' from client_criteria y
            where y.owner_key = g.owner_key and y.client_key = g.client_key order by y.version desc limit 1) as criteria
    from lead l
    cross join lateral (select date_trunc('month', l.captured_date)::date as month) x
    join owner o on o.owner_key = l.owner_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join media_partner m on m.partner_key = l.partner_key
    where l.owner_key = ${ownerKey}
      and l.lead_key = any (array(
        select lead_key from lead where owner_key = ${ownerKey} and public_id = any (${ids}::text[])
        union all select unnest(${named.filter(isNumber).map(Number)}::bigint[])))
    order by l.lead_key ${lock ? sql`for update of l` : sql``}
  `.execute(tx);
  const candidates = new Map<string, Candidate>();
  for (const row of rows) {
    const candidate: Candidate = { ...row, criteria: returnCriteriaSchema.parse(row.criteria ?? {}) };
    candidates.set(row.leadId, candidate).set(String(row.leadKey), candidate);
  }
  return (name) => candidates.get(name.toUpperCase());
};

export const insertReturn = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey, partnerKey }: Candidate,
  request: { reason: string; note: string; attempts: number | null; userKey: number | null; at: Date },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into lead_return (owner_key, captured_date, lead_key, partner_key, reason, comment, attempts, requested_by, requested_at)
    values (${ownerKey}, ${capturedDate}, ${leadKey}, ${partnerKey}, ${request.reason}, ${request.note}, ${request.attempts}, ${request.userKey},
            ${request.at})
    returning return_key::int as key
  `.execute(tx);
  return rows[0]!.key;
};
