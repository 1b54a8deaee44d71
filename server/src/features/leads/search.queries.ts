import { type LeadRow } from '@paceline/contract';
import { sql } from 'kysely';
import { planOnce } from '../../db/connection/prepared.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';

/** The display names of a lead's records. */
interface Names {
  ownerName: string;
  clientName: string;
  campaignName: string;
  campaignCode: string;
  campusName: string | null;
  programName: string | null;
  partnerName: string | null;
  sourceTag: string | null;
}
/** A lead as read by the list's own statement. */
export type StoredLead = Omit<LeadRow, 'createdAt' | 'deliveredAt' | 'personName' | 'email' | 'phone' | keyof Names> & {
  created: Date;
  delivered: Date | null;
  capturedDate: string;
  campaignKey: number;
  partnerKey: number | null;
  campusKey: number | null;
  programKey: number | null;
  sourceKey: number | null;
};

/** The names of a page, in its order. Each is looked up by its key: planning a join of so many tables takes longer than reading them. */
export const listNames = async (tx: Tx, rows: readonly StoredLead[]): Promise<Names[]> => {
  const all = (name: 'ownerKey' | 'campaignKey' | 'partnerKey' | 'campusKey' | 'programKey' | 'sourceKey') =>
    sql`${rows.map((row) => row[name])}::int[]`;
  const { rows: names } = await sql<Names>`${planOnce('names_of_leads')}
    select o.name as "ownerName", cl.name as "clientName", c.name as "campaignName", c.code as "campaignCode", cp.name as "campusName",
           pr.name as "programName", m.name as "partnerName", s.source_tag as "sourceTag"
    from unnest(${all('ownerKey')}, ${all('campaignKey')}, ${all('partnerKey')}, ${all('campusKey')}, ${all('programKey')},
                ${all('sourceKey')}) with ordinality n (owner_key, campaign_key, partner_key, campus_key, program_key, source_key, place)
    join lateral (select name from owner where owner_key = n.owner_key limit 1) o on true
    join lateral (select name, code, goal_key from campaign where owner_key = n.owner_key and campaign_key = n.campaign_key limit 1) c on true
    join lateral (select client_key from goal where owner_key = n.owner_key and goal_key = c.goal_key limit 1) g on true
    join lateral (select name from client where owner_key = n.owner_key and client_key = g.client_key limit 1) cl on true
    left join lateral (select name from campus where owner_key = n.owner_key and campus_key = n.campus_key limit 1) cp on true
    left join lateral (select name from program where owner_key = n.owner_key and program_key = n.program_key limit 1) pr on true
    left join lateral (select name from media_partner where partner_key = n.partner_key limit 1) m on true
    left join lateral (
      select source_tag from publisher_source where partner_key = n.partner_key and publisher_source_key = n.source_key limit 1
    ) s on true
    order by n.place
  `.execute(tx);
  return names;
};

/** The people of a page, limited to its leads' months: a join to the page itself would look into every month. Media partners see none. */
export const listPeople = async (
  tx: Tx,
  { partnerKey }: Scope,
  rows: readonly StoredLead[],
): Promise<Map<number, Buffer | null>> => {
  if (partnerKey !== null) return new Map();
  const { rows: people } = await sql<{ leadKey: number; sealed: Buffer | null }>`
    select lead_key::int as "leadKey", sealed from lead_person
    where owner_key = any (${[...new Set(rows.map(({ ownerKey }) => ownerKey))]}::int[])
      and captured_date = any (${[...new Set(rows.map(({ capturedDate }) => capturedDate))]}::date[])
      and lead_key = any (${rows.map(({ leadCaptureKey }) => leadCaptureKey)}::bigint[])
  `.execute(tx);
  return new Map(people.map(({ leadKey, sealed }) => [leadKey, sealed]));
};
