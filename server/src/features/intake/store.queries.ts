import { sql } from 'kysely';
import { prepareLast, type Statement } from '../../db/connection/prepared.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type CampaignRules } from '../../shared/intake/campaign-rules.ts';
import { type StoredAnswer } from '../../shared/intake/lookups.queries.ts';
import { type StoredChecks } from '../../shared/intake/stored-checks.ts';
import { type PostIdentity } from './post-identity.ts';

/** The stored answer to this post, read without a lock. */
export const findStoredAnswer = async (
  tx: Tx,
  partnerKey: number,
  { hash }: PostIdentity,
  now: Date,
): Promise<StoredAnswer | null> => {
  const { rows } = await sql<StoredAnswer>`
    select content_hash as "contentHash", answer from post_answer
    where partner_key = ${partnerKey} and post_hash = ${hash} and expires_at > ${now}
  `.execute(tx);
  return rows[0] ?? null;
};

/** The publisher of sources that nobody has reviewed yet. */
const NEW_SOURCES = '(New sources)';

/** Inserts an unknown source, to be given a name and a publisher by hand. */
export const upsertSource = async (
  tx: Tx,
  partnerKey: number,
  tag: string,
  status: 'APPROVED' | 'PENDING',
  day: string,
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    with made as (
      insert into publisher (partner_key, name) values (${partnerKey}, ${NEW_SOURCES})
      on conflict (partner_key, lower(name)) do update set name = excluded.name returning publisher_key
    )
    insert into publisher_source (partner_key, publisher_key, source_tag, display_name, status, first_seen)
    select ${partnerKey}, publisher_key, ${tag}, ${tag}, ${status}, ${day} from made
    on conflict (partner_key, lower(source_tag)) do update set row_version = publisher_source.row_version
    returning publisher_source_key as key
  `.execute(tx);
  return rows[0]?.key ?? 0;
};

/** The day of a source's first lead; with a status, reactivates an inactive source. */
export const updateSeenSource = async (
  tx: Tx,
  sourceKey: number,
  day: string,
  status: 'APPROVED' | 'PENDING' | null,
): Promise<void> => {
  await sql`
    update publisher_source set first_seen = coalesce(first_seen, ${day}),
      status = case when status = 'INACTIVE' then coalesce(${status}, status) else status end, row_version = row_version + 1
    where publisher_source_key = ${sourceKey} and (first_seen is null or status = 'INACTIVE')
  `.execute(tx);
};

const store = prepareLast(
  'intake_store',
  `with stored as (
     insert into lead (owner_key, captured_date, lead_key, public_id, created_at, campaign_key, partner_key, publisher_source_key,
       sub_source, program_key, campus_key, status, status_reasons, flags, lead_source_type, device, state, zip, age, education,
       grad_year, degree_of_interest, area_of_interest, military_status, military_branch, start_timeframe, client_price, media_price,
       unpaid, transaction_id, click_id, duplicate_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
       $27, $28, $29, $30, $31, $32)
   ), person as (
     insert into lead_person (owner_key, captured_date, lead_key, key_id, sealed, email_hash, phone_hash, name_zip_hash)
     values ($1, $2, $3, $33, $34, $35, $36, $37)
   ), consent as (
     insert into lead_consent (owner_key, captured_date, lead_key, consent_text, page_url, given_at, ip, user_agent, dialer_opt_in,
       text_opt_in, certificate, disclosure)
     select $1, $2, $3, $38, $39, $40::timestamptz, $41, $42, $43::boolean, $44::boolean, $45, $46 where $38::text is not null
   ), changed as (
     insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status, reasons, changed_by, checks)
     values ($1, $2, $3, $5, $12, $13, $47, $56::jsonb)
   ), seen as (
     insert into lead_dedup (owner_key, scope, hash, last_at, lead_key)
     select $1, $48, h, $5, $3 from unnest($49::bytea[]) h
     on conflict (owner_key, scope, hash) do update set last_at = excluded.last_at, lead_key = excluded.lead_key
   ), held as (
     insert into lead_hold (owner_key, captured_date, lead_key, next_at)
     select $1, $2, $3, $50::timestamptz where $50::timestamptz is not null
   ), queued as (
     insert into delivery_task (owner_key, captured_date, lead_key, client_key, campus_key, endpoint_key, email_hash, phone_hash,
       accepted_at, due_at)
     select $1, $2, $3, $51, $11, (
         select e.endpoint_key from delivery_endpoint e
         where e.owner_key = $1 and e.client_key = $51 and (e.campus_key is null or e.campus_key = $11)
         order by e.campus_key nulls last limit 1), $35, $36, $5, $5
     where $12 = 'VAL'
   )
   insert into post_answer as a (partner_key, post_hash, content_hash, answer, answered_at, expires_at)
   values ($7, $52, $53, $54::jsonb, $5, $55)
   on conflict (partner_key, post_hash) do update
     set content_hash = excluded.content_hash, answer = excluded.answer, expires_at = excluded.expires_at,
         -- A post is locked by whoever answers it, so no valid answer should exist. If one does, the null violates the column's not-null constraint.
         answered_at = case when a.expires_at <= excluded.answered_at then excluded.answered_at end`,
);

/** A decided lead with all its related rows. */
export interface NewLead {
  ownerKey: number;
  capturedDate: string;
  leadKey: number;
  publicId: string;
  at: Date;
  rules: CampaignRules;
  sourceKey: number | null;
  subSource: string | null;
  programKey: number | null;
  campusKey: number | null;
  status: string;
  reasons: readonly string[];
  flags: readonly string[];
  leadSourceType: string;
  device: string;
  state: string | null;
  zip: string | null;
  age: number | null;
  education: string | null;
  gradYear: number | null;
  degree: string | null;
  area: string | null;
  militaryStatus: string | null;
  militaryBranch: string | null;
  startTimeframe: string | null;
  prices: { client: number; media: number };
  unpaid: boolean;
  transactionId: string | null;
  clickId: string | null;
  duplicateOf: number | null;
  person: { keyId: number; sealed: Buffer; email: Buffer | null; phone: Buffer | null; nameZip: Buffer | null };
  consent: {
    text: string;
    pageUrl: string;
    givenAt: Date;
    ip: string | null;
    userAgent: string | null;
    dialerOptIn: boolean | null;
    textOptIn: boolean | null;
    certificate: string | null;
    disclosure: string | null;
  } | null;
  changedBy: number | null;
  checks: StoredChecks;
  reservation: { scope: string; hashes: readonly Buffer[] };
  /** When a held lead is tried again. */
  tryAgainAt: Date | null;
  identity: PostIdentity;
  answer: unknown;
}

/** Links a click to its lead: the first lead that names it. */
export const updateClick = async (tx: Tx, ownerKey: number, clickId: string | null, leadKey: number): Promise<void> => {
  await sql`
    update click set lead_key = ${leadKey} where owner_key = ${ownerKey} and click_id = ${clickId}::uuid and lead_key is null
  `.execute(tx);
};

/** One statement: either all of it is stored, or nothing. */
export const storingLead = (lead: NewLead): Statement => {
  const { rules, prices, person, consent, reservation, identity } = lead;
  return store([
    lead.ownerKey,
    lead.capturedDate,
    lead.leadKey,
    lead.publicId,
    lead.at,
    rules.campaign.campaignKey,
    rules.campaign.partnerKey,
    lead.sourceKey,
    lead.subSource,
    lead.programKey,
    lead.campusKey,
    lead.status,
    lead.reasons,
    lead.flags,
    lead.leadSourceType,
    lead.device,
    lead.state,
    lead.zip,
    lead.age,
    lead.education,
    lead.gradYear,
    lead.degree,
    lead.area,
    lead.militaryStatus,
    lead.militaryBranch,
    lead.startTimeframe,
    prices.client,
    prices.media,
    lead.unpaid,
    lead.transactionId,
    lead.clickId,
    lead.duplicateOf,
    person.keyId,
    person.sealed,
    person.email,
    person.phone,
    person.nameZip,
    consent?.text ?? null,
    consent?.pageUrl ?? null,
    consent?.givenAt ?? null,
    consent?.ip ?? null,
    consent?.userAgent ?? null,
    consent?.dialerOptIn ?? null,
    consent?.textOptIn ?? null,
    consent?.certificate ?? null,
    consent?.disclosure ?? null,
    lead.changedBy,
    reservation.scope,
    reservation.hashes,
    lead.tryAgainAt,
    rules.client.clientKey,
    identity.hash,
    identity.content,
    JSON.stringify(lead.answer),
    identity.expiresAt,
    JSON.stringify(lead.checks),
  ]);
};
