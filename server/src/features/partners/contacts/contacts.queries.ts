import { type PartnerContact, type PartnerContactForm, partnerContactRecord } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { insertFields, recordStore, selectFields, setFields } from '../../../shared/records/record-store.ts';

const store = recordStore(partnerContactRecord, { alias: 'c' });

/** Locked until the transaction ends, if they are to be changed. Active contacts first, then by name. */
export const listContacts = async (tx: Tx, partnerKey: number, { locked = false } = {}): Promise<PartnerContact[]> => {
  const { rows } = await sql<PartnerContact>`
    select contact_key as "emailNotificationKey", ${selectFields(store)}, row_version as "rowVersion"
    from partner_contact c where partner_key = ${partnerKey} order by active desc, lower(name), contact_key
    ${locked ? sql`for no key update` : sql``}
  `.execute(tx);
  return rows;
};

export const insertContact = async (tx: Tx, partnerKey: number, contact: PartnerContactForm): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into partner_contact ${insertFields(store, contact, { partner_key: partnerKey })} returning contact_key as key
  `.execute(tx);
  return rows[0]!.key;
};

export const updateContact = (tx: Tx, contactKey: number, contact: PartnerContactForm): Promise<unknown> =>
  sql`
    update partner_contact set ${setFields(store, contact)}, row_version = row_version + 1 where contact_key = ${contactKey}
  `.execute(tx);

/** Locks a partner until the transaction ends: two users adding contacts do so one after the other. */
export const lockPartner = (tx: Tx, partnerKey: number): Promise<unknown> =>
  sql`select from media_partner where partner_key = ${partnerKey} for no key update`.execute(tx);
