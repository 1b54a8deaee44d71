import { type MediaPartner } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/tx.ts';

export const listPartners = async (tx: Tx): Promise<MediaPartner[]> => {
  const { rows } = await sql<MediaPartner>`
    select partner_key as "mediaPartnerKey", name as "mediaPartnerName", code as "mediaPartnerCode", active as "activeFlag"
    from media_partner order by name
  `.execute(tx);
  return rows;
};
