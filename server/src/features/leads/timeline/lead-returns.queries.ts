import { type LeadEvent } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface Which {
  ownerKey: number;
  capturedDate: string;
  leadCaptureKey: number;
}

/** Comments on the lead's returns. Names of the other side's users are left out. */
export const listReturnComments = async (
  tx: Tx,
  { ownerKey, leadCaptureKey }: Which,
  isPartner: boolean,
): Promise<LeadEvent[]> => {
  const { rows } = await sql<{ at: Date; isPartner: boolean; comment: string; by: string | null }>`
    select c.at, c.is_partner as "isPartner", c.comment,
           case when c.is_partner = ${isPartner} then nullif(concat_ws(' ', u.first_name, u.last_name), '') end as by
    from lead_return_comment c left join user_account u on u.user_key = c.written_by
    where c.owner_key = ${ownerKey} and c.lead_key = ${leadCaptureKey} order by c.at, c.comment_key
  `.execute(tx);
  return rows.map(({ at, ...comment }) => ({ kind: 'returnComment', at: at.toISOString(), ...comment }));
};

/** A lead's returns as shown to its media partner: requested, and decided. */
export const listReturnSteps = async (tx: Tx, { ownerKey, leadCaptureKey }: Which): Promise<LeadEvent[]> => {
  const { rows } = await sql<{
    reason: string;
    note: string;
    requestedAt: Date;
    decision: string | null;
    decidedAt: Date | null;
    decisionNote: string;
  }>`
    select reason, comment as note, requested_at as "requestedAt", decision, decided_at as "decidedAt", decision_note as "decisionNote"
    from lead_return where owner_key = ${ownerKey} and lead_key = ${leadCaptureKey} order by requested_at
  `.execute(tx);
  return rows.flatMap(({ reason, note, requestedAt, decision, decidedAt, decisionNote }): LeadEvent[] => {
    const status = { kind: 'status', by: null, isWithdrawal: false } as const;
    return [
      { ...status, at: requestedAt.toISOString(), from: 'DLV', to: 'RTR', reasons: [reason], note },
      ...(decidedAt === null
        ? []
        : [
            {
              ...status,
              at: decidedAt.toISOString(),
              from: 'RTR',
              to: decision === 'APPROVED' ? ('RTN' as const) : ('DLV' as const),
              reasons: [],
              note: decisionNote,
              isWithdrawal: decision === 'WITHDRAWN',
            },
          ]),
    ];
  });
};
