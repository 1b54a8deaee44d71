import { type PartnerNotification } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { lastWrittenAt } from '../../../shared/partner-mails/partner-mails.queries.ts';

export interface WritableContact {
  partnerKey: number;
  partnerName: string;
  partnerCode: string;
  contactKey: number;
  name: string;
  email: string;
  /** When this owner last mailed it about this kind. */
  lastAt: Date | null;
}

interface Asked {
  ownerKey: number;
  kind: PartnerNotification;
  /** Those that work for one of these clients; undefined: for any client of the owner. */
  clientKeys?: readonly number[];
  contactKeys?: readonly number[];
}

const among = (column: string, keys: readonly number[] | undefined): RawBuilder<unknown> =>
  keys === undefined ? sql`true` : sql`${sql.ref(column)} = any (${[...keys]}::int[])`;

/** Active contacts of active partners that are mapped to a client of the owner, and take this kind of mail. */
export const listWritable = async (
  tx: Tx,
  { ownerKey, kind, clientKeys, contactKeys }: Asked,
): Promise<WritableContact[]> => {
  const { rows } = await sql<WritableContact>`
    select p.partner_key as "partnerKey", p.name as "partnerName", p.code as "partnerCode", k.contact_key as "contactKey", k.name, k.email,
           ${lastWrittenAt(ownerKey, 'k.contact_key', sql`${kind}`)} as "lastAt"
    from partner_contact k join media_partner p using (partner_key)
    where k.active and p.active and ${kind} = any (k.notifications) and ${among('k.contact_key', contactKeys)}
      and exists (select from partner_client m where m.owner_key = ${ownerKey} and m.partner_key = p.partner_key
                    and ${clientKeys === undefined ? sql`true` : sql`m.status = 'ACTIVE' and ${among('m.client_key', clientKeys)}`})
    order by lower(p.name), p.partner_key, lower(k.name), k.contact_key
  `.execute(tx);
  return rows;
};

export const getSender = async (
  tx: Tx,
  ownerKey: number,
  userKey: number | null,
): Promise<{ ownerName: string; name: string; email: string }> => {
  const { rows } = await sql<{ ownerName: string; name: string; email: string }>`
    select o.name as "ownerName", u.first_name || ' ' || u.last_name as name, u.email
    from owner o, user_account u where o.owner_key = ${ownerKey} and u.user_key = ${userKey}
  `.execute(tx);
  return rows[0]!;
};
