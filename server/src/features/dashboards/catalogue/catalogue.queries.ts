import { type AttributeReportFilters } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

type Choices = Omit<AttributeReportFilters, 'attributes'>;

/** The models, partners and campaigns of these clients of one owner. */
export const listReportChoices = async (tx: Tx, ownerKey: number, clientKeys: readonly number[]): Promise<Choices> => {
  const ofClients = sql`g.owner_key = ${ownerKey} and g.client_key = any (${[...clientKeys]}::int[])`;
  const models = await sql<Choices['clientModels'][number]>`
    select distinct m.client_model_key as key, m.name
    from goal g join client_model m on m.owner_key = g.owner_key and m.client_model_key = g.client_model_key
    where ${ofClients} order by 2, 1
  `.execute(tx);
  const partners = await sql<Choices['mediaPartners'][number]>`
    select distinct p.partner_key as key, p.name
    from goal g join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key
    join media_partner p on p.partner_key = c.partner_key
    where ${ofClients} order by 2, 1
  `.execute(tx);
  const campaigns = await sql<Choices['campaigns'][number]>`
    select c.campaign_key as key, c.name, c.code
    from goal g join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key
    where ${ofClients} and c.deleted_at is null order by c.name, c.campaign_key
  `.execute(tx);
  return { clientModels: models.rows, mediaPartners: partners.rows, campaigns: campaigns.rows };
};
