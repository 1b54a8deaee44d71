import { type AdjustmentCause } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** A correction of a closed month, for both sides: negative is a credit, positive a debit. Amounts are text, exact to the cent. */
export interface Adjustment {
  campaignKey: number;
  /** First day of the adjusted month. */
  forMonth: string;
  leadKey?: number | null;
  clientAmount: string;
  mediaAmount: string;
  cause: AdjustmentCause;
  /** Idempotency key where the cause could occur twice: the line is written once. */
  causeKey?: string | null;
  /** Explanation for readers of the line. */
  reason: string;
}

export interface AdjustedBy {
  /** Null: made by the product itself. */
  userKey: number | null;
  at: Date;
}

/**
 * The only writer of adjustments to closed months: lines are dated today by the owner's clock, and so belong to the open month. Returns how
 * many were written; causes that were adjusted before are skipped.
 */
export const writeAdjustments = async (
  tx: Tx,
  ownerKey: number,
  adjustments: readonly Adjustment[],
  { userKey, at }: AdjustedBy,
): Promise<number> => {
  if (adjustments.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into billing_adjustment
      (owner_key, day, campaign_key, for_month, lead_key, client_amount, media_amount, cause, cause_key, reason, made_by, made_at)
    select o.owner_key, (${at}::timestamptz at time zone o.time_zone)::date, a."campaignKey", a."forMonth", a."leadKey", a."clientAmount",
           a."mediaAmount", a.cause, a."causeKey", a.reason, ${userKey}::int, ${at}
    from owner o
    cross join jsonb_to_recordset(${JSON.stringify(adjustments)}::jsonb) a ("campaignKey" int, "forMonth" date, "leadKey" bigint,
      "clientAmount" numeric, "mediaAmount" numeric, cause text, "causeKey" text, reason text)
    where o.owner_key = ${ownerKey}
    on conflict (owner_key, cause, cause_key) where cause_key is not null do nothing
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
};
