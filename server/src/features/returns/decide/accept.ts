import { type MovedBy, type ReturnReason } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { moveLead } from '../../../shared/delivery/move-lead.ts';
import { dayIn } from '../returns.rules.ts';

/** A request to be decided, and its lead. */
export interface OpenReturn {
  returnKey: number;
  ownerKey: number;
  leadKey: number;
  capturedDate: string;
  campaignKey: number;
  month: string;
  timeZone: string;
  reason: ReturnReason;
  isUnpaid: boolean;
  isMonthClosed: boolean;
  clientPrice: string;
  mediaPrice: string;
}
interface Decider {
  scope: Scope;
  origin: Origin;
}

export const finishReturn = (
  tx: Tx,
  { ownerKey, capturedDate, leadKey, returnKey }: OpenReturn,
  decided: { decision: 'APPROVED' | 'DENIED' | 'WITHDRAWN'; userKey: number | null; note: string; at: Date },
) =>
  sql`
    update lead_return set decision = ${decided.decision}, decided_by = ${decided.userKey}, decided_at = ${decided.at},
                           decision_note = ${decided.note}
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey} and return_key = ${returnKey}
  `.execute(tx);

/** Whether accepting it needs lines: its month is closed, and the lead is paid for. */
export const needsCredit = ({ isMonthClosed, isUnpaid, clientPrice, mediaPrice }: OpenReturn): boolean =>
  isMonthClosed && !isUnpaid && (Number(clientPrice) !== 0 || Number(mediaPrice) !== 0);

export const acceptReturn = async (
  tx: Tx,
  { scope, origin }: Decider,
  open: OpenReturn,
  { by, note, now: at }: { by: MovedBy; note: string; now: Date },
): Promise<{ isCredited: boolean }> => {
  // The criteria decided, not the requesting user.
  const userKey = by === 'system' ? null : scope.userKey;
  const move = { from: 'RTR', to: 'RTN', by, userKey, reasons: [open.reason], note, at } as const;
  const { isAdjusted: isCredited } = await moveLead(tx, open, move);
  await finishReturn(tx, open, { decision: 'APPROVED', userKey, note, at });
  await audit(tx, scope, origin, at, {
    action: 'returnApproved',
    ownerKey: open.ownerKey,
    entity: 'lead',
    entityKey: open.leadKey,
    before: { statusCode: 'RTR' },
    after: { statusCode: 'RTN', ...(isCredited && { credited: dayIn(at, open.timeZone) }) },
  });
  return { isCredited };
};

export const declineReturn = async (
  tx: Tx,
  { scope, origin }: Decider,
  open: OpenReturn,
  { note, now: at }: { note: string; now: Date },
): Promise<void> => {
  const { userKey } = scope;
  await moveLead(tx, open, { from: 'RTR', to: 'DLV', by: 'ag', userKey, note, at });
  await finishReturn(tx, open, { decision: 'DENIED', userKey, note, at });
  await audit(tx, scope, origin, at, {
    action: 'returnDenied',
    ownerKey: open.ownerKey,
    entity: 'lead',
    entityKey: open.leadKey,
    before: { statusCode: 'RTR' },
    after: { statusCode: 'DLV' },
  });
};
