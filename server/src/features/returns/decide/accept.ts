import { type MovedBy, type ReturnReason } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope.ts';
import { type Tx } from '../../../db/tx.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { moveLead } from '../../../shared/delivery/move-lead.ts';
import { dayIn, monthWords } from '../returns.rules.ts';

/** A request that is about to be decided, and its lead. */
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
export interface Decider {
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

/** Whether accepting it has to be told by lines: its month is closed, and the lead is paid for. */
export const needsCredit = ({ isMonthClosed, isUnpaid, clientPrice, mediaPrice }: OpenReturn): boolean =>
  isMonthClosed && !isUnpaid && (Number(clientPrice) !== 0 || Number(mediaPrice) !== 0);

/**
 * The closed month was billed with the lead, which does not count any more: one line stands where its price stood, so that the month
 * comes to what it came to, and another takes the money back on the day of the decision.
 */
const writeCredit = async (tx: Tx, open: OpenReturn, userKey: number | null, at: Date): Promise<void> => {
  const { ownerKey, campaignKey, month, leadKey, capturedDate, clientPrice, mediaPrice, reason, timeZone } = open;
  await sql`
    insert into billing_adjustment (owner_key, day, campaign_key, for_month, lead_key, client_amount, media_amount, reason, made_by, made_at)
    values (${ownerKey}, ${capturedDate}::date, ${campaignKey}, ${month}::date, ${leadKey}, ${clientPrice}::numeric, ${mediaPrice}::numeric,
            'Billed before its return was approved', ${userKey}, ${at}),
           (${ownerKey}, ${dayIn(at, timeZone)}::date, ${campaignKey}, ${month}::date, ${leadKey}, -${clientPrice}::numeric,
            -${mediaPrice}::numeric, ${`Returned after ${monthWords(month)} was closed: ${reason}`}, ${userKey}, ${at})
  `.execute(tx);
};

export const acceptReturn = async (
  tx: Tx,
  { scope, origin }: Decider,
  open: OpenReturn,
  { by, note, now: at }: { by: MovedBy; note: string; now: Date },
): Promise<{ isCredited: boolean }> => {
  // The criteria decided, not whoever asked.
  const userKey = by === 'system' ? null : scope.userKey;
  await moveLead(tx, open, { from: 'RTR', to: 'RTN', by, userKey, reasons: [open.reason], note, at });
  await finishReturn(tx, open, { decision: 'APPROVED', userKey, note, at });
  const isCredited = needsCredit(open);
  if (isCredited) await writeCredit(tx, open, userKey, at);
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
