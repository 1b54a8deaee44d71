import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type LeadId } from '../../../shared/delivery/move-lead.ts';
import { type StoredPost } from '../../../shared/intake/decide-again.ts';
import { type LeadPrice } from '../../../shared/intake/price.rules.ts';

/** A lead to be accepted: the campaign whose caps it would use, and what it was posted with. */
export interface RefusedLead extends LeadId, StoredPost {
  sourceKey: number | null;
  programKey: number | null;
  reasons: string[];
  /** Whether its price is not known yet. */
  isUnpriced: boolean;
  /** Whether the checks gave it its status, and no user. */
  isDecidedByChecks: boolean;
}

const keysOf = (leads: readonly LeadId[]) => sql`${leads.map(({ leadKey }) => leadKey)}::bigint[]`;
const daysOf = (leads: readonly LeadId[]) => sql`${leads.map(({ capturedDate }) => capturedDate)}::date[]`;

/** In the order of the keys. Personal data stay sealed, and are not read unless all checks run again. */
export const listRefusedLeads = async (
  tx: Tx,
  ownerKey: number,
  leads: readonly LeadId[],
  { withPost }: { withPost: boolean },
): Promise<RefusedLead[]> => {
  const days = daysOf(leads);
  const { rows } = await sql<RefusedLead>`
    select l.owner_key as "ownerKey", l.lead_key::int as "leadKey", l.captured_date::text as "capturedDate",
           l.campaign_key as "campaignKey", l.created_at as "createdAt", l.publisher_source_key as "sourceKey",
           l.program_key as "programKey", l.status_reasons as reasons, l.client_price = 0 and l.media_price = 0 as "isUnpriced",
           ${withPost ? sql`p.sealed` : sql`null::bytea`} as sealed, c.consent_text as "consentText",
           coalesce((select h.checks is not null from lead_status_change h
                     where h.owner_key = l.owner_key and h.captured_date = l.captured_date and h.lead_key = l.lead_key
                       and h.to_status = l.status and h.note <> ${NOTE_OF_UNDO}
                     order by h.at desc, h.change_key desc limit 1), false) as "isDecidedByChecks"
    from unnest(${days}, ${keysOf(leads)}) w (day, key)
    join lead l on l.owner_key = ${ownerKey} and l.captured_date = any (${days}) and l.captured_date = w.day and l.lead_key = w.key
    left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
    left join lead_consent c on c.owner_key = l.owner_key and c.captured_date = l.captured_date and c.lead_key = l.lead_key
    order by l.lead_key
  `.execute(tx);
  return rows;
};

/** The note in the history of a lead whose move was undone. */
export const NOTE_OF_UNDO = 'Undone';

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

/** What the checks know of a lead now and did not when it was refused. Null leaves the value as it is. */
export interface KnownNow {
  flags: readonly string[];
  sourceKey: number | null;
  program: { programKey: number; campusKey: number } | null;
  price: LeadPrice | null;
}

export const updateKnown = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: LeadId,
  { flags, sourceKey, program, price }: KnownNow,
): Promise<void> => {
  await sql`
    update lead
    set flags = ${[...flags]}, publisher_source_key = coalesce(${sourceKey}::int, publisher_source_key),
        program_key = coalesce(${program?.programKey ?? null}::int, program_key),
        campus_key = coalesce(${program?.campusKey ?? null}::int, campus_key),
        client_price = coalesce(${price?.client ?? null}::numeric, client_price),
        media_price = coalesce(${price?.media ?? null}::numeric, media_price)
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
  `.execute(tx);
};
