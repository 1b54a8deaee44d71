import { type Geo } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { isUnderWay, takesProgram } from '../programs/programs.queries.ts';

/** A program by its parents; null for those that the file will create. */
interface ProgramPlace {
  clientKey: number;
  campusKey: number | null;
  programKey: number | null;
}

export interface TouchedCampaign {
  campaignKey: number;
  name: string;
}

/** For each place, the campaigns under way that take leads for a program there, by name. */
export const listTakersAt = async (
  tx: Tx,
  ownerKey: number,
  places: readonly ProgramPlace[],
  now: Date,
): Promise<TouchedCampaign[][]> => {
  const column = (key: keyof ProgramPlace) => places.map((place) => place[key]);
  const { rows } = await sql<TouchedCampaign & { at: number }>`
    select p.at::int, c.campaign_key as "campaignKey", c.name
    from unnest(${column('clientKey')}::int[], ${column('campusKey')}::int[], ${column('programKey')}::int[])
      with ordinality p (client_key, campus_key, program_key, at)
    join owner o on o.owner_key = ${ownerKey}
    join goal g on g.owner_key = o.owner_key and g.client_key = p.client_key
    join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key and c.partner_key is not null
    where ${isUnderWay(now)} and ${takesProgram}
    order by lower(c.name), c.campaign_key
  `.execute(tx);
  const takers: TouchedCampaign[][] = places.map(() => []);
  for (const { at, ...campaign } of rows) takers[at - 1]!.push(campaign);
  return takers;
};

interface Circle extends TouchedCampaign {
  radius: NonNullable<Geo['radius']>;
  /** ZIP code of the center. */
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The circles of campaigns under way around campuses of these clients. */
export const listCircles = async (
  tx: Tx,
  ownerKey: number,
  clientKeys: readonly number[],
  now: Date,
): Promise<Circle[]> => {
  const { rows } = await sql<Circle>`
    select c.campaign_key as "campaignKey", c.name, t.geo -> 'radius' as radius, k.zip, k.latitude::float8 as latitude,
           k.longitude::float8 as longitude
    from campaign c
    join owner o on o.owner_key = c.owner_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    join campus k on k.owner_key = c.owner_key and k.campus_key = (t.geo -> 'radius' ->> 'campusKey')::int
    where c.owner_key = ${ownerKey} and g.client_key = any (${[...clientKeys]}::int[]) and ${isUnderWay(now)}
      and jsonb_typeof(t.geo -> 'radius') = 'object'
    order by lower(c.name), c.campaign_key
  `.execute(tx);
  return rows;
};
