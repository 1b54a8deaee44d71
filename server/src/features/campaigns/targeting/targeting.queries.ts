import {
  type Audience,
  type CampaignProgram,
  type DayParting,
  type Geo,
  type ProgramChoice,
  type SourceMode,
} from '@paceline/contract';
import { sql } from 'kysely';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';

export interface TargetingRow {
  ownerKey: number;
  campaignKey: number;
  channel: string;
  partnerKey: number | null;
  goalKey: number;
  clientKey: number;
  deleted: boolean;
  audience: Audience;
  geo: Partial<Geo>;
  dayParting: Partial<DayParting>;
  sourceMode: SourceMode;
  rowVersion: number;
  /** The line item's own criteria. */
  criteria: Record<string, unknown>[];
  defaultTimeZone: string;
}

/** A campaign's targeting, locked before a change. */
export const findTargeting = async (
  tx: Tx,
  campaignKey: number,
  { lock }: { lock: boolean },
): Promise<TargetingRow | undefined> => {
  const { rows } = await sql<TargetingRow>`
    select c.owner_key as "ownerKey", c.campaign_key as "campaignKey", c.channel, c.partner_key as "partnerKey", c.goal_key as "goalKey",
           g.client_key as "clientKey", c.deleted_at is not null as deleted, t.audience, t.geo, t.day_parting as "dayParting",
           t.source_mode as "sourceMode", t.row_version as "rowVersion", g.criteria,
           coalesce((select min(x.time_zone) from goal_campus gc join campus x using (owner_key, campus_key)
                     where gc.owner_key = g.owner_key and gc.goal_key = g.goal_key and not x.virtual
                     having count(distinct x.time_zone) = 1), o.time_zone) as "defaultTimeZone"
    from campaign c
    join owner o using (owner_key)
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    where c.campaign_key = ${campaignKey} and ${ofPartner('c.partner_key')} ${lock ? sql`for update of c, t` : sql``}
  `.execute(tx);
  return rows[0];
};

interface TargetingPart {
  audience?: Audience;
  geo?: Geo;
  dayParting?: DayParting;
  sourceMode?: SourceMode;
}

/** Writes the given fields and increments the version, which also covers programs and sources. */
export const updateTargeting = async (
  tx: Tx,
  { ownerKey, campaignKey }: Pick<TargetingRow, 'ownerKey' | 'campaignKey'>,
  { audience, geo, dayParting, sourceMode }: TargetingPart,
): Promise<void> => {
  const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
  await sql`
    update campaign_targeting set
      audience = coalesce(${json(audience)}::jsonb, audience), geo = coalesce(${json(geo)}::jsonb, geo),
      day_parting = coalesce(${json(dayParting)}::jsonb, day_parting), source_mode = coalesce(${sourceMode ?? null}, source_mode),
      row_version = row_version + 1
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey}
  `.execute(tx);
};

/** The programs of the line item: its own choice, else those of its campuses, else all of the client. */
export const listPrograms = async (
  tx: Tx,
  { ownerKey, campaignKey, goalKey, clientKey }: TargetingRow,
): Promise<CampaignProgram[]> => {
  const { rows } = await sql<CampaignProgram>`
    with chosen as (
      select program_key from goal_program where owner_key = ${ownerKey} and goal_key = ${goalKey}
    ), campuses as (
      select campus_key from goal_campus where owner_key = ${ownerKey} and goal_key = ${goalKey}
    )
    select p.program_key as "programKey", p.name as "programName", p.code as "programCode", k.campus_key as "campusKey",
           k.name as "campusName", p.degree_level as "degreeLevel", p.modality, p.subject_area as "subjectArea",
           s.program_key is not null as selected, s.price_override::float8 as "priceOverride", s.monthly_cap as "monthlyCap"
    from program p
    join campus k on k.owner_key = p.owner_key and k.campus_key = p.campus_key
    join client_model m on m.owner_key = k.owner_key and m.client_model_key = k.client_model_key
    left join campaign_program s on s.owner_key = p.owner_key and s.campaign_key = ${campaignKey} and s.program_key = p.program_key
    where p.owner_key = ${ownerKey} and m.client_key = ${clientKey} and (p.active or s.program_key is not null)
      and (s.program_key is not null
        or case when exists (select from chosen) then p.program_key in (select program_key from chosen)
                when exists (select from campuses) then p.campus_key in (select campus_key from campuses)
                else true end)
    order by k.name, p.name, p.program_key
  `.execute(tx);
  return rows;
};

export const replacePrograms = async (
  tx: Tx,
  { ownerKey, campaignKey }: Pick<TargetingRow, 'ownerKey' | 'campaignKey'>,
  chosen: readonly ProgramChoice[],
): Promise<void> => {
  const keys = chosen.map(({ programKey }) => programKey);
  await sql`
    delete from campaign_program
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and not (program_key = any (${keys}::int[]))
  `.execute(tx);
  await sql`
    insert into campaign_program as p (owner_key, campaign_key, program_key, price_override, monthly_cap)
    select ${ownerKey}, ${campaignKey}, n.*
    from unnest(${keys}::int[], ${chosen.map(({ priceOverride }) => priceOverride ?? null)}::numeric[],
                ${chosen.map(({ monthlyCap }) => monthlyCap ?? null)}::int[]) n
    on conflict (owner_key, campaign_key, program_key) do update
      set price_override = excluded.price_override, monthly_cap = excluded.monthly_cap
  `.execute(tx);
};

/** A campus of the campaign's client that has coordinates for a circle. */
export const isCampusOfClient = async (
  tx: Tx,
  { ownerKey, clientKey }: TargetingRow,
  campusKey: number,
): Promise<boolean> => {
  const { rows } = await sql`
    select from campus k join client_model m using (owner_key, client_model_key)
    where k.owner_key = ${ownerKey} and k.campus_key = ${campusKey} and m.client_key = ${clientKey} and not k.virtual
  `.execute(tx);
  return rows.length > 0;
};

export interface AudienceRow {
  campaignKey: number;
  campaignName: string;
  campaignCode: string;
  goalName: string;
  vendor: string;
  audience: Audience;
}
/** The parent of the listed audiences, each identified by its key. */
export type AudienceOf = 'goal' | 'client' | 'vendor';

const OF = { goal: 'g.goal_key', client: 'g.client_key', vendor: 'c.partner_key' } as const;
const EXISTS = {
  goal: sql`select from goal where goal_key`,
  client: sql`select from client where client_key`,
  vendor: sql`select from media_partner where partner_key`,
} as const;

export const isKnown = async (tx: Tx, of: AudienceOf, key: number): Promise<boolean> => {
  const { rows } = await sql`${EXISTS[of]} = ${key}`.execute(tx);
  return rows.length > 0;
};

export const listAudiences = async (tx: Tx, of: AudienceOf, key: number): Promise<AudienceRow[]> => {
  const { rows } = await sql<AudienceRow>`
    select c.campaign_key as "campaignKey", c.name as "campaignName", c.code as "campaignCode", g.name as "goalName",
           coalesce(mp.name, ch.name) as vendor, t.audience
    from campaign c
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    join channel ch on ch.channel = c.channel
    left join media_partner mp on mp.partner_key = c.partner_key
    where ${sql.ref(OF[of])} = ${key} and c.deleted_at is null and ${ofPartner('c.partner_key')}
    order by c.owner_key, c.sort_name, c.campaign_key
  `.execute(tx);
  return rows;
};
