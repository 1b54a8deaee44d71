import { sql } from 'kysely';
import { type Scope } from '../../db/scope/scope.ts';
import { ofPartner } from '../../db/scope/of-partner.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { patternOf } from '../../shared/lists/conditions.ts';

interface Named {
  key: number;
  name: string;
}

/** More than anybody scrolls through; the newest are kept. */
const MAX_OPTIONS = 2_000;

/** The filter options for leads, as far as the viewer sees them: a client sees no sources. */
export const listLeadFilters = async (
  tx: Tx,
  { ownerKeys, group }: Pick<Scope, 'ownerKeys' | 'group'>,
): Promise<{ campaigns: Named[]; programs: Named[]; sources: Named[] }> => {
  const owners = sql`owner_key = any (${[...ownerKeys]}::int[])`;
  const read = async (statement: ReturnType<typeof sql<Named>>): Promise<Named[]> => (await statement.execute(tx)).rows;
  return {
    campaigns: await read(sql<Named>`
      select campaign_key as key, name from campaign
      where ${owners} and partner_key is not null and ${ofPartner('partner_key')}
      order by campaign_key desc limit ${MAX_OPTIONS}`),
    programs: await read(sql<Named>`
      select p.program_key as key, p.name || ', ' || c.name as name
      from program p join campus c on c.owner_key = p.owner_key and c.campus_key = p.campus_key
      where p.owner_key = any (${[...ownerKeys]}::int[]) order by p.name, c.name limit ${MAX_OPTIONS}`),
    sources:
      group === 'cl'
        ? []
        : await read(sql<Named>`
            select publisher_source_key as key, source_tag as name from publisher_source
            where ${ofPartner('partner_key')} and partner_key in (select partner_key from campaign where ${owners} and partner_key is not null)
            order by publisher_source_key desc limit ${MAX_OPTIONS}`),
  };
};

interface CampaignCode {
  campaignKey: number;
  campaignCode: string;
  clientCampaignCode: string;
  name: string;
}

/** The campaigns of an owner with leads, the newest first; with a search term, those whose name or code contains it. */
export const listCampaignCodes = async (tx: Tx, ownerKey: number, typed: string): Promise<CampaignCode[]> => {
  const pattern = `%${patternOf(typed)}%`;
  const { rows } = await sql<CampaignCode>`
    select campaign_key as "campaignKey", code as "campaignCode", client_code as "clientCampaignCode", name from campaign
    where owner_key = ${ownerKey} and partner_key is not null and ${ofPartner('partner_key')}
      and (${typed} = '' or lower(name) like ${pattern} or lower(code) like ${pattern} or lower(client_code) like ${pattern})
    order by campaign_key desc limit ${MAX_OPTIONS}
  `.execute(tx);
  return rows;
};

export const listClientCampuses = async (tx: Tx, ownerKey: number, clientKey: number): Promise<Named[]> => {
  const { rows } = await sql<Named>`
    select c.campus_key as key, c.name from campus c
    join client_model m on m.owner_key = c.owner_key and m.client_model_key = c.client_model_key
    where c.owner_key = ${ownerKey} and m.client_key = ${clientKey}
    order by c.name, c.campus_key limit ${MAX_OPTIONS}
  `.execute(tx);
  return rows;
};
