import { type ProgramRow } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/of-owners.ts';
import { type Tx } from '../../../db/tx.ts';
import { isOfLineItem } from '../../../shared/line-item-programs.ts';

export type ProgramCampaigns = Pick<ProgramRow, 'campaigns' | 'campaignCount'>;

/** How many campaigns of a program are named; the others are counted. */
const MOST_NAMED = 25;

/**
 * Campaigns beside the programs that they take leads for, as a post of a lead has it: those that a campaign names, and where it names
 * none those that its line item is for.
 */
const TAKERS = sql`
  program p
  join owner o on o.owner_key = p.owner_key
  join campus x on x.owner_key = p.owner_key and x.campus_key = p.campus_key and x.active
  join client_model m on m.owner_key = x.owner_key and m.client_model_key = x.client_model_key
  join goal g on g.owner_key = p.owner_key and g.client_key = m.client_key
  join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key and c.partner_key is not null
    and case when exists (select from campaign_program cp where cp.owner_key = c.owner_key and cp.campaign_key = c.campaign_key)
               then exists (select from campaign_program cp where cp.owner_key = c.owner_key and cp.campaign_key = c.campaign_key
                            and cp.program_key = p.program_key)
             else ${isOfLineItem} end`;

/** Activated and not over, by the owner's calendar. */
const isUnderWay = (now: Date) => sql`
  p.active and c.deleted_at is null and c.activated_at is not null
  and (c.end_date is null or c.end_date >= (${now}::timestamptz at time zone o.time_zone)::date)`;

export const listTakers = async (
  tx: Tx,
  programKeys: readonly number[],
  now: Date,
): Promise<Map<number, ProgramCampaigns>> => {
  const { rows } = await sql<{ programKey: number } & ProgramCampaigns>`
    select t."programKey", max(t.place)::int as "campaignCount",
           jsonb_agg(jsonb_build_object('campaignKey', t."campaignKey", 'name', t.name) order by t.place)
             filter (where t.place <= ${MOST_NAMED}) as campaigns
    from (
      select p.program_key as "programKey", c.campaign_key as "campaignKey", c.name,
             row_number() over (partition by p.program_key order by lower(c.name), c.campaign_key) as place
      from ${TAKERS} where p.program_key = any (${[...programKeys]}::int[]) and ${isUnderWay(now)}
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

/** What a media partner posts with. Its own campaigns, and not by the policy alone. */
export const listCodes = async (
  tx: Tx,
  { ownerKeys, partnerKey }: { ownerKeys: readonly number[]; partnerKey: number },
  now: Date,
): Promise<CodeRow[]> => {
  const { rows } = await sql<CodeRow>`
    select o.name as "ownerName", l.name as "clientName", l.code as "clientCode", c.name as "campaignName", c.code as "campaignCode",
           x.name as "campusName", x.code as "campusCode", p.name as "programName", p.code as "programCode"
    from ${TAKERS} join client l on l.owner_key = g.owner_key and l.client_key = g.client_key
    where ${ofOwners('p.owner_key', ownerKeys)} and c.partner_key = ${partnerKey} and ${isUnderWay(now)}
    order by lower(o.name), lower(l.name), lower(c.name), c.campaign_key, lower(x.name), lower(p.name), p.program_key
  `.execute(tx);
  return rows;
};

export interface EducationRow {
  clientCode: string;
  modelName: string;
  campusCode: string;
  campusName: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  timeZone: string;
  programCode: string;
  programName: string;
  degreeLevel: string;
  modality: string;
  subjectArea: string;
  cipCode: string | null;
  lengthMonths: number | null;
  minEducation: string | null;
  startDates: string;
  landingUrl: string | null;
  clientProgramCode: string | null;
  active: boolean;
}

export const listEducationData = async (tx: Tx, clientKey: number): Promise<EducationRow[]> => {
  const { rows } = await sql<EducationRow>`
    select l.code as "clientCode", m.name as "modelName", k.code as "campusCode", k.name as "campusName", k.address, k.city, k.state,
           k.zip, k.phone, k.time_zone as "timeZone", p.code as "programCode", p.name as "programName",
           p.degree_level as "degreeLevel", p.modality, p.subject_area as "subjectArea", p.cip_code as "cipCode",
           p.length_months as "lengthMonths", p.min_education as "minEducation",
           array_to_string(array(select d::text from unnest(p.start_dates) d order by d), ';') as "startDates",
           p.landing_url as "landingUrl", p.client_program_code as "clientProgramCode", p.active and k.active as active
    from client l
    join client_model m on m.owner_key = l.owner_key and m.client_key = l.client_key
    join campus k on k.owner_key = m.owner_key and k.client_model_key = m.client_model_key
    join program p on p.owner_key = k.owner_key and p.campus_key = k.campus_key
    where l.client_key = ${clientKey}
    order by lower(k.code), lower(p.code), p.program_key
  `.execute(tx);
  return rows;
};
