import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';

interface LeadNote {
  ownerKey: number;
  leadKey: number;
  capturedDate: string;
  note: string;
  by: number | null;
  at: Date;
}

/** Stores a note about a lead. It is deleted when the person is erased, unlike the audit log. */
export const insertLeadNote = async (
  tx: Tx,
  { ownerKey, leadKey, capturedDate, note, by, at }: LeadNote,
): Promise<void> => {
  await sql`
    insert into lead_note (owner_key, captured_date, lead_key, at, note, written_by)
    values (${ownerKey}, ${capturedDate}, ${leadKey}, ${at}, ${note}, ${by})
  `.execute(tx);
};
