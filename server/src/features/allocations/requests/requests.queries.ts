import { type AllocationMonth, type AllocationRequest } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { monthAt } from '../../../shared/month-edits/month-at.ts';

const REQUEST = sql`
  r.request_key as "requestKey", r.owner_key as "ownerKey", r.campaign_key as "campaignKey", c.name as "campaignName",
  p.name as vendor, r.month::text as month, r.requested as "requestedAllocation", r.note,
  coalesce(u.first_name || ' ' || u.last_name, p.name) as "requestedBy", r.requested_at as "requestedAt", r.state,
  d.first_name || ' ' || d.last_name as "decidedBy", r.decided_at as "decidedAt", r.answer,
  coalesce(m.user_defined_monthly_allocation, m.monthly_allocation) as "currentAllocation"
  from allocation_request r
  join owner o using (owner_key)
  join campaign c using (owner_key, campaign_key)
  join media_partner p on p.partner_key = r.partner_key
  left join campaign_month m on m.owner_key = r.owner_key and m.campaign_key = r.campaign_key and m.month = r.month
  left join user_account u on u.user_key = r.requested_by
  left join user_account d on d.user_key = r.decided_by`;

type Row = Omit<AllocationRequest, 'requestedAt' | 'decidedAt'> & { requestedAt: Date; decidedAt: Date | null };
const toRequest = (row: Row): AllocationRequest => ({
  ...row,
  requestedAt: row.requestedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** Open ones first. */
export const listRequests = async (
  tx: Tx,
  owners: readonly number[],
  now: Date,
  month: AllocationMonth,
): Promise<AllocationRequest[]> => {
  const { rows } = await sql<Row>`
    select ${REQUEST} where ${ofOwners('r.owner_key', owners)} and r.month = ${monthAt(now, month)} and r.state <> 'WITHDRAWN'
    order by r.state <> 'OPEN', r.requested_at desc limit 1000
  `.execute(tx);
  return rows.map(toRequest);
};

export const findRequest = async (
  tx: Tx,
  owners: readonly number[],
  requestKey: number,
): Promise<AllocationRequest | undefined> => {
  const { rows } = await sql<Row>`
    select ${REQUEST} where ${ofOwners('r.owner_key', owners)} and r.request_key = ${requestKey}
  `.execute(tx);
  return rows.map(toRequest)[0];
};

/** Stores the answer once: of two users who answer at the same time, the second finds it answered. */
export const updateOpenRequest = async (
  tx: Tx,
  requestKey: number,
  answer: { state: 'ACCEPTED' | 'DECLINED'; by: number | null; at: Date; text: string },
): Promise<boolean> => {
  const { rows } = await sql`
    update allocation_request set state = ${answer.state}, decided_by = ${answer.by}, decided_at = ${answer.at}, answer = ${answer.text}
    where request_key = ${requestKey} and state = 'OPEN' returning request_key
  `.execute(tx);
  return rows.length === 1;
};
