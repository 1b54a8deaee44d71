import { type ClickRow } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The display names of a click. */
interface Names {
  ownerName: string;
  campaignName: string;
  campaignCode: string;
  partnerName: string | null;
  knownTag: string | null;
  leadId: string | null;
}
/** A click as read by the list's own statement. */
export type StoredClickRow = Omit<ClickRow, 'clickedAt' | 'status' | 'sourceTag' | keyof Names> & {
  clicked: Date;
  givenTag: string | null;
  campaignKey: number;
  partnerKey: number | null;
  sourceKey: number | null;
};

/** The names of a page, in its order. */
export const listClickNames = async (tx: Tx, rows: readonly StoredClickRow[]): Promise<Names[]> => {
  const all = (name: 'ownerKey' | 'campaignKey' | 'partnerKey' | 'sourceKey') =>
    sql`${rows.map((row) => row[name])}::int[]`;
  const { rows: names } = await sql<Names>`
    select o.name as "ownerName", c.name as "campaignName", c.code as "campaignCode", m.name as "partnerName",
           s.source_tag as "knownTag", l.public_id as "leadId"
    from unnest(${all('ownerKey')}, ${all('campaignKey')}, ${all('partnerKey')}, ${all('sourceKey')},
                ${rows.map(({ hasConversion }) => hasConversion)}::bigint[])
      with ordinality n (owner_key, campaign_key, partner_key, source_key, lead_key, place)
    join owner o on o.owner_key = n.owner_key
    join campaign c on c.owner_key = n.owner_key and c.campaign_key = n.campaign_key
    left join media_partner m on m.partner_key = n.partner_key
    left join publisher_source s on s.partner_key = n.partner_key and s.publisher_source_key = n.source_key
    left join lead l on l.owner_key = n.owner_key and l.lead_key = n.lead_key
    order by n.place
  `.execute(tx);
  return names;
};
