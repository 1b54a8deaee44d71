import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';

interface OwnerTerms {
  ownerKey: number;
  zone: string;
  /** Of the media partner's newest order that was sent; null without one. */
  paymentTerms: string | null;
}

/** The owners a media partner works for, by name, with what was agreed on payment. */
export const listTerms = async (
  tx: Tx,
  ownerKeys: readonly number[],
  partnerKey: number | null,
): Promise<OwnerTerms[]> => {
  const { rows } = await sql<OwnerTerms>`
    select o.owner_key as "ownerKey", o.time_zone as zone,
           (select i.terms ->> 'paymentTerms' from insertion_order i
            where i.owner_key = o.owner_key and i.partner_key = ${partnerKey} and i.sent_at is not null and i.terms is not null
            order by i.month desc, i.version desc limit 1) as "paymentTerms"
    from owner o where ${ofOwners('o.owner_key', ownerKeys)} order by o.name, o.owner_key
  `.execute(tx);
  return rows;
};
