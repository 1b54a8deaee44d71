import { type LeadRow } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../db/scope.ts';
import { type Tx } from '../../db/tx.ts';

/** What a lead is of, by the names that people read. */
interface Names {
  ownerName: string;
  clientName: string;
  campaignName: string;
  campusName: string | null;
  programName: string | null;
  partnerName: string | null;
  sourceTag: string | null;
}
/** A lead as the list's own statement gives it. */
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

/** The names of a page, in its order. */
export const listNames = async (tx: Tx, rows: readonly StoredLead[]): Promise<Names[]> => {
  const all = (name: 'ownerKey' | 'campaignKey' | 'partnerKey' | 'campusKey' | 'programKey' | 'sourceKey') =>
    sql`${rows.map((row) => row[name])}::int[]`;
  const { rows: names } = await sql<Names>`
    select o.name as "ownerName", cl.name as "clientName", c.name as "campaignName", cp.name as "campusName",
           pr.name as "programName", m.name as "partnerName", s.source_tag as "sourceTag"
    from unnest(${all('ownerKey')}, ${all('campaignKey')}, ${all('partnerKey')}, ${all('campusKey')}, ${all('programKey')},
                ${all('sourceKey')}) with ordinality n (owner_key, campaign_key, partner_key, campus_key, program_key, source_key, place)
    join owner o on o.owner_key = n.owner_key
    join campaign c on c.owner_key = n.owner_key and c.campaign_key = n.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join campus cp on cp.owner_key = n.owner_key and cp.campus_key = n.campus_key
    left join program pr on pr.owner_key = n.owner_key and pr.program_key = n.program_key
    left join media_partner m on m.partner_key = n.partner_key
    left join publisher_source s on s.partner_key = n.partner_key and s.publisher_source_key = n.source_key
    order by n.place
  `.execute(tx);
  return names;
};

/**
 * The people of a page, by the months that its leads are of: joined to the page itself, every month there is would be looked into.
 * Media partners are shown none.
 */
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
