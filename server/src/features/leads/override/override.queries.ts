import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type LeadId } from '../../../shared/delivery/move-lead.ts';

/** The campaign and day whose caps a lead would use. */
interface LeadPlace {
  campaignKey: number;
  sourceKey: number | null;
  programKey: number | null;
}

export const getLeadPlace = async (tx: Tx, { ownerKey, capturedDate, leadKey }: LeadId): Promise<LeadPlace> => {
  const { rows } = await sql<LeadPlace>`
    select campaign_key as "campaignKey", publisher_source_key as "sourceKey", program_key as "programKey" from lead
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
  `.execute(tx);
  if (rows[0] === undefined) throw new Error(`Lead ${leadKey} is gone although it is locked`);
  return rows[0];
};

/** Writes the day whose caps the lead uses, and whether it is paid; called while it uses none. */
export const updateCounting = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: LeadId,
  { countedOn, unpaid }: { countedOn: string; unpaid: boolean },
): Promise<void> => {
  await sql`
    update lead set counted_on = ${countedOn}, unpaid = ${unpaid}
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
  `.execute(tx);
};
