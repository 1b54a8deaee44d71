import { type FilterOptions } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { isTheirs } from './clients.queries.ts';

type Options<Name extends keyof FilterOptions> = Promise<FilterOptions[Name]>;

/** The owners of the options: one, or all that the caller works on. */
type Owners = readonly number[];

const theirsOf = (owners: Owners) =>
  sql`theirs as (select l.* from client l where ${ofOwners('l.owner_key', owners)} and ${isTheirs('l')})`;

export const listBrands = async (tx: Tx, owners: Owners): Options<'brands'> => {
  const { rows } = await sql<FilterOptions['brands'][number]>`
    with ${theirsOf(owners)}
    select brand_key as key, name, active from brand
    where ${ofOwners('owner_key', owners)}
      and (app.partner_key() is null or exists (select from theirs where theirs.brand_key = brand.brand_key))
    order by lower(name)
  `.execute(tx);
  return rows;
};

export const listFilterClients = async (tx: Tx, owners: Owners): Options<'clients'> => {
  const { rows } = await sql<FilterOptions['clients'][number]>`
    with ${theirsOf(owners)}
    select client_key as key, name, active, brand_key as "brandKey" from theirs order by lower(name)
  `.execute(tx);
  return rows;
};

export const listModels = async (tx: Tx, owners: Owners): Options<'models'> => {
  const { rows } = await sql<FilterOptions['models'][number]>`
    with ${theirsOf(owners)}
    select m.client_model_key as key, m.name, m.client_key as "clientKey"
    from client_model m join theirs using (owner_key, client_key) order by lower(m.name)
  `.execute(tx);
  return rows;
};

export const listFilterCampuses = async (tx: Tx, owners: Owners): Options<'campuses'> => {
  const { rows } = await sql<FilterOptions['campuses'][number]>`
    with ${theirsOf(owners)}
    select k.campus_key as key, k.name, k.active, m.client_key as "clientKey", k.client_model_key as "modelKey"
    from campus k join client_model m using (owner_key, client_model_key) join theirs using (owner_key, client_key)
    order by lower(k.name)
  `.execute(tx);
  return rows;
};

/** Programs by name, each with the key of one of them. */
export const listFilterPrograms = async (tx: Tx, owners: Owners): Options<'programs'> => {
  const { rows } = await sql<FilterOptions['programs'][number]>`
    with ${theirsOf(owners)}
    select min(p.program_key) as key, p.name, bool_or(p.active) as active
    from program p join campus k using (owner_key, campus_key) join client_model m using (owner_key, client_model_key)
    join theirs using (owner_key, client_key)
    group by p.name order by lower(p.name)
  `.execute(tx);
  return rows;
};

/** Every channel for the agency and the client, who plan with them; for a partner those of its campaigns. */
export const listChannels = async (tx: Tx, owners: Owners): Options<'channels'> => {
  const { rows } = await sql<FilterOptions['channels'][number]>`
    select channel as key, name from channel
    where app.partner_key() is null or exists (select from campaign c where ${ofOwners('c.owner_key', owners)} and c.channel = channel.channel)
    order by array_position(array['ppl', 'ppc', 'social', 'programmaticDisplay', 'email'], channel)
  `.execute(tx);
  return rows;
};

export const listCustomChannels = async (tx: Tx, owners: Owners): Options<'customChannels'> => {
  const { rows } = await sql<FilterOptions['customChannels'][number]>`
    select custom_channel_key as key, name, active, channel from custom_channel x
    where ${ofOwners('x.owner_key', owners)} and (app.partner_key() is null
       or exists (select from campaign c where c.owner_key = x.owner_key and c.custom_channel_key = x.custom_channel_key))
    order by lower(name)
  `.execute(tx);
  return rows;
};

/** Partners that work for the owner, not all that the agency knows. */
export const listFilterPartners = async (tx: Tx, owners: Owners): Options<'partners'> => {
  const { rows } = await sql<FilterOptions['partners'][number]>`
    select partner_key as key, name, active from media_partner p
    where exists (select from partner_client m where ${ofOwners('m.owner_key', owners)} and m.partner_key = p.partner_key)
       or exists (select from campaign c where ${ofOwners('c.owner_key', owners)} and c.partner_key = p.partner_key)
    order by lower(name)
  `.execute(tx);
  return rows;
};

export const listLineItems = async (tx: Tx, owners: Owners): Options<'lineItems'> => {
  const { rows } = await sql<FilterOptions['lineItems'][number]>`
    select goal_key as key, name, active, client_key as "clientKey", channel from goal g
    where ${ofOwners('g.owner_key', owners)} and (app.partner_key() is null
       or exists (select from campaign c where c.owner_key = g.owner_key and c.goal_key = g.goal_key))
    order by lower(name)
  `.execute(tx);
  return rows;
};
