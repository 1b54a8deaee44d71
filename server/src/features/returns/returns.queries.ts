import { type ReturnComment, type ReturnRow } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The display names of a request's records, and the value of its lead. */
interface Parts {
  leadId: string;
  clientKey: number;
  clientName: string;
  campaignName: string;
  partnerName: string | null;
  ownerName: string;
  timeZone: string;
  clientPrice: number | null;
  mediaPrice: number | null;
  requestedBy: string | null;
  requesterType: string | null;
  decidedBy: string | null;
  criteria: unknown;
  creditedOn: string | null;
}
/** A request as read by the list's own statement. */
export interface StoredReturn extends Pick<
  ReturnRow,
  'returnKey' | 'ownerKey' | 'leadCaptureKey' | 'state' | 'reason' | 'note' | 'attempts' | 'month' | 'decisionNote'
> {
  capturedDate: string;
  requested: Date;
  decided: Date | null;
  partnerKey: number | null;
  requesterKey: number | null;
  deciderKey: number | null;
}

const nameOf = (user: string) =>
  sql`nullif(concat_ws(' ', ${sql.ref(`${user}.first_name`)}, ${sql.ref(`${user}.last_name`)}), '')`;
const owed = (price: string) => sql`case when not l.unpaid then ${sql.ref(price)}::float8 end`;

/** The related fields of a page's requests, in its order. */
export const listParts = async (tx: Tx, rows: readonly StoredReturn[]): Promise<Parts[]> => {
  const all = (name: 'ownerKey' | 'leadCaptureKey' | 'partnerKey' | 'requesterKey' | 'deciderKey') =>
    sql`${rows.map((row) => row[name])}::int[]`;
  const { rows: parts } = await sql<Parts>`
    select l.public_id as "leadId", cl.client_key as "clientKey", cl.name as "clientName", c.name as "campaignName",
           m.name as "partnerName", o.name as "ownerName", o.time_zone as "timeZone", ${owed('l.client_price')} as "clientPrice",
           ${owed('l.media_price')} as "mediaPrice", ${nameOf('ua')} as "requestedBy", ua.user_type as "requesterType", ${nameOf('ud')} as "decidedBy",
           (select y.body -> 'returns' from client_criteria y
            where y.owner_key = g.owner_key and y.client_key = g.client_key order by y.version desc limit 1) as criteria,
           (select max(b.day)::text from billing_adjustment b
            where b.owner_key = l.owner_key and b.lead_key = l.lead_key
              and least(b.client_amount, b.media_amount) < 0) as "creditedOn"
    from unnest(${all('ownerKey')}, ${rows.map((row) => row.capturedDate)}::date[], ${all('leadCaptureKey')}, ${all('partnerKey')},
                ${all('requesterKey')}, ${all('deciderKey')})
         with ordinality n (owner_key, captured_date, lead_key, partner_key, requester, decider, place)
    join lead l on l.owner_key = n.owner_key and l.captured_date = n.captured_date and l.lead_key = n.lead_key
    join owner o on o.owner_key = l.owner_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join media_partner m on m.partner_key = n.partner_key
    left join user_account ua on ua.user_key = n.requester
    left join user_account ud on ud.user_key = n.decider
    order by n.place
  `.execute(tx);
  return parts;
};

/** Names of the other side's users are hidden: `isPartner` is the side. */
export const listComments = async (tx: Tx, rows: readonly StoredReturn[], isPartner: boolean) => {
  const { rows: commentRows } = await sql<{
    leadKey: number;
    at: Date;
    isPartner: boolean;
    by: string | null;
    comment: string;
  }>`
    select c.lead_key::int as "leadKey", c.at, c.is_partner as "isPartner", c.comment,
           case when c.is_partner = ${isPartner} then ${nameOf('u')} end as by
    from lead_return_comment c left join user_account u on u.user_key = c.written_by
    where c.owner_key = any (${[...new Set(rows.map(({ ownerKey }) => ownerKey))]}::int[])
      and c.lead_key = any (${rows.map(({ leadCaptureKey }) => leadCaptureKey)}::bigint[])
    order by c.at, c.comment_key
  `.execute(tx);
  return (row: StoredReturn): ReturnComment[] =>
    commentRows
      .filter(({ leadKey, at }) => leadKey === row.leadCaptureKey && at >= row.requested)
      .map(({ leadKey: _, at, ...comment }) => ({ at: at.toISOString(), ...comment }));
};

/** Those of the months that are closed now. */
export const listClosed = async (
  tx: Tx,
  rows: readonly StoredReturn[],
  now: Date,
): Promise<(row: StoredReturn) => boolean> => {
  const { rows: closed } = await sql<{ ownerKey: number; month: string }>`
    select distinct n.owner_key as "ownerKey", n.month::text as month
    from unnest(${rows.map(({ ownerKey }) => ownerKey)}::int[], ${rows.map(({ month }) => month)}::date[]) n (owner_key, month)
    where app.is_month_closed(n.owner_key, n.month, ${now})
  `.execute(tx);
  const keys = new Set(closed.map(({ ownerKey, month }) => `${ownerKey} ${month}`));
  return ({ ownerKey, month }) => keys.has(`${ownerKey} ${month}`);
};
