import { type PrivacyFound, type PrivacyRequestKind, type PrivacySettings } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The hashes that find a person's leads at one owner. */
export interface PersonHashes {
  email: Buffer | null;
  phone: Buffer | null;
}

export type FoundLead = Omit<PrivacyFound['leads'][number], 'createdAt'> & { createdAt: Date; capturedDate: string };

/** By address and by number, each with its own index. Erased leads cannot be found any more. */
export const listLeadsOf = async (
  tx: Tx,
  ownerKey: number,
  { email, phone }: PersonHashes,
  until: Date,
): Promise<FoundLead[]> => {
  const { rows } = await sql<FoundLead>`
    select l.lead_key::int as "leadCaptureKey", l.public_id as "leadId", l.created_at as "createdAt", l.status,
           l.captured_date::text as "capturedDate", cl.name as "clientName", c.name as "campaignName"
    from (
      select captured_date, lead_key from lead_person where owner_key = ${ownerKey} and email_hash = ${email}
      union
      select captured_date, lead_key from lead_person where owner_key = ${ownerKey} and phone_hash = ${phone}
    ) p
    join lead l on l.owner_key = ${ownerKey} and l.captured_date = p.captured_date and l.lead_key = p.lead_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    where l.created_at <= ${until}
    order by l.created_at desc, l.lead_key desc
  `.execute(tx);
  return rows;
};

/**
 * Erases people and returns how many; those erased before are not counted again. With the hashes of a request, files that hold the person
 * are erased too; null for an expiry by time.
 */
export const erasePeople = async (
  tx: Tx,
  ownerKey: number,
  leadKeys: readonly number[],
  at: Date,
  personHashes: PersonHashes | null,
): Promise<number> => {
  const hashes = personHashes && [personHashes.email, personHashes.phone].filter((hash) => hash !== null);
  const { rows } = await sql<{ erased: number }>`
    select app.erase_people(${ownerKey}, ${[...leadKeys]}::bigint[], ${at}, ${hashes}::bytea[]) as erased
  `.execute(tx);
  return rows[0]?.erased ?? 0;
};

interface NewRequest extends PersonHashes {
  ownerKey: number;
  kind: PrivacyRequestKind;
  reference: string;
  leads: number;
  at: Date;
  by: number | null;
}
export const insertRequest = async (tx: Tx, request: NewRequest): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into privacy_request (owner_key, kind, email_hash, phone_hash, reference, leads, asked_at, asked_by)
    values (${request.ownerKey}, ${request.kind}, ${request.email}, ${request.phone}, ${request.reference}, ${request.leads},
            ${request.at}, ${request.by})
    returning request_key as key
  `.execute(tx);
  return rows[0]?.key ?? 0;
};

export const findErasure = async (
  tx: Tx,
  ownerKey: number,
  requestKey: number,
): Promise<(PersonHashes & { askedAt: Date }) | undefined> => {
  const { rows } = await sql<PersonHashes & { askedAt: Date }>`
    select email_hash as email, phone_hash as phone, asked_at as "askedAt" from privacy_request
    where owner_key = ${ownerKey} and request_key = ${requestKey} and kind = 'ERASE'
  `.execute(tx);
  return rows[0];
};

/** More than anybody reads; the newest are kept. */
const MAX_REQUESTS = 500;
interface StoredRequest {
  requestKey: number;
  kind: PrivacyRequestKind;
  reference: string;
  leads: number;
  askedAt: Date;
  askedBy: string;
}
export const listRequests = async (tx: Tx, ownerKey: number): Promise<StoredRequest[]> => {
  const { rows } = await sql<StoredRequest>`
    select r.request_key as "requestKey", r.kind, r.reference, r.leads, r.asked_at as "askedAt",
           concat_ws(' ', u.first_name, u.last_name) as "askedBy"
    from privacy_request r left join user_account u on u.user_key = r.asked_by
    where r.owner_key = ${ownerKey} order by r.asked_at desc, r.request_key desc limit ${MAX_REQUESTS}
  `.execute(tx);
  return rows;
};

/** Default settings: personal data are kept; the first save updates version 0. */
const UNSAVED: PrivacySettings = { personMonths: null, version: 0 };

export const findSettings = async (tx: Tx, ownerKey: number): Promise<PrivacySettings> => {
  const { rows } = await sql<PrivacySettings>`
    select person_months as "personMonths", row_version as version from privacy_setting where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0] ?? UNSAVED;
};

/** Null where another user saved in between. */
export const upsertSettings = async (
  tx: Tx,
  ownerKey: number,
  { personMonths, version }: PrivacySettings,
  by: number | null,
  at: Date,
): Promise<PrivacySettings | null> => {
  const { rows } = await sql<PrivacySettings>`
    insert into privacy_setting as s (owner_key, person_months, saved_by, saved_at)
    select ${ownerKey}, ${personMonths}::int, ${by}::int, ${at}::timestamptz
    where ${version} = 0 or exists (select from privacy_setting where owner_key = ${ownerKey})
    on conflict (owner_key) do update
      set person_months = excluded.person_months, saved_by = excluded.saved_by, saved_at = excluded.saved_at,
          row_version = s.row_version + 1
      where s.row_version = ${version}
    returning person_months as "personMonths", row_version as version
  `.execute(tx);
  return rows[0] ?? null;
};

export const findZone = async (tx: Tx, ownerKey: number): Promise<string> => {
  const { rows } = await sql<{
    zone: string;
  }>`select time_zone as zone from owner where owner_key = ${ownerKey}`.execute(tx);
  return rows[0]?.zone ?? 'UTC';
};
