import {
  type BrandForm,
  type CampusForm,
  type ClientForm,
  type DedupConfig,
  type OwnerForm,
  type ProgramForm,
  type VendorForm,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface Vertical {
  verticalKey: number;
  verticalName: string;
}

export const listVerticals = async (tx: Tx): Promise<Vertical[]> => {
  const { rows } = await sql<Vertical>`
    select vertical_key as "verticalKey", name as "verticalName" from vertical order by name = 'Other', lower(name)
  `.execute(tx);
  return rows;
};

export const isOwnerNameTaken = async (tx: Tx, name: string): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`select app.is_owner_name_taken(${name}) as taken`.execute(tx);
  return rows[0]!.taken;
};

/** Null where the name is taken. The rest of the transaction works on the new owner too. */
export const insertOwner = async (tx: Tx, form: OwnerForm): Promise<number | null> => {
  const { ownerName, description, verticalKey, timeZone, dedupPeriodInDays } = form;
  const { rows } = await sql<{ key: number | null }>`
    select app.make_owner(${ownerName}, ${description}, ${verticalKey}, ${timeZone}, ${dedupPeriodInDays}) as key
  `.execute(tx);
  return rows[0]!.key;
};

export const findVerticalOf = async (tx: Tx, ownerKey: number): Promise<Vertical | undefined> => {
  const { rows } = await sql<Vertical>`
    select vertical_key as "verticalKey", v.name as "verticalName" from owner o join vertical v using (vertical_key)
    where o.owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0];
};

export interface Brand {
  brandKey: number;
  brandName: string;
}

/** Those whose name the owner did not have. */
export const insertBrands = async (tx: Tx, ownerKey: number, brands: readonly BrandForm[]): Promise<Brand[]> => {
  const { rows } = await sql<Brand>`
    insert into brand (owner_key, name)
    select ${ownerKey}, t.name from unnest(${brands.map(({ brandName }) => brandName)}::text[]) with ordinality t (name, place)
    order by t.place
    on conflict (owner_key, lower(name)) do nothing returning brand_key as "brandKey", name as "brandName"
  `.execute(tx);
  return rows;
};

export const listKeysOf = async (
  tx: Tx,
  ownerKey: number,
  of: 'brand' | 'client',
  keys: readonly number[],
): Promise<number[]> => {
  const column = sql.ref(`${of}_key`);
  const { rows } = await sql<{ key: number }>`
    select ${column} as key from ${sql.table(of)} where owner_key = ${ownerKey} and ${column} = any (${[...keys]}::int[])
  `.execute(tx);
  return rows.map(({ key }) => key);
};

export type NewClient = ClientForm & { brandKey: number };
export interface MadeClient {
  clientKey: number;
  clientName: string;
  clientCode: string;
}

/** Those whose code the owner did not have. */
export const insertClients = async (tx: Tx, ownerKey: number, clients: readonly NewClient[]): Promise<MadeClient[]> => {
  const rowsOf = clients.map(({ brandKey, clientName, clientCode }) => ({ brandKey, clientName, clientCode }));
  const { rows } = await sql<MadeClient>`
    insert into client (owner_key, brand_key, name, code)
    select ${ownerKey}, (t.row ->> 'brandKey')::int, t.row ->> 'clientName', t.row ->> 'clientCode'
    from jsonb_array_elements(${JSON.stringify(rowsOf)}::jsonb) with ordinality t (row, place) order by t.place
    on conflict (owner_key, lower(code)) do nothing
    returning client_key as "clientKey", name as "clientName", code as "clientCode"
  `.execute(tx);
  return rows;
};

export interface MadeModel {
  clientKey: number;
  clientModelKey: number;
  name: string;
}

export const insertModels = async (
  tx: Tx,
  ownerKey: number,
  models: readonly { clientKey: number; name: string }[],
): Promise<MadeModel[]> => {
  const { rows } = await sql<MadeModel>`
    insert into client_model (owner_key, client_key, name)
    select ${ownerKey}, (t.row ->> 'clientKey')::int, t.row ->> 'name'
    from jsonb_array_elements(${JSON.stringify(models)}::jsonb) with ordinality t (row, place) order by t.place
    returning client_key as "clientKey", client_model_key as "clientModelKey", name
  `.execute(tx);
  return rows;
};

/** The first version of their criteria: values left out are the defaults. */
export const insertDedupCriteria = async (
  tx: Tx,
  ownerKey: number,
  clientKeys: readonly number[],
  { match, scope }: DedupConfig,
  { by, at }: { by: number; at: Date },
): Promise<void> => {
  await sql`
    insert into client_criteria (owner_key, client_key, version, body, saved_by, saved_at)
    select ${ownerKey}, k, 1, ${JSON.stringify({ dedup: { match, scope } })}::jsonb, ${by}, ${at}
    from unnest(${[...clientKeys]}::int[]) k
  `.execute(tx);
};

export type NewCampus = CampusForm & {
  clientModelKey: number;
  city: string | null;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** In the owner's time zone. */
export const insertCampuses = async (
  tx: Tx,
  ownerKey: number,
  campuses: readonly NewCampus[],
): Promise<{ campusKey: number; campusCode: string }[]> => {
  const { rows } = await sql<{ campusKey: number; campusCode: string }>`
    insert into campus (owner_key, client_model_key, name, code, virtual, zip, city, state, latitude, longitude, time_zone)
    select o.owner_key, r."clientModelKey", r."campusName", r."campusCode", r.virtual, nullif(r.zip, ''), r.city, r.state, r.latitude,
           r.longitude, o.time_zone
    from jsonb_to_recordset(${JSON.stringify(campuses)}::jsonb) r ("clientModelKey" int, "campusName" text, "campusCode" text,
           virtual boolean, zip text, city text, state text, latitude numeric, longitude numeric),
         owner o where o.owner_key = ${ownerKey}
    returning campus_key as "campusKey", code as "campusCode"
  `.execute(tx);
  return rows;
};

export const insertPrograms = async (
  tx: Tx,
  ownerKey: number,
  programs: readonly (ProgramForm & { campusKey: number })[],
): Promise<void> => {
  await sql`
    insert into program (owner_key, campus_key, name, code, degree_level, modality, subject_area)
    select ${ownerKey}, r."campusKey", r."programName", r."programCode", r."degreeLevel", r.modality, r."subjectArea"
    from jsonb_to_recordset(${JSON.stringify(programs)}::jsonb) r ("campusKey" int, "programName" text, "programCode" text,
           "degreeLevel" text, modality text, "subjectArea" text)
  `.execute(tx);
};

export interface Platform {
  platformKey: number;
  platformName: string;
}

export const listPlatforms = async (tx: Tx): Promise<Platform[]> => {
  const { rows } = await sql<Platform>`
    select platform_key as "platformKey", name as "platformName" from trading_platform order by lower(name)
  `.execute(tx);
  return rows;
};

export type NewVendor = VendorForm & { clientKey: number };
export interface MadeVendor {
  semClientAccountKey: number;
  platformKey: number;
  accountId: string;
  accountName: string;
}

/** Those the owner did not have; in its time zone, and of the platform's channel. */
export const insertVendors = async (tx: Tx, ownerKey: number, vendors: readonly NewVendor[]): Promise<MadeVendor[]> => {
  const { rows } = await sql<MadeVendor>`
    insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, fee_percent, channel)
    select o.owner_key, r."platformKey", r."clientKey", r."accountId", r."accountName", o.time_zone, r."feePercent", p.channel
    from jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) r ("platformKey" int, "clientKey" int, "accountId" text,
           "accountName" text, "feePercent" numeric)
    join trading_platform p on p.platform_key = r."platformKey", owner o where o.owner_key = ${ownerKey}
    on conflict (owner_key, platform_key, account_id) do nothing
    returning account_key as "semClientAccountKey", platform_key as "platformKey", account_id as "accountId", account_name as "accountName"
  `.execute(tx);
  return rows;
};

interface ActivePartner {
  partnerKey: number;
  name: string;
}

export const listActivePartners = async (tx: Tx, partnerKeys: readonly number[]): Promise<ActivePartner[]> => {
  const { rows } = await sql<ActivePartner>`
    select partner_key as "partnerKey", name from media_partner where active and partner_key = any (${[...partnerKeys]}::int[])
  `.execute(tx);
  return rows;
};

/** From the owner's present day on. */
export const insertPartnerClients = async (
  tx: Tx,
  ownerKey: number,
  pairs: readonly { partnerKey: number; clientKey: number }[],
  now: Date,
): Promise<void> => {
  await sql`
    insert into partner_client (owner_key, partner_key, client_key, since)
    select o.owner_key, r."partnerKey", r."clientKey", (${now}::timestamptz at time zone o.time_zone)::date
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) r ("partnerKey" int, "clientKey" int), owner o
    where o.owner_key = ${ownerKey}
  `.execute(tx);
};
