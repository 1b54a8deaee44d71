import { type Owner } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export const findOwner = async (tx: Tx, ownerKey: number): Promise<Owner | undefined> => {
  const { rows } = await sql<Owner>`
    select o.owner_key as "ownerKey", o.name as "ownerName", o.description, o.vertical_key as "verticalKey",
           v.name as "verticalName", o.time_zone as "timeZone", o.dedup_days as "dedupPeriodInDays"
    from owner o join vertical v using (vertical_key)
    where o.owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0];
};
