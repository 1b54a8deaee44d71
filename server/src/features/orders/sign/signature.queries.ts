import { type IoSide, type IoSigner } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Parties } from './signature.rules.ts';

export interface SignatureRow {
  side: IoSide;
  name: string;
  title: string;
  ip: string | null;
  signedAt: Date;
  agreement: string;
  parties: Parties;
  contentHash: string;
}

/** The signatures of a version, the agency's first. */
export const listSignatures = async (tx: Tx, ownerKey: number, ioKey: number): Promise<SignatureRow[]> => {
  const { rows } = await sql<SignatureRow>`
    select side, name, title, ip, signed_at as "signedAt", agreement, parties, encode(content_hash, 'hex') as "contentHash"
    from insertion_order_signature where owner_key = ${ownerKey} and io_key = ${ioKey} order by side
  `.execute(tx);
  return rows;
};

interface NewSignature extends Omit<SignatureRow, 'contentHash'> {
  ownerKey: number;
  ioKey: number;
  partnerKey: number;
  userKey: number | null;
  ioMailKey: number | null;
  contentHash: Buffer;
}

export const insertSignature = async (tx: Tx, signature: NewSignature): Promise<void> => {
  const { ownerKey, ioKey, side, partnerKey, name, title, userKey, ioMailKey, ip, signedAt } = signature;
  await sql`
    insert into insertion_order_signature (owner_key, io_key, side, partner_key, name, title, user_key, io_mail_key, ip, signed_at,
      agreement, parties, content_hash)
    values (${ownerKey}, ${ioKey}, ${side}, ${partnerKey}, ${name}, ${title}, ${userKey}, ${ioMailKey}, ${ip}, ${signedAt},
      ${signature.agreement}, ${JSON.stringify(signature.parties)}, ${signature.contentHash})
  `.execute(tx);
};

/** A user's name, and the title that this user signed with last at these owners. */
export const findUserSigner = async (
  tx: Tx,
  ownerKeys: readonly number[],
  userKey: number | null,
): Promise<IoSigner | undefined> => {
  const { rows } = await sql<IoSigner>`
    select concat_ws(' ', u.first_name, u.last_name) as name, coalesce((
      select s.title from insertion_order_signature s
      where s.owner_key = any (${[...ownerKeys]}::int[]) and s.user_key = u.user_key order by s.signed_at desc limit 1), '') as title
    from user_account u where u.user_key = ${userKey}
  `.execute(tx);
  return rows[0];
};

/** The contact of a mailed link, and the title that this contact signed with last at this owner. */
export const findContactSigner = async (tx: Tx, ownerKey: number, ioMailKey: number): Promise<IoSigner | undefined> => {
  const { rows } = await sql<IoSigner>`
    select m.name, coalesce((
      select s.title from insertion_order_signature s
      join insertion_order_mail o on o.owner_key = s.owner_key and o.io_key = s.io_key and o.io_mail_key = s.io_mail_key
      where s.owner_key = m.owner_key and s.partner_key = m.partner_key and o.contact_key = m.contact_key
      order by s.signed_at desc limit 1), '') as title
    from insertion_order_mail m where m.owner_key = ${ownerKey} and m.io_mail_key = ${ioMailKey}
  `.execute(tx);
  return rows[0];
};
