import { type AttentionState, type AttentionSubject } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';

/** What is done about a campaign or line item. */
interface AttentionWork {
  subject: AttentionSubject;
  recordKey: number;
  assigneeKey: number | null;
  assignee: string | null;
  state: AttentionState;
  note: string;
  snoozedUntil: string | null;
  rowVersion: number;
}

export const listAttentionWork = async (tx: Tx, ownerKey: number): Promise<AttentionWork[]> => {
  const { rows } = await sql<AttentionWork>`
    select a.subject, a.record_key as "recordKey", a.assignee as "assigneeKey", u.first_name || ' ' || u.last_name as assignee,
           a.state, a.note, a.snoozed_until::text as "snoozedUntil", a.row_version as "rowVersion"
    from attention_item a left join user_account u on u.user_key = a.assignee
    where a.owner_key = ${ownerKey}
  `.execute(tx);
  return rows;
};
