import { CERTIFICATES, clientCriteriaSchema, type IoTerms, RETURN_REASONS } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface Contact {
  contactKey: number;
  partnerKey: number;
  partnerName: string;
  name: string;
  email: string;
  wantsOrders: boolean;
}

const CONTACT = sql`
  select k.contact_key as "contactKey", k.partner_key as "partnerKey", p.name as "partnerName", k.name, k.email,
         'IO' = any (k.notifications) as "wantsOrders"
  from partner_contact k join media_partner p on p.partner_key = k.partner_key
  where k.active and p.active`;

export const listContacts = async (tx: Tx, contactKeys: readonly number[]): Promise<Contact[]> => {
  const { rows } = await sql<Contact>`
    ${CONTACT} and k.contact_key = any (${[...contactKeys]}::int[]) order by p.name, k.name, k.contact_key
  `.execute(tx);
  return rows;
};

export const listContactsOf = async (tx: Tx, partnerKeys: readonly number[]): Promise<Contact[]> => {
  const { rows } = await sql<Contact>`
    ${CONTACT} and k.partner_key = any (${[...partnerKeys]}::int[]) order by p.name, k.name, k.contact_key
  `.execute(tx);
  return rows;
};

export const listClients = async (
  tx: Tx,
  ownerKey: number,
  clientKeys: readonly number[],
): Promise<{ clientKey: number; clientName: string }[]> => {
  const { rows } = await sql<{ clientKey: number; clientName: string }>`
    select client_key as "clientKey", name as "clientName" from client
    where owner_key = ${ownerKey} and client_key = any (${[...clientKeys]}::int[]) order by name, client_key
  `.execute(tx);
  return rows;
};

/** The contacts who were mailed this version since then. */
export const listMailedSince = async (tx: Tx, ownerKey: number, ioKey: number, since: Date): Promise<Set<number>> => {
  const { rows } = await sql<{ contactKey: number }>`
    select distinct contact_key as "contactKey" from insertion_order_mail
    where owner_key = ${ownerKey} and io_key = ${ioKey} and requested_at > ${since}
  `.execute(tx);
  return new Set(rows.map(({ contactKey }) => contactKey));
};

/** The terms beside the lines: the client's present criteria, and the owner's own text. */
export const getTerms = async (
  tx: Tx,
  ownerKey: number,
  clientKey: number,
  { agencyName, paymentTerms }: { agencyName: string; paymentTerms: string },
): Promise<IoTerms> => {
  const { rows } = await sql<{ body: unknown }>`
    select body from client_criteria where owner_key = ${ownerKey} and client_key = ${clientKey} order by version desc limit 1
  `.execute(tx);
  const { returns, consent } = clientCriteriaSchema.parse(rows[0]?.body ?? {});
  return {
    agencyName,
    paymentTerms,
    returnWindowDays: returns.allowReturns ? returns.windowDays : null,
    returnReasons: Object.values(RETURN_REASONS),
    certificate: CERTIFICATES[consent.certificate],
  };
};

/** Marks an owner that sends orders, so that its plans are compared on changes. */
export const insertSettings = async (tx: Tx, ownerKey: number): Promise<void> => {
  await sql`insert into insertion_order_setting (owner_key) values (${ownerKey}) on conflict do nothing`.execute(tx);
};

export const insertMail = async (
  tx: Tx,
  { ownerKey, ioKey }: { ownerKey: number; ioKey: number },
  { partnerKey, contactKey, name, email }: Contact,
  { by, at, message }: { by: number | null; at: Date; message: string },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into insertion_order_mail (owner_key, io_key, partner_key, contact_key, name, email, message, requested_by, requested_at)
    values (${ownerKey}, ${ioKey}, ${partnerKey}, ${contactKey}, ${name}, ${email}, ${message}, ${by}, ${at})
    returning io_mail_key as key
  `.execute(tx);
  return rows[0]!.key;
};

interface WaitingMail {
  ioKey: number;
  name: string;
  email: string;
  message: string;
  /** The address of whoever sends it. */
  replyTo: string | null;
}

/** A mail not yet in the outbox, locked; undefined where it is in there. */
export const holdWaitingMail = async (
  tx: Tx,
  ownerKey: number,
  ioMailKey: number,
): Promise<WaitingMail | undefined> => {
  const { rows } = await sql<WaitingMail>`
    select io_key as "ioKey", name, email, message,
           (select u.email from user_account u where u.user_key = requested_by and u.active) as "replyTo"
    from insertion_order_mail
    where owner_key = ${ownerKey} and io_mail_key = ${ioMailKey} and state = 'waiting' for update
  `.execute(tx);
  return rows[0];
};

export const updateQueued = async (
  tx: Tx,
  ownerKey: number,
  ioMailKey: number,
  link: { mailKey: number; tokenHash: Buffer; expiresAt: Date },
): Promise<void> => {
  await sql`
    update insertion_order_mail set state = 'queued', failure = null, mail_key = ${link.mailKey}, token_hash = ${link.tokenHash},
      expires_at = ${link.expiresAt}
    where owner_key = ${ownerKey} and io_mail_key = ${ioMailKey}
  `.execute(tx);
};

export const updateFailed = async (tx: Tx, ownerKey: number, ioMailKey: number, failure: string): Promise<void> => {
  await sql`
    update insertion_order_mail set failure = ${failure.slice(0, 300)}
    where owner_key = ${ownerKey} and io_mail_key = ${ioMailKey} and state = 'waiting'
  `.execute(tx);
};
