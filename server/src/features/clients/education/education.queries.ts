import { type LookupCampus, type LookupChannel } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** A program as a row of the education data file. */
export interface EducationRow {
  clientCode: string;
  modelName: string;
  campusCode: string;
  campusName: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  timeZone: string;
  programCode: string;
  programName: string;
  degreeLevel: string;
  modality: string;
  subjectArea: string;
  cipCode: string | null;
  lengthMonths: number | null;
  minEducation: string | null;
  startDates: string;
  landingUrl: string | null;
  clientProgramCode: string | null;
  active: boolean;
  rowVersion: number;
}

const CAMPUS_VALUES = sql`
  m.name as "modelName", k.name as "campusName", k.address, k.city, k.state, k.zip, k.phone, k.time_zone as "timeZone"`;
/** Both versions only rise, so their sum changes whenever one of them does. */
const PROGRAM_VALUES = sql`
  p.name as "programName", p.degree_level as "degreeLevel", p.modality, p.subject_area as "subjectArea", p.cip_code as "cipCode",
  p.length_months as "lengthMonths", p.min_education as "minEducation",
  array_to_string(array(select d::text from unnest(p.start_dates) d order by d), ';') as "startDates",
  p.landing_url as "landingUrl", p.client_program_code as "clientProgramCode", p.active and k.active as active,
  p.row_version + k.row_version as "rowVersion"`;

const listRows = async (tx: Tx, where: RawBuilder<unknown>): Promise<EducationRow[]> => {
  const { rows } = await sql<EducationRow>`
    select l.code as "clientCode", k.code as "campusCode", p.code as "programCode", ${CAMPUS_VALUES}, ${PROGRAM_VALUES}
    from client l
    join client_model m on m.owner_key = l.owner_key and m.client_key = l.client_key
    join campus k on k.owner_key = m.owner_key and k.client_model_key = m.client_model_key
    join program p on p.owner_key = k.owner_key and p.campus_key = k.campus_key
    where ${where}
    order by lower(l.code), lower(k.code), lower(p.code), p.program_key
  `.execute(tx);
  return rows;
};

/** Of one client. */
export const listEducationData = (tx: Tx, clientKey: number): Promise<EducationRow[]> =>
  listRows(tx, sql`l.client_key = ${clientKey}`);

/** Of all clients of an owner. */
export const listOwnerEducationData = (tx: Tx, ownerKey: number): Promise<EducationRow[]> =>
  listRows(tx, sql`l.owner_key = ${ownerKey}`);

export const findOwnerZone = async (tx: Tx, ownerKey: number): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]!.zone;
};

/** The present record that a row of a file names: parts that do not exist yet are null. */
export interface NamedProgram extends Partial<Omit<EducationRow, 'clientCode' | 'campusCode' | 'programCode'>> {
  id: string;
  clientKey: number;
  /** How many models the client has. */
  models: number;
  campusKey: number | null;
  campusActive: boolean | null;
  virtual: boolean | null;
  latitude: number | null;
  longitude: number | null;
  /** Another client that has a campus with this code. */
  otherClient: string | null;
  programKey: number | null;
}

/** Codes as in the file, at the same index of each list. */
export interface NamedCodes {
  ids: readonly string[];
  clients: readonly string[];
  campuses: readonly string[];
  programs: readonly string[];
}

const named = ({ ids, clients, campuses, programs }: NamedCodes) => sql`
  unnest(${[...ids]}::text[], ${[...clients]}::text[], ${[...campuses]}::text[], ${[...programs]}::text[])
    n (id, client, campus, program)`;

/** One file at a time writes an owner's campuses; the rows it will change are locked. */
export const holdEducation = async (tx: Tx, ownerKey: number, codes: NamedCodes): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('education data of owner ' || ${ownerKey}::int, 0))`.execute(
    tx,
  );
  await sql`
    select from campus where owner_key = ${ownerKey} and lower(code) in (select lower(n.campus) from ${named(codes)})
    order by campus_key for no key update
  `.execute(tx);
  await sql`
    select from program p where p.owner_key = ${ownerKey} and (p.campus_key, lower(p.code)) in (
      select k.campus_key, lower(n.program) from ${named(codes)}
      join campus k on k.owner_key = ${ownerKey} and lower(k.code) = lower(n.campus))
    order by p.program_key for no key update
  `.execute(tx);
};

/** Without rows whose client the owner does not have. */
export const listNamed = async (tx: Tx, ownerKey: number, codes: NamedCodes): Promise<NamedProgram[]> => {
  const { rows } = await sql<NamedProgram>`
    select n.id, l.client_key as "clientKey", k.campus_key as "campusKey", k.active as "campusActive", k.virtual,
           k.latitude::float8 as latitude, k.longitude::float8 as longitude, p.program_key as "programKey",
           case when m.client_key <> l.client_key then o.code end as "otherClient",
           (select count(*)::int from client_model x where x.owner_key = l.owner_key and x.client_key = l.client_key) as models,
           ${CAMPUS_VALUES}, ${PROGRAM_VALUES}
    from ${named(codes)}
    join client l on l.owner_key = ${ownerKey} and lower(l.code) = lower(n.client)
    left join campus k on k.owner_key = l.owner_key and lower(k.code) = lower(n.campus)
    left join client_model m on m.owner_key = k.owner_key and m.client_model_key = k.client_model_key
    left join client o on o.owner_key = m.owner_key and o.client_key = m.client_key
    left join program p on p.owner_key = k.owner_key and p.campus_key = k.campus_key and lower(p.code) = lower(n.program)
      and m.client_key = l.client_key
  `.execute(tx);
  return rows;
};

/** How many programs of each campus are open for inquiries. */
export const countOpenPrograms = async (
  tx: Tx,
  ownerKey: number,
  campusKeys: readonly number[],
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ campusKey: number; open: number }>`
    select k.campus_key as "campusKey", count(p.program_key) filter (where p.active and k.active)::int as open
    from campus k left join program p on p.owner_key = k.owner_key and p.campus_key = k.campus_key
    where k.owner_key = ${ownerKey} and k.campus_key = any (${[...campusKeys]}::int[])
    group by k.campus_key
  `.execute(tx);
  return new Map(rows.map(({ campusKey, open }) => [campusKey, open]));
};

export const listLookupChannels = async (tx: Tx, ownerKey: number): Promise<LookupChannel[]> => {
  const { rows } = await sql<LookupChannel>`
    select h.channel, h.name,
           coalesce((select jsonb_agg(jsonb_build_object('channelCustomKey', x.custom_channel_key, 'name', x.name, 'active', x.active)
                                      order by lower(x.name))
                     from custom_channel x where x.owner_key = ${ownerKey} and x.channel = h.channel), '[]') as "customChannels"
    from channel h
    where exists (select from campaign c where c.owner_key = ${ownerKey} and c.channel = h.channel and c.deleted_at is null)
    order by array_position(array['ppl', 'ppc', 'social', 'programmaticDisplay', 'email'], h.channel)
  `.execute(tx);
  return rows;
};

export const listLookupCampuses = async (
  tx: Tx,
  ownerKey: number,
  clientKeys: readonly number[],
): Promise<LookupCampus[]> => {
  const { rows } = await sql<LookupCampus>`
    select k.campus_key as "campusKey", k.name as "campusName", k.code as "campusCode", l.client_key as "clientKey",
           l.name as "clientName", m.client_model_key as "clientModelKey", m.name as "clientModelName", k.state, k.active
    from campus k
    join client_model m on m.owner_key = k.owner_key and m.client_model_key = k.client_model_key
    join client l on l.owner_key = m.owner_key and l.client_key = m.client_key
    where k.owner_key = ${ownerKey} and (${clientKeys.length === 0} or l.client_key = any (${[...clientKeys]}::int[]))
    order by lower(l.name), lower(k.name), k.campus_key
  `.execute(tx);
  return rows;
};
