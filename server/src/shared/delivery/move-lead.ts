import { findLeadMove, type LeadStatus, type MovedBy, refusedMoveMessage } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/tx.ts';
import { AppError } from '../../lib/app-error.ts';

export interface LeadId {
  ownerKey: number;
  capturedDate: string;
  leadKey: number;
}

export interface Move {
  from: LeadStatus;
  to: LeadStatus;
  by: MovedBy;
  userKey: number | null;
  reasons?: readonly string[];
  note?: string;
  /** The client's own id of the lead. */
  reference?: string | null;
  at: Date;
}

/** Moves a lead that the transaction has locked along the moves of the contract, with its line in the history. */
export const moveLead = async (tx: Tx, { ownerKey, capturedDate, leadKey }: LeadId, move: Move): Promise<void> => {
  const { from, to, by, userKey, reasons = [], note = '', reference = null, at } = move;
  if (findLeadMove(from, to, by) === undefined)
    throw new AppError('LEAD_STATUS_TRANSITION', { message: refusedMoveMessage(from, to) });
  await sql`
    update lead
    set status = ${to}, status_reasons = ${[...reasons]}, row_version = row_version + 1,
        -- A lead whose return is declined or taken back was delivered before.
        delivered_at = case when ${to} = 'DLV' and ${from} not in ('RTR', 'RTN') then ${at}::timestamptz else delivered_at end,
        returned_at = case when ${to} = 'RTN' then ${at}::timestamptz end,
        crm_reference = coalesce(${reference}, crm_reference)
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
  `.execute(tx);
  await sql`
    insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status, reasons, note, changed_by)
    values (${ownerKey}, ${capturedDate}, ${leadKey}, ${at}, ${from}, ${to}, ${[...reasons]}, ${note}, ${userKey})
  `.execute(tx);
};
