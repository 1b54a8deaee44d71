import { type ClientCriteria, clientCriteriaSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface ClientFacts {
  ownerKey: number;
  clientKey: number;
  clientName: string;
  brandName: string;
  ownerDedupDays: number;
  timeZone: string;
}

/** Locked before a version is added: a concurrent save waits and then finds this one's. */
export const findClientFacts = async (tx: Tx, clientKey: number, lock = false): Promise<ClientFacts | undefined> => {
  const { rows } = await sql<ClientFacts>`
    select l.owner_key as "ownerKey", l.client_key as "clientKey", l.name as "clientName", b.name as "brandName",
           o.dedup_days as "ownerDedupDays", o.time_zone as "timeZone"
    from client l join brand b using (owner_key, brand_key) join owner o on o.owner_key = l.owner_key
    where l.client_key = ${clientKey} ${lock ? sql`for no key update of l` : sql``}
  `.execute(tx);
  return rows[0];
};

export interface StoredVersion {
  version: number;
  criteria: ClientCriteria;
  savedBy: string | null;
  savedAt: string;
}

/** How many versions are listed; older ones stay stored. */
const MAX_VERSIONS = 200;

/** The newest first. Values left out of a version are the defaults. */
export const listVersions = async (
  tx: Tx,
  { ownerKey, clientKey }: Pick<ClientFacts, 'ownerKey' | 'clientKey'>,
  upTo: number | null = null,
): Promise<StoredVersion[]> => {
  const { rows } = await sql<Omit<StoredVersion, 'criteria' | 'savedAt'> & { body: unknown; savedAt: Date }>`
    select c.version, c.body, nullif(concat_ws(' ', u.first_name, u.last_name), '') as "savedBy", c.saved_at as "savedAt"
    from client_criteria c left join user_account u on u.user_key = c.saved_by
    where c.owner_key = ${ownerKey} and c.client_key = ${clientKey}
      and (${upTo}::int is null or c.version <= ${upTo}::int)
    order by c.version desc limit ${MAX_VERSIONS}
  `.execute(tx);
  return rows.map(({ version, body, savedBy, savedAt }) => ({
    version,
    criteria: clientCriteriaSchema.parse(body),
    savedBy,
    savedAt: savedAt.toISOString(),
  }));
};

export const insertVersion = async (
  tx: Tx,
  { ownerKey, clientKey }: Pick<ClientFacts, 'ownerKey' | 'clientKey'>,
  { version, criteria, by, at }: { version: number; criteria: ClientCriteria; by: number | null; at: Date },
): Promise<void> => {
  await sql`
    insert into client_criteria (owner_key, client_key, version, body, saved_by, saved_at)
    values (${ownerKey}, ${clientKey}, ${version}, ${JSON.stringify(criteria)}, ${by}, ${at})
  `.execute(tx);
};

/** Makes saves of the criteria of all clients of an owner wait. */
export const lockClients = async (tx: Tx, ownerKey: number): Promise<void> => {
  await sql`select from client where owner_key = ${ownerKey} order by client_key for no key update`.execute(tx);
};

/** Active clients whose criteria nobody has set or accepted: their duplicate rules alone come with the client. */
export const listUnsetClients = async (tx: Tx, ownerKey: number): Promise<{ clientKey: number; name: string }[]> => {
  const { rows } = await sql<{ clientKey: number; name: string }>`
    select l.client_key as "clientKey", l.name from client l
    where l.owner_key = ${ownerKey} and l.active
      and not exists (select from client_criteria c
        where c.owner_key = l.owner_key and c.client_key = l.client_key and c.body - 'dedup' <> '{}')
    order by lower(l.name), l.client_key
  `.execute(tx);
  return rows;
};
