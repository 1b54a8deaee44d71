import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { isOfLineItem } from '../../../shared/line-item-programs.ts';

interface CampusPlace {
  campusKey: number;
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The campuses of a client that have coordinates for a circle. */
export const listCampusPlaces = async (tx: Tx, clientKey: number): Promise<CampusPlace[]> => {
  const { rows } = await sql<CampusPlace>`
    select k.campus_key as "campusKey", k.zip, k.latitude::float8 as latitude, k.longitude::float8 as longitude
    from campus k join client_model m using (owner_key, client_model_key)
    where m.client_key = ${clientKey} and not k.virtual
  `.execute(tx);
  return rows;
};

/** The programs of a campaign as in the form: the chosen ones, else those of the line item, else all. */
export const listTargetedPrograms = async (
  tx: Tx,
  of: { ownerKey: number; clientKey: number; goalKey: number | null; programKeys: readonly number[] },
): Promise<{ programKey: number; campusKey: number }[]> => {
  const { rows } = await sql<{ programKey: number; campusKey: number }>`
    select p.program_key as "programKey", p.campus_key as "campusKey"
    from (select ${of.ownerKey}::int as owner_key, ${of.goalKey}::int as goal_key) c
    join program p on p.owner_key = c.owner_key
    join campus x on x.owner_key = p.owner_key and x.campus_key = p.campus_key
    join client_model m on m.owner_key = x.owner_key and m.client_model_key = x.client_model_key
    where m.client_key = ${of.clientKey}
      and case when cardinality(${[...of.programKeys]}::int[]) > 0 then p.program_key = any (${[...of.programKeys]}::int[])
               else ${isOfLineItem} end
  `.execute(tx);
  return rows;
};
