import { type Campus, type Client, type Program } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';

/**
 * A media partner's clients are those it is mapped to and those it runs campaigns for; row-level security limits both tables to its own
 * rows.
 */
export const isTheirs = (client: string): RawBuilder<unknown> => {
  const key = sql.ref(`${client}.client_key`);
  return sql`(app.partner_key() is null
    or exists (select from partner_client m where m.client_key = ${key})
    or exists (select from campaign c join goal g using (owner_key, goal_key) where g.client_key = ${key}))`;
};

export const listClients = async (tx: Tx, owners: readonly number[]): Promise<Client[]> => {
  const { rows } = await sql<Client>`
    select l.client_key as "clientKey", l.name as "clientName", l.code as "clientCode", l.owner_key as "ownerKey",
           o.name as "ownerName", l.brand_key as "brandKey", b.name as "brandName", l.active
    from client l join brand b using (owner_key, brand_key) join owner o on o.owner_key = l.owner_key
    where ${ofOwners('l.owner_key', owners)} and ${isTheirs('l')}
    order by o.name, l.name
  `.execute(tx);
  return rows;
};

export const findClientOwner = async (tx: Tx, clientKey: number): Promise<number | undefined> => {
  const { rows } = await sql<{ key: number }>`
    select owner_key as key from client where client_key = ${clientKey}
  `.execute(tx);
  return rows[0]?.key;
};

export const listCampuses = async (tx: Tx, clientKey: number): Promise<Campus[]> => {
  const { rows } = await sql<Campus>`
    select k.campus_key as "campusKey", k.name as "campusName", k.code as "campusCode", k.client_model_key as "clientModelKey",
           m.name as "clientModelName", k.state, k.virtual, k.active
    from campus k join client_model m using (owner_key, client_model_key)
    where m.client_key = ${clientKey}
    order by k.name
  `.execute(tx);
  return rows;
};

export const findCampusOwner = async (tx: Tx, campusKey: number): Promise<number | undefined> => {
  const { rows } = await sql<{ key: number }>`
    select owner_key as key from campus where campus_key = ${campusKey}
  `.execute(tx);
  return rows[0]?.key;
};

export const listPrograms = async (tx: Tx, campusKey: number): Promise<Program[]> => {
  const { rows } = await sql<Program>`
    select program_key as "programKey", name as "programName", code as "programCode", campus_key as "campusKey",
           degree_level as "degreeLevel", modality, subject_area as "subjectArea", active
    from program where campus_key = ${campusKey}
    order by name
  `.execute(tx);
  return rows;
};
