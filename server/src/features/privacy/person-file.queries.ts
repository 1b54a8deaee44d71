import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type FoundLead } from './privacy.queries.ts';

/** All stored records of one lead; sealed data come beside them. */
interface StoredParts {
  sealed: Buffer | null;
  parts: Record<string, unknown>;
}

/** Internal keys mean nothing to the person, and prices paid by others are not disclosed. */
export const findParts = async (
  tx: Tx,
  ownerKey: number,
  { capturedDate, leadCaptureKey }: FoundLead,
): Promise<StoredParts | undefined> => {
  const ofLead = (table: string) => sql`
    ${sql.ref(`${table}.owner_key`)} = ${ownerKey} and ${sql.ref(`${table}.captured_date`)} = ${capturedDate}::date
    and ${sql.ref(`${table}.lead_key`)} = ${leadCaptureKey}`;
  const list = (fields: ReturnType<typeof sql>, table: string, order: string) => sql`
    coalesce((select jsonb_agg(jsonb_strip_nulls(${fields}) order by ${sql.ref(`x.${order}`)}) from ${sql.table(table)} x
              where ${ofLead('x')}), '[]')`;
  const { rows } = await sql<StoredParts>`
    select p.sealed, jsonb_build_object(
      'inquiry', jsonb_strip_nulls(jsonb_build_object('state', l.state, 'zip', l.zip, 'age', l.age, 'education', l.education,
        'graduationYear', l.grad_year, 'degree', l.degree_of_interest, 'area', l.area_of_interest,
        'militaryStatus', l.military_status, 'militaryBranch', l.military_branch, 'start', l.start_timeframe, 'device', l.device,
        'campus', cp.name, 'program', pr.name, 'transactionId', l.transaction_id, 'clientReference', l.crm_reference)),
      'consent', (select jsonb_strip_nulls(jsonb_build_object('text', x.consent_text, 'page', x.page_url, 'givenAt', x.given_at,
        'ip', x.ip, 'userAgent', x.user_agent, 'certificate', x.certificate, 'disclosure', x.disclosure,
        'calls', x.dialer_opt_in, 'textMessages', x.text_opt_in)) from lead_consent x where ${ofLead('x')}),
      'history', ${list(sql`jsonb_build_object('at', x.at, 'from', x.from_status, 'to', x.to_status, 'reasons', x.reasons, 'note', nullif(x.note, ''), 'checks', x.checks)`, 'lead_status_change', 'at')},
      'milestones', ${list(sql`jsonb_build_object('code', x.code, 'on', x.happened_on, 'voidedAt', x.voided_at)`, 'lead_milestone', 'recorded_at')},
      'deliveries', ${list(sql`jsonb_build_object('at', x.at, 'outcome', x.outcome)`, 'lead_delivery', 'attempt')},
      'notes', ${list(sql`jsonb_build_object('at', x.at, 'note', x.note)`, 'lead_note', 'at')},
      'corrections', ${list(sql`jsonb_build_object('at', x.at, 'changes', x.changes)`, 'lead_edit', 'at')},
      'returns', ${list(sql`jsonb_build_object('requestedAt', x.requested_at, 'reason', x.reason, 'comment', nullif(x.comment, ''), 'decision', x.decision)`, 'lead_return', 'requested_at')},
      'click', (select jsonb_strip_nulls(jsonb_build_object('at', k.clicked_at, 'device', k.device, 'state', k.state)) from click k
        where k.owner_key = l.owner_key and k.click_id = l.click_id and k.lead_key = l.lead_key limit 1)
    ) as parts
    from lead l
    left join lead_person p on ${ofLead('p')}
    left join campus cp on cp.owner_key = l.owner_key and cp.campus_key = l.campus_key
    left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key
    where ${ofLead('l')}
  `.execute(tx);
  return rows[0];
};
