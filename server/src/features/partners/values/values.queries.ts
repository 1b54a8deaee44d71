import { type MappedValue } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface MapOf {
  ownerKey: number;
  partnerKey: number;
  clientKey: number;
}

const isOf = ({ ownerKey, partnerKey, clientKey }: MapOf) =>
  sql`owner_key = ${ownerKey} and partner_key = ${partnerKey} and client_key = ${clientKey}`;

export const listValues = async (tx: Tx, map: MapOf): Promise<MappedValue[]> => {
  const { rows } = await sql<MappedValue>`
    select field, partner_value as "partnerValue", our_value as "ourValue" from partner_value_map
    where ${isOf(map)} order by field, lower(partner_value)
  `.execute(tx);
  return rows;
};

export const findClientName = async (tx: Tx, ownerKey: number, clientKey: number): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select name from client where owner_key = ${ownerKey} and client_key = ${clientKey}
  `.execute(tx);
  return rows[0]?.name ?? null;
};

/** The codes of a client's programs and campuses, in lower case: a mapped code must be one of them. */
export const listCodes = async (
  tx: Tx,
  ownerKey: number,
  clientKey: number,
): Promise<{ programs: string[]; campuses: string[] }> => {
  const { rows } = await sql<{ programs: string[] | null; campuses: string[] | null }>`
    select array_agg(distinct lower(p.code)) filter (where p.code is not null) as programs, array_agg(distinct lower(x.code)) as campuses
    from campus x join client_model m using (owner_key, client_model_key)
    left join program p on p.owner_key = x.owner_key and p.campus_key = x.campus_key
    where x.owner_key = ${ownerKey} and m.client_key = ${clientKey}
  `.execute(tx);
  return { programs: rows[0]?.programs ?? [], campuses: rows[0]?.campuses ?? [] };
};

/** Saves of the same map run one after the other. */
export const lockValues = (tx: Tx, { ownerKey, partnerKey, clientKey }: MapOf): Promise<unknown> =>
  sql`
    select pg_advisory_xact_lock(hashtext(${`partner_value_map ${ownerKey} ${partnerKey}`}), ${clientKey}::int)
  `.execute(tx);

export const replaceValues = async (tx: Tx, map: MapOf, values: readonly MappedValue[]): Promise<void> => {
  await sql`delete from partner_value_map where ${isOf(map)}`.execute(tx);
  if (values.length === 0) return;
  await sql`
    insert into partner_value_map (owner_key, partner_key, client_key, field, partner_value, our_value)
    select ${map.ownerKey}, ${map.partnerKey}, ${map.clientKey}, n.field, n."partnerValue", n."ourValue"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) n (field text, "partnerValue" text, "ourValue" text)
  `.execute(tx);
};
