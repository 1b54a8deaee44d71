import { type AdjustmentCause } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** Money that belongs to a month which is closed, on both sides: below zero a credit, above a debit. Amounts as text, to the cent. */
export interface Adjustment {
  campaignKey: number;
  /** The first day of the month that it adjusts. */
  forMonth: string;
  leadKey?: number | null;
  clientAmount: string;
  mediaAmount: string;
  cause: AdjustmentCause;
  /** What it is made for, where that could be asked for twice: it is written once. */
  causeKey?: string | null;
  /** In words, for whoever reads the line. */
  reason: string;
}

export interface AdjustedBy {
  /** Nobody: the product by itself. */
  userKey: number | null;
  at: Date;
}

/**
 * The one writer of lines that adjust closed months: they stand on the day on which they are written, by the owner's clock, and so in
 * the month that is open. Tells how many it wrote; one whose cause was adjusted before is not among them.
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
