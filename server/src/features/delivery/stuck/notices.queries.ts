import { type NoticeKind } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** Leads stuck at the same endpoint for the same reason. */
export interface StuckCause {
  ownerKey: number;
  clientKey: number;
  clientName: string;
  endpointKey: number | null;
  endpointName: string | null;
  reason: string;
  leads: number;
  /** The ids of the oldest few. */
  leadIds: string[];
  since: Date;
  /** The owner's. */
  timeZone: string;
}

const NAMED_LEADS = sql.lit(5);

export const listCauses = async (
  tx: Tx,
  ownerKeys: readonly number[],
  leadKeys: readonly number[],
  bornBefore: Date,
): Promise<{ total: number; causes: StuckCause[] }> => {
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from lead where owner_key = any (${[...ownerKeys]}) and lead_key = any (${[...leadKeys]})
  `.execute(tx);
  const { rows } = await sql<StuckCause>`
    select l.owner_key as "ownerKey", cl.client_key as "clientKey", cl.name as "clientName", t.endpoint_key as "endpointKey",
           e.name as "endpointName", coalesce(l.status_reasons[1], '') as reason, count(*)::int as leads, min(l.created_at) as since,
           (array_agg(l.public_id order by l.created_at, l.lead_key))[:${NAMED_LEADS}] as "leadIds", o.time_zone as "timeZone"
    from lead l
    join owner o on o.owner_key = l.owner_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join delivery_task t on t.owner_key = l.owner_key and t.lead_key = l.lead_key
    left join delivery_endpoint e on e.owner_key = t.owner_key and e.endpoint_key = t.endpoint_key
    where l.owner_key = any (${[...ownerKeys]}) and l.lead_key = any (${[...leadKeys]}) and l.status = 'STK'
      and l.created_at <= ${bornBefore}
    group by 1, 2, 3, 4, 5, 6, o.time_zone order by 1, 2, 4, 6
  `.execute(tx);
  return { total: counted.rows[0]?.n ?? 0, causes: rows };
};

const ROLES = { warning: ['TECHNICAL'], attention: ['TECHNICAL', 'ACCOUNT'], stuck: ['TECHNICAL'] } as const;

/** The client's contacts in today's criteria; the agency's users who may act on leads, if they are to be notified. */
export const listRecipients = async (
  tx: Tx,
  { ownerKey, clientKey }: StuckCause,
  kind: NoticeKind,
): Promise<string[]> => {
  const withTeam = kind !== 'warning';
  const { rows } = await sql<{ email: string }>`
    with contact as (
      select x ->> 'email' as email, x ->> 'role' as role
      from (select body from client_criteria where owner_key = ${ownerKey} and client_key = ${clientKey}
            order by version desc limit 1) c, jsonb_array_elements(coalesce(c.body -> 'contacts', '[]')) x
    )
    select email from contact where role = any (${[...ROLES[kind]]})
      -- Without a technical contact, the account contact.
      or (role = 'ACCOUNT' and not exists (select from contact where role = 'TECHNICAL'))
    union
    select u.email from user_account u
    where ${withTeam} and u.user_type = 'agency' and u.active and 'leadanalyzer:Update' = any (u.permissions)
      and exists (select from user_owner w where w.user_key = u.user_key and w.owner_key = ${ownerKey})
    order by 1
  `.execute(tx);
  return rows.map(({ email }) => email);
};

/** Claims a notice: at most one concurrent caller gets true. */
export const takeNotice = async (
  tx: Tx,
  { ownerKey, clientKey, endpointKey, reason, leads }: StuckCause,
  kind: NoticeKind,
  { before, now, userKey }: { before: Date; now: Date; userKey: number | null },
): Promise<boolean> => {
  const cause =
    kind === 'attention' ? `client:${clientKey}:${reason}` : `endpoint:${endpointKey ?? `none:${clientKey}`}:${reason}`;
  const { numAffectedRows } = await sql`
    insert into delivery_notice as n (owner_key, kind, cause, sent_at, leads, sent_by)
    values (${ownerKey}, ${kind}, ${cause}, ${now}, ${leads}, ${userKey})
    on conflict (owner_key, kind, cause) do update
    set sent_at = excluded.sent_at, leads = excluded.leads, sent_by = excluded.sent_by
    where n.sent_at <= ${before}
  `.execute(tx);
  return numAffectedRows === 1n;
};
