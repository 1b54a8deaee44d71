import { type ServiceArea, serviceAreaSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface CampusPlace {
  ownerKey: number;
  timeZone: string;
  clientKey: number;
  campusKey: number;
  campusName: string;
  campusCode: string;
  virtual: boolean;
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** Locked before its area changes: a concurrent save waits and then finds this one's. */
export const findCampus = async (tx: Tx, campusKey: number, lock = false): Promise<CampusPlace | undefined> => {
  const { rows } = await sql<CampusPlace>`
    select k.owner_key as "ownerKey", o.time_zone as "timeZone", m.client_key as "clientKey", k.campus_key as "campusKey",
           k.name as "campusName", k.code as "campusCode", k.virtual, k.zip, k.latitude::float8 as latitude,
           k.longitude::float8 as longitude
    from campus k join client_model m using (owner_key, client_model_key) join owner o on o.owner_key = k.owner_key
    where k.campus_key = ${campusKey} ${lock ? sql`for no key update of k` : sql``}
  `.execute(tx);
  return rows[0];
};

export interface StoredArea {
  /** Null: the campus's own. */
  programKey: number | null;
  programName: string | null;
  programCode: string | null;
  area: ServiceArea | null;
  rowVersion: number;
  savedBy: string | null;
  savedAt: string | null;
}

/** The area of a campus and one for each of its programs, also of those that never had one. */
export const listCampusAreas = async (
  tx: Tx,
  { ownerKey, campusKey }: Pick<CampusPlace, 'ownerKey' | 'campusKey'>,
): Promise<StoredArea[]> => {
  const { rows } = await sql<Omit<StoredArea, 'area' | 'savedAt'> & { area: unknown; savedAt: Date | null }>`
    select p.program_key as "programKey", p.name as "programName", p.code as "programCode", a.area,
           coalesce(a.row_version, 0) as "rowVersion", nullif(concat_ws(' ', u.first_name, u.last_name), '') as "savedBy",
           a.saved_at as "savedAt"
    from (
      select null::int as program_key, null as name, null as code
      union all select program_key, name, code from program where owner_key = ${ownerKey} and campus_key = ${campusKey}
    ) p
    left join service_area a on a.owner_key = ${ownerKey} and a.campus_key = ${campusKey}
      and a.program_key is not distinct from p.program_key
    left join user_account u on u.user_key = a.saved_by
    order by p.program_key nulls first
  `.execute(tx);
  return rows.map(({ area, savedAt, ...row }) => ({
    ...row,
    area: area === null ? null : serviceAreaSchema.parse(area),
    savedAt: savedAt?.toISOString() ?? null,
  }));
};

export const upsertArea = async (
  tx: Tx,
  { ownerKey, campusKey, programKey }: { ownerKey: number; campusKey: number; programKey: number | null },
  { area, by, at }: { area: ServiceArea | null; by: number | null; at: Date },
): Promise<void> => {
  await sql`
    insert into service_area as a (owner_key, campus_key, program_key, area, saved_by, saved_at)
    values (${ownerKey}, ${campusKey}, ${programKey}, ${area === null ? null : JSON.stringify(area)}::jsonb, ${by}, ${at})
    on conflict (owner_key, campus_key, program_key) do update
      set area = excluded.area, saved_by = excluded.saved_by, saved_at = excluded.saved_at, row_version = a.row_version + 1
  `.execute(tx);
};

/** The inquiries of a campus or one of its programs since a day, by ZIP code, without tests. */
export const listLeadsByZip = async (
  tx: Tx,
  { ownerKey, campusKey, programKey }: { ownerKey: number; campusKey: number; programKey: number | null },
  since: string,
): Promise<{ zip: string | null; leads: number }[]> => {
  const { rows } = await sql<{ zip: string | null; leads: number }>`
    select zip, count(*)::int as leads from lead
    where owner_key = ${ownerKey} and captured_date >= ${since} and campus_key = ${campusKey} and status <> 'TST'
      and (${programKey}::int is null or program_key = ${programKey}::int)
    group by zip order by zip
  `.execute(tx);
  return rows;
};

interface ListedProgram {
  campusKey: number;
  campusName: string;
  campusActive: boolean;
  programKey: number | null;
  programName: string | null;
  programActive: boolean | null;
}

/** The campuses of a client with their programs; a campus without programs has one row. */
export const listClientPrograms = async (tx: Tx, clientKey: number): Promise<ListedProgram[]> => {
  const { rows } = await sql<ListedProgram>`
    select k.campus_key as "campusKey", k.name as "campusName", k.active as "campusActive", p.program_key as "programKey",
           p.name as "programName", p.active as "programActive"
    from campus k
    join client_model m using (owner_key, client_model_key)
    left join program p on p.owner_key = k.owner_key and p.campus_key = k.campus_key
    where m.client_key = ${clientKey}
    order by k.active desc, lower(k.name), k.campus_key, p.active desc, lower(p.name), p.program_key
  `.execute(tx);
  return rows;
};
