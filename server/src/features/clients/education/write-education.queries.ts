import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** Models by client and name, inserted where the client has none of that name. */
export const putModels = async (
  tx: Tx,
  ownerKey: number,
  wanted: readonly { clientKey: number; name: string }[],
): Promise<{ clientKey: number; name: string; modelKey: number }[]> => {
  const json = JSON.stringify(wanted.map(({ clientKey, name }) => ({ client_key: clientKey, name })));
  await sql`
    insert into client_model (owner_key, client_key, name)
    select ${ownerKey}, n.client_key, min(n.name) from jsonb_to_recordset(${json}::jsonb) n (client_key int, name text)
    group by n.client_key, lower(n.name)
    on conflict (owner_key, client_key, lower(name)) do nothing
  `.execute(tx);
  const { rows } = await sql<{ clientKey: number; name: string; modelKey: number }>`
    select m.client_key as "clientKey", m.name, m.client_model_key as "modelKey" from client_model m
    where m.owner_key = ${ownerKey}
      and m.client_key in (select client_key from jsonb_to_recordset(${json}::jsonb) n (client_key int))
  `.execute(tx);
  return rows;
};

/** The only model of a client, or a new one with the client's name where it has none. */
export const findOnlyModels = async (
  tx: Tx,
  ownerKey: number,
  clientKeys: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ clientKey: number; name: string }>`
    select l.client_key as "clientKey",
           coalesce((select min(m.name) from client_model m where m.owner_key = l.owner_key and m.client_key = l.client_key), l.name) as name
    from client l where l.owner_key = ${ownerKey} and l.client_key = any (${[...clientKeys]}::int[])
  `.execute(tx);
  return new Map(rows.map(({ clientKey, name }) => [clientKey, name]));
};

export interface CampusValues {
  code: string;
  client_model_key: number;
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  time_zone: string;
  virtual: boolean;
  latitude: number | null;
  longitude: number | null;
}

const CAMPUS_FIELDS = sql`(campus_key int, code text, client_model_key int, name text, address text, city text, state text, zip text,
  phone text, time_zone text, virtual boolean, latitude numeric, longitude numeric)`;

export const insertCampuses = async (
  tx: Tx,
  ownerKey: number,
  campuses: readonly CampusValues[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ code: string; key: number }>`
    insert into campus (owner_key, client_model_key, name, code, address, city, state, zip, phone, time_zone, virtual, latitude,
                        longitude, active)
    select ${ownerKey}, n.client_model_key, n.name, n.code, n.address, n.city, n.state, n.zip, n.phone, n.time_zone, n.virtual,
           n.latitude, n.longitude, true
    from jsonb_to_recordset(${JSON.stringify(campuses)}::jsonb) n ${CAMPUS_FIELDS}
    returning lower(code) as code, campus_key as key
  `.execute(tx);
  return new Map(rows.map(({ code, key }) => [code, key]));
};

export const updateCampuses = async (
  tx: Tx,
  ownerKey: number,
  campuses: readonly (CampusValues & { campus_key: number })[],
): Promise<void> => {
  await sql`
    update campus k set client_model_key = n.client_model_key, name = n.name, address = n.address, city = n.city, state = n.state,
           zip = n.zip, phone = n.phone, time_zone = n.time_zone, latitude = n.latitude, longitude = n.longitude
    from jsonb_to_recordset(${JSON.stringify(campuses)}::jsonb) n ${CAMPUS_FIELDS}
    where k.owner_key = ${ownerKey} and k.campus_key = n.campus_key
  `.execute(tx);
};

export interface ProgramValues {
  campus_key: number;
  code: string;
  name: string;
  degree_level: string;
  modality: string;
  subject_area: string;
  cip_code: string | null;
  length_months: number | null;
  min_education: string | null;
  start_dates: string[];
  landing_url: string | null;
  client_program_code: string | null;
}

const PROGRAM_FIELDS = sql`(program_key int, campus_key int, code text, name text, degree_level text, modality text, subject_area text,
  cip_code text, length_months int, min_education text, start_dates date[], landing_url text, client_program_code text, active boolean)`;

/** By campus and code. */
export const insertPrograms = async (
  tx: Tx,
  ownerKey: number,
  programs: readonly (ProgramValues & { active: boolean })[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ at: string; key: number }>`
    insert into program (owner_key, campus_key, name, code, degree_level, modality, subject_area, cip_code, length_months,
                         min_education, start_dates, landing_url, client_program_code, active)
    select ${ownerKey}, n.campus_key, n.name, n.code, n.degree_level, n.modality, n.subject_area, n.cip_code, n.length_months,
           n.min_education, n.start_dates, n.landing_url, n.client_program_code, n.active
    from jsonb_to_recordset(${JSON.stringify(programs)}::jsonb) n ${PROGRAM_FIELDS}
    returning campus_key || '|' || lower(code) as at, program_key as key
  `.execute(tx);
  return new Map(rows.map(({ at, key }) => [at, key]));
};

/** `active` null leaves a program open or closed as it is. */
export const updatePrograms = async (
  tx: Tx,
  ownerKey: number,
  programs: readonly (ProgramValues & { program_key: number; active: boolean | null })[],
): Promise<void> => {
  await sql`
    update program p set name = n.name, degree_level = n.degree_level, modality = n.modality, subject_area = n.subject_area,
           cip_code = n.cip_code, length_months = n.length_months, min_education = n.min_education, start_dates = n.start_dates,
           landing_url = n.landing_url, client_program_code = n.client_program_code, active = coalesce(n.active, p.active)
    from jsonb_to_recordset(${JSON.stringify(programs)}::jsonb) n ${PROGRAM_FIELDS}
    where p.owner_key = ${ownerKey} and p.program_key = n.program_key
  `.execute(tx);
};

export const closePrograms = async (tx: Tx, ownerKey: number, programKeys: readonly number[]): Promise<void> => {
  await sql`
    update program set active = false
    where owner_key = ${ownerKey} and active and program_key = any (${[...programKeys]}::int[])
  `.execute(tx);
};

/** Reopens a closed campus when the file opens one of its programs; its other programs stay closed, as they were with it. */
export const openCampuses = async (
  tx: Tx,
  ownerKey: number,
  campusKeys: readonly number[],
  openedPrograms: readonly number[],
): Promise<number[]> => {
  await sql`
    update program p set active = false
    from campus k
    where k.owner_key = ${ownerKey} and k.campus_key = any (${[...campusKeys]}::int[]) and not k.active
      and p.owner_key = k.owner_key and p.campus_key = k.campus_key and p.active
      and not (p.program_key = any (${[...openedPrograms]}::int[]))
  `.execute(tx);
  const { rows } = await sql<{ key: number }>`
    update campus set active = true
    where owner_key = ${ownerKey} and campus_key = any (${[...campusKeys]}::int[]) and not active
    returning campus_key as key
  `.execute(tx);
  return rows.map(({ key }) => key);
};

/** Closes a campus with its last open program. */
export const closeEmptyCampuses = async (
  tx: Tx,
  ownerKey: number,
  campusKeys: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    update campus k set active = false
    where k.owner_key = ${ownerKey} and k.campus_key = any (${[...campusKeys]}::int[]) and k.active
      and not exists (select from program p where p.owner_key = k.owner_key and p.campus_key = k.campus_key and p.active)
    returning k.campus_key as key
  `.execute(tx);
  return rows.map(({ key }) => key);
};
