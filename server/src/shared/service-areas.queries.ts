import { type ServiceArea, serviceAreaSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';

interface StoredArea {
  campusKey: number;
  programKey: number | null;
  area: unknown;
}

/** Areas served, by campus and by program. */
interface Areas {
  campusAreas: Map<number, ServiceArea>;
  programAreas: Map<number, ServiceArea>;
}

const readAreas = (stored: readonly StoredArea[]): Areas => {
  const campusAreas = new Map<number, ServiceArea>();
  const programAreas = new Map<number, ServiceArea>();
  for (const { campusKey, programKey, area } of stored) {
    const read = serviceAreaSchema.parse(area);
    if (programKey === null) campusAreas.set(campusKey, read);
    else programAreas.set(programKey, read);
  }
  return { campusAreas, programAreas };
};

/** Areas of a client's campuses and programs that have their own. */
export const listAreas = async (
  tx: Tx,
  { ownerKey, clientKey }: { ownerKey: number; clientKey: number },
): Promise<Areas> => {
  const { rows } = await sql<StoredArea>`
    select a.campus_key as "campusKey", a.program_key as "programKey", a.area
    from service_area a
    join campus x on x.owner_key = a.owner_key and x.campus_key = a.campus_key
    join client_model m on m.owner_key = x.owner_key and m.client_model_key = x.client_model_key
    where a.owner_key = ${ownerKey} and m.client_key = ${clientKey} and a.area is not null
  `.execute(tx);
  return readAreas(rows);
};
