import { type DeliveryTry, type LeadStatus, type NextTry, type StuckGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import {
  nextOf,
  stateOf,
  waitingColumns,
  type WaitingColumns,
  waitingTables,
} from '../../../shared/delivery/waiting.queries.ts';
import { bornWithin, stuckSince } from './stuck.list.ts';

export const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The leads on the list. */
const stuck = (ownerKey: number, now: Date) => {
  const since = stuckSince(now);
  return sql`l.owner_key = ${ownerKey} and l.status = 'STK' and l.created_at > ${since} and l.captured_date >= ${since}::date - 1`;
};

export const getCounts = async (tx: Tx, ownerKey: number, now: Date) => {
  const warning = bornWithin('WARNING', now);
  const attention = bornWithin('ATTENTION', now);
  const { rows } = await sql<{ total: number; warning: number; attention: number; claimed: number; paused: number }>`
    select count(*)::int as total,
           count(*) filter (where l.created_at > ${warning.from} and l.created_at <= ${warning.to})::int as warning,
           count(*) filter (where l.created_at <= ${attention.to})::int as attention,
           count(k.lead_key)::int as claimed,
           (select count(*)::int from delivery_endpoint e left join delivery_health h using (owner_key, endpoint_key)
            where e.owner_key = ${ownerKey} and (e.paused_at is not null or h.open_until is not null)) as paused
    from lead l
    left join delivery_claim k on k.owner_key = l.owner_key and k.lead_key = l.lead_key and k.decided_at is null
    where ${stuck(ownerKey, now)}
  `.execute(tx);
  return rows[0] ?? { total: 0, warning: 0, attention: 0, claimed: 0, paused: 0 };
};

type StoredGroup = Omit<StuckGroup, 'nextTry' | 'nextTryAt' | 'state' | 'openUntil'> &
  Omit<WaitingColumns, 'endpointKey' | 'fileDueAt'>;

export const listGroups = async (tx: Tx, ownerKey: number, now: Date): Promise<StuckGroup[]> => {
  const { rows } = await sql<StoredGroup>`
    with counted as (
      select t.endpoint_key, l.campaign_key, l.status_reasons[1] as reason, count(*) as leads, min(l.created_at) as since,
             min(coalesce(t.due_at, b.due_at)) as next_try, count(*) filter (where t.due_at <= ${now} or t.taken_until > clock_timestamp()) as retrying,
             max(l.captured_date) as last_day, max(l.lead_key) as last_lead
      from lead l left join delivery_task t on t.owner_key = l.owner_key and t.lead_key = l.lead_key
      left join delivery_batch b on b.owner_key = t.owner_key and b.endpoint_key = t.endpoint_key and b.batch_no = t.batch_no
        and b.done_at is null
      where ${stuck(ownerKey, now)}
      group by 1, 2, 3
    ), found as (
      select n.endpoint_key, g.client_key, coalesce(n.reason, '') as reason, sum(n.leads)::int as leads, min(n.since) as since,
             min(n.next_try) as next_try, sum(n.retrying)::int as retrying, max(n.last_day) as last_day, max(n.last_lead) as last_lead
      from counted n
      join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = n.campaign_key
      join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
      group by 1, 2, 3
    )
    select f.endpoint_key as "endpointKey", e.name as "endpointName", cl.name as "clientName", f.reason, f.leads,
           ${iso('f.since')} as since, f.next_try as "dueAt", f.retrying,
           h.open_until as "openUntil", e.paused_at is not null as "isPaused", coalesce(h.failures_in_row, 0) as "failuresInRow",
           (select left(d.response, 500) from lead_delivery d
            where d.owner_key = ${ownerKey} and d.lead_key = f.last_lead and d.captured_date <= f.last_day
            order by d.attempt desc limit 1) as "lastResponse"
    from found f
    join client cl on cl.owner_key = ${ownerKey} and cl.client_key = f.client_key
    left join delivery_endpoint e on e.owner_key = ${ownerKey} and e.endpoint_key = f.endpoint_key
    left join delivery_health h on h.owner_key = ${ownerKey} and h.endpoint_key = f.endpoint_key
    order by f.leads desc, f.since
  `.execute(tx);
  return rows.map(({ dueAt, isPaused, openUntil, ...group }) => {
    const waiting = { endpointKey: group.endpointKey, dueAt, fileDueAt: null, isPaused, openUntil };
    return {
      ...group,
      state: stateOf(waiting),
      openUntil: openUntil?.toISOString() ?? null,
      ...nextOf(waiting, now),
    };
  });
};

export interface StuckLead extends WaitingColumns {
  leadKey: number;
  leadId: string;
  capturedDate: string;
  status: LeadStatus;
  endpointName: string | null;
  claimedReference: string | null;
}

const oneLead = sql`
  select l.lead_key::int as "leadKey", l.public_id as "leadId", l.captured_date::text as "capturedDate", l.status,
         ${waitingColumns}, e.name as "endpointName", k.reference as "claimedReference"
  from lead l
  left join delivery_task t on t.owner_key = l.owner_key and t.lead_key = l.lead_key
  ${waitingTables}
  left join delivery_claim k on k.owner_key = l.owner_key and k.lead_key = l.lead_key and k.decided_at is null`;

export const findLead = async (
  tx: Tx,
  ownerKey: number,
  leadKey: number,
  now: Date,
): Promise<(Omit<StuckLead, keyof WaitingColumns> & NextTry) | undefined> => {
  const { rows } = await sql<StuckLead>`
    ${oneLead} where l.owner_key = ${ownerKey} and l.lead_key = ${leadKey}`.execute(tx);
  return rows.map(({ endpointKey, dueAt, fileDueAt, isPaused, openUntil, ...lead }) => ({
    ...lead,
    ...nextOf({ endpointKey, dueAt, fileDueAt, isPaused, openUntil }, now),
  }))[0];
};

/** Locked in the order of their keys, so that two users who choose the same leads wait for each other without a deadlock. */
export const lockLeads = async (tx: Tx, ownerKey: number, leadKeys: readonly number[]): Promise<StuckLead[]> => {
  const { rows } = await sql<StuckLead>`
    ${oneLead} where l.owner_key = ${ownerKey} and l.lead_key = any (${[...leadKeys]}) order by l.lead_key for update of l`.execute(
    tx,
  );
  return rows;
};

export const listTries = async (tx: Tx, ownerKey: number, lead: Pick<StuckLead, 'leadKey' | 'capturedDate'>) => {
  const { rows } = await sql<DeliveryTry>`
    select attempt, ${iso('at')} as at, outcome, reason, http_status as "httpStatus", duration_ms as "durationMs", request,
           left(response, 500) as response, ${iso('next_at')} as "nextTryAt"
    from lead_delivery
    where owner_key = ${ownerKey} and captured_date = ${lead.capturedDate}::date and lead_key = ${lead.leadKey}
    order by attempt
  `.execute(tx);
  return rows;
};

export const insertClaim = async (
  tx: Tx,
  ownerKey: number,
  { leadKey, capturedDate }: StuckLead,
  claim: { reference: string; userKey: number; at: Date },
): Promise<void> => {
  await sql`
    insert into delivery_claim (owner_key, captured_date, lead_key, reference, claimed_by, claimed_at)
    values (${ownerKey}, ${capturedDate}, ${leadKey}, ${claim.reference}, ${claim.userKey}, ${claim.at})
    on conflict (owner_key, lead_key) do update
    set reference = excluded.reference, claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at, decided_by = null,
        decided_at = null, confirmed = null
  `.execute(tx);
};

export const answerClaim = async (
  tx: Tx,
  ownerKey: number,
  leadKey: number,
  answer: { userKey: number | null; at: Date; isConfirmed: boolean },
): Promise<void> => {
  await sql`
    update delivery_claim set decided_by = ${answer.userKey}, decided_at = ${answer.at}, confirmed = ${answer.isConfirmed}
    where owner_key = ${ownerKey} and lead_key = ${leadKey} and decided_at is null
  `.execute(tx);
};
