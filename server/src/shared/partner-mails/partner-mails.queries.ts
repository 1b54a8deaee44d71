import { type PartnerMailState } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export interface TakenMail {
  ownerKey: number;
  partnerMailKey: number;
  worker: string;
}

const ofTaken = ({ ownerKey, partnerMailKey, worker }: TakenMail) =>
  sql`owner_key = ${ownerKey} and partner_mail_key = ${partnerMailKey} and taken_by = ${worker}::uuid`;

/** A mail claimed by a worker: its text and number of attempts. */
export const findTakenMail = async (
  tx: Tx,
  mail: TakenMail,
): Promise<{ mailKey: number | null; tries: number } | undefined> => {
  const { rows } = await sql<{ mailKey: number | null; tries: number }>`
    select mail_key::int as "mailKey", tries from partner_mail where ${ofTaken(mail)} and state = 'SENDING'
  `.execute(tx);
  return rows[0];
};

/** Returns the mail to the queue. */
export const updateMailAgain = (tx: Tx, mail: TakenMail, dueAt: Date, reason: string): Promise<unknown> =>
  sql`
    update partner_mail set state = 'QUEUED', due_at = ${dueAt}, reason = ${reason}, taken_by = null, taken_until = null
    where ${ofTaken(mail)} and state = 'SENDING'
  `.execute(tx);

/** Stores the result of a mail. A slow worker that was assumed dead knows better than the one that declared it dead. */
export const updateMailDone = (
  tx: Tx,
  mail: TakenMail,
  {
    state,
    reason,
    at,
  }: { state: Exclude<PartnerMailState, 'QUEUED' | 'SENDING' | 'SKIPPED'>; reason: string; at: Date },
): Promise<unknown> =>
  sql`
    update partner_mail set state = ${state}, reason = ${reason}, done_at = ${at}, taken_until = null
    where ${ofTaken(mail)} and state in ('SENDING', 'UNSURE')
  `.execute(tx);

interface NewMailing {
  ownerKey: number;
  sendId: string;
  kind: string;
  subject: string;
  message: string;
  by: number | null;
  at: Date;
}

/** Null where the same request came before: its mailing exists. */
export const insertMailing = async (tx: Tx, mailing: NewMailing): Promise<number | null> => {
  const { ownerKey, sendId, kind, subject, message, by, at } = mailing;
  const { rows } = await sql<{ mailingKey: number }>`
    insert into partner_mailing (owner_key, send_id, kind, subject, message, created_by, created_at)
    values (${ownerKey}, ${sendId}::uuid, ${kind}, ${subject}, ${message}, ${by}, ${at})
    on conflict (owner_key, send_id) do nothing
    returning mailing_key as "mailingKey"
  `.execute(tx);
  return rows[0]?.mailingKey ?? null;
};

export const getMailingOf = async (tx: Tx, ownerKey: number, sendId: string): Promise<number> => {
  const { rows } = await sql<{ mailingKey: number }>`
    select mailing_key as "mailingKey" from partner_mailing where owner_key = ${ownerKey} and send_id = ${sendId}::uuid
  `.execute(tx);
  return rows[0]!.mailingKey;
};

/** Locks contacts until the transaction ends, so that two mailings to the same one run one after the other. */
export const lockContacts = (tx: Tx, contactKeys: readonly number[]): Promise<unknown> =>
  sql`
    select from partner_contact where contact_key = any (${[...contactKeys]}::int[]) order by contact_key for no key update
  `.execute(tx);

/** When an owner last wrote to a contact about a kind, counting sent and pending mails. Arguments are column names. */
export const lastWrittenAt = (
  ownerKey: number,
  contact: string,
  kind: RawBuilder<unknown>,
): RawBuilder<Date | null> => sql`
  (select max(o.created_at) from partner_mail o join partner_mailing h using (owner_key, mailing_key)
   where o.owner_key = ${ownerKey} and o.contact_key = ${sql.ref(contact)} and h.kind = ${kind} and o.state not in ('FAILED', 'SKIPPED'))`;

/** The contacts that were written to about a kind after a moment. */
export const listWrittenSince = async (
  tx: Tx,
  {
    ownerKey,
    kind,
    contactKeys,
    since,
  }: { ownerKey: number; kind: string; contactKeys: readonly number[]; since: Date },
): Promise<number[]> => {
  const { rows } = await sql<{ contactKey: number }>`
    select k.contact_key as "contactKey" from partner_contact k
    where k.contact_key = any (${[...contactKeys]}::int[])
      and ${lastWrittenAt(ownerKey, 'k.contact_key', sql`${kind}`)} > ${since}
  `.execute(tx);
  return rows.map(({ contactKey }) => contactKey);
};

interface NewPartnerMail {
  ownerKey: number;
  mailingKey: number;
  partnerKey: number;
  contactKey: number | null;
  toAddress: string | null;
  /** Null for a skipped recipient. */
  mailKey: number | null;
  reason: string;
  repeats: number | null;
  at: Date;
}

export const insertPartnerMail = async (tx: Tx, mail: NewPartnerMail): Promise<number> => {
  const isSkipped = mail.mailKey === null;
  const { rows } = await sql<{ key: number }>`
    insert into partner_mail (owner_key, mailing_key, partner_key, contact_key, to_address, mail_key, state, reason, repeats,
                              created_at, due_at, done_at)
    values (${mail.ownerKey}, ${mail.mailingKey}, ${mail.partnerKey}, ${mail.contactKey}, ${mail.toAddress}, ${mail.mailKey},
            ${isSkipped ? 'SKIPPED' : 'QUEUED'}, ${mail.reason}, ${mail.repeats}, ${mail.at},
            ${isSkipped ? null : mail.at}, ${isSkipped ? mail.at : null})
    returning partner_mail_key::int as key
  `.execute(tx);
  return rows[0]!.key;
};
