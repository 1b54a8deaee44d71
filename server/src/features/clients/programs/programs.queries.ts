import { type ProgramRow } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { isOfLineItem } from '../../../shared/line-item-programs.ts';

type ProgramCampaigns = Pick<ProgramRow, 'campaigns' | 'campaignCount'>;

/** How many campaigns of a program are listed by name; the others are counted. */
const MAX_NAMED = 25;

/**
 * Whether a campaign `c` takes leads for a program `p`, as in a post of a lead: its own programs, or without any those of its line item.
 */
export const takesProgram = sql`
  case when exists (select from campaign_program cp where cp.owner_key = c.owner_key and cp.campaign_key = c.campaign_key)
         then exists (select from campaign_program cp where cp.owner_key = c.owner_key and cp.campaign_key = c.campaign_key
                      and cp.program_key = p.program_key)
       else ${isOfLineItem} end`;

/** Campaigns joined to the programs that they take leads for. */
const TAKERS = sql`
  program p
  join owner o on o.owner_key = p.owner_key
  join campus x on x.owner_key = p.owner_key and x.campus_key = p.campus_key and x.active
  join client_model m on m.owner_key = x.owner_key and m.client_model_key = x.client_model_key
  join goal g on g.owner_key = p.owner_key and g.client_key = m.client_key
  join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key and c.partner_key is not null
    and ${takesProgram}`;

/** Activated and not over, on the owner's calendar. */
export const isUnderWay = (now: Date) => sql`
  c.deleted_at is null and c.activated_at is not null
  and (c.end_date is null or c.end_date >= (${now}::timestamptz at time zone o.time_zone)::date)`;

export const listTakers = async (
  tx: Tx,
  programKeys: readonly number[],
  now: Date,
): Promise<Map<number, ProgramCampaigns>> => {
  const { rows } = await sql<{ programKey: number } & ProgramCampaigns>`
    select t."programKey", max(t.place)::int as "campaignCount",
           jsonb_agg(jsonb_build_object('campaignKey', t."campaignKey", 'name', t.name) order by t.place)
             filter (where t.place <= ${MAX_NAMED}) as campaigns
    from (
      select p.program_key as "programKey", c.campaign_key as "campaignKey", c.name,
             row_number() over (partition by p.program_key order by lower(c.name), c.campaign_key) as place
      from ${TAKERS} where p.program_key = any (${[...programKeys]}::int[]) and p.active and ${isUnderWay(now)}
    ) t
    group by t."programKey"
  `.execute(tx);
  return new Map(rows.map(({ programKey, ...campaigns }) => [programKey, campaigns]));
};

export interface CodeRow {
  ownerName: string;
  clientName: string;
  clientCode: string;
  campaignName: string;
  campaignCode: string;
  campusName: string;
  campusCode: string;
  programName: string;
  programCode: string;
}

/** The posting codes of a media partner. Limited to its own campaigns by the statement, not by row-level security alone. */
export const listCodes = async (
  tx: Tx,
  { ownerKeys, partnerKey }: { ownerKeys: readonly number[]; partnerKey: number },
  now: Date,
): Promise<CodeRow[]> => {
  const { rows } = await sql<CodeRow>`
    select o.name as "ownerName", l.name as "clientName", l.code as "clientCode", c.name as "campaignName", c.code as "campaignCode",
           x.name as "campusName", x.code as "campusCode", p.name as "programName", p.code as "programCode"
    from ${TAKERS} join client l on l.owner_key = g.owner_key and l.client_key = g.client_key
    where ${ofOwners('p.owner_key', ownerKeys)} and c.partner_key = ${partnerKey} and p.active and ${isUnderWay(now)}
    order by lower(o.name), lower(l.name), lower(c.name), c.campaign_key, lower(x.name), lower(p.name), p.program_key
  `.execute(tx);
  return rows;
};
