import { type DeliveryTry, leadEditField, type LeadEditName, type LeadEvent } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { readChecks, type StoredChecks } from '../../../shared/intake/stored-checks.ts';
import { countedDay } from '../../../shared/milestones/milestones.queries.ts';
import { listPostbackTries } from '../../../shared/postbacks/postbacks.queries.ts';
import { isLead, type Which } from '../details.queries.ts';
import { inOrderOfEvents } from './event-order.rules.ts';
import { listReturnComments } from './lead-returns.queries.ts';

interface OwnEvent {
  kind: 'note' | 'view' | 'export';
  at: string;
  note: string;
  by: string;
  format: string | null;
  wholePerson: boolean;
}
type StatusEvent = Extract<LeadEvent, { kind: 'status' }>;

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const nameOf = sql`concat_ws(' ', u.first_name, u.last_name)`;

interface StoredEdit {
  at: string;
  fields: LeadEditName[];
  changes: { name: LeadEditName; before: string; after: string }[] | null;
  by: string | null;
}

/** What was corrected, with what was there before. */
const listEdits = async (tx: Tx, which: Which, isAgency: boolean): Promise<LeadEvent[]> => {
  const { rows } = await sql<StoredEdit>`
    select ${iso('x.at')} as at, x.fields, x.changes, case when ${isAgency} and u.user_key is not null then ${nameOf} end as by
    from lead_edit x left join user_account u on u.user_key = x.edited_by
    where ${isLead(which, 'x')} order by x.at, x.edit_key
  `.execute(tx);
  return rows.map(({ at, fields, changes, by }) => ({
    kind: 'edit',
    at,
    by,
    changes: fields.map((name) => {
      const { before = '', after = '' } = changes?.find((change) => change.name === name) ?? {};
      return { label: leadEditField(name).label, before, after };
    }),
  }));
};

/** The line that stays of an erased person. */
const listErasures = async (tx: Tx, which: Which): Promise<LeadEvent[]> => {
  const { rows } = await sql<{ at: string }>`
    select ${iso('x.erased_at')} as at from lead_person x where ${isLead(which, 'x')} and x.erased_at is not null
  `.execute(tx);
  return rows.map(({ at }) => ({ kind: 'erased', at }));
};

/** The events, in order. Notes and accesses to personal data are for the agency only. */
export const listEvents = async (tx: Tx, which: Which, isAgency: boolean): Promise<LeadEvent[]> => {
  const { rows: decided } = await sql<StatusEvent & { checks: StoredChecks | null }>`
    select 'status' as kind, ${iso('h.at')} as at, h.from_status as "from", h.to_status as "to", h.reasons,
           -- Clients see notes about returns only.
           case when ${isAgency} or h.to_status = 'RTR' or h.from_status = 'RTR' then h.note else '' end as note,
           case when ${isAgency} and u.user_key is not null then ${nameOf} end as by, h.checks,
           coalesce(h.from_status = 'RTR', false) and exists (
             select from lead_return r where r.owner_key = h.owner_key and r.lead_key = h.lead_key and r.decided_at = h.at
               and r.decision = 'WITHDRAWN') as "isWithdrawal"
    from lead_status_change h left join user_account u on u.user_key = h.changed_by
    where ${isLead(which, 'h')} order by h.at, h.change_key
  `.execute(tx);
  const { rows: tries } = await sql<DeliveryTry & { endpointName: string | null }>`
    select d.attempt, ${iso('d.at')} as at, d.outcome, d.reason, d.http_status as "httpStatus", d.duration_ms as "durationMs",
           d.request, left(d.response, 2000) as response, ${iso('d.next_at')} as "nextTryAt", e.name as "endpointName"
    from lead_delivery d left join delivery_endpoint e on e.owner_key = d.owner_key and e.endpoint_key = d.endpoint_key
    where ${isLead(which, 'd')} order by d.attempt
  `.execute(tx);
  const { rows: milestones } = await sql<LeadEvent>`
    select 'milestone' as kind, ${iso('m.recorded_at')} as at, m.milestone_key::int as "milestoneKey", m.row_version as version,
           m.code, m.happened_on::text as "happenedOn", m.term,
           case when m.voided_at is not null then 'history' when ${countedDay} is null then 'toCome'
             when ${countedDay} = m.happened_on then 'counts' else 'history' end as standing,
           case when m.voided_at is not null then coalesce(m.void_reason, '') end as "voidReason",
           m.voided_at is not null and not m.undone as "canReinstate",
           case when ${isAgency} and u.user_key is not null then ${nameOf} end as by
    from lead_milestone m
    join lead l on l.owner_key = m.owner_key and l.captured_date = m.captured_date and l.lead_key = m.lead_key
    left join user_account u on u.user_key = coalesce(m.voided_by, m.recorded_by)
    where ${isLead(which, 'm')} order by m.recorded_at, m.happened_on, m.milestone_key
  `.execute(tx);
  const { rows: own } = await sql<OwnEvent>`
    select 'note' as kind, ${iso('n.at')} as at, n.note, ${nameOf} as by, null as format, false as "wholePerson", n.note_key as place
    from lead_note n join user_account u on u.user_key = n.written_by where ${isLead(which, 'n')} and ${isAgency}
    union all
    select case a.action when 'leadPersonViewed' then 'view' else 'export' end, ${iso('a.at')}, '', ${nameOf}, a.after ->> 'format',
           coalesce((a.after ->> 'wholePerson')::boolean, false), a.audit_key
    from audit_log a join user_account u on u.user_key = a.user_key
    where a.owner_key = ${which.ownerKey} and a.entity = 'lead' and a.entity_key = ${String(which.leadCaptureKey)}
      and a.action in ('leadPersonViewed', 'leadEvidenceTaken') and ${isAgency}
    order by at, place
  `.execute(tx);
  const changes = decided.flatMap(({ checks, ...change }): LeadEvent[] =>
    checks === null ? [change] : [{ kind: 'checks', at: change.at, checks: readChecks(checks, isAgency) }, change],
  );
  const { capturedDate, leadCaptureKey: leadKey } = which;
  // They contain the media price.
  const postbackTries = isAgency ? await listPostbackTries(tx, which.ownerKey, { capturedDate, leadKey }) : [];
  const postbacks = postbackTries.map((one): LeadEvent => ({ kind: 'postback', at: one.at, try: one }));
  const delivered = tries.map(({ endpointName, ...one }): LeadEvent => ({
    kind: 'delivery',
    at: one.at,
    try: one,
    endpointName,
  }));
  const written = own.map(({ kind, at, note, by, format, wholePerson }): LeadEvent => {
    if (kind === 'note') return { kind, at, note, by };
    return kind === 'view' ? { kind, at, by } : { kind, at, by, format: format ?? '', wholePerson };
  });
  const edits = await listEdits(tx, which, isAgency);
  const comments = isAgency ? await listReturnComments(tx, which, false) : [];
  return inOrderOfEvents([
    ...edits,
    ...(await listErasures(tx, which)),
    ...changes,
    ...delivered,
    ...postbacks,
    ...milestones,
    ...written,
    ...comments,
  ]);
};
