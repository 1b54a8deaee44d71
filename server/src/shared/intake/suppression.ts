import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { blindIndex, normaliseEmail, normalisePhone } from '../../lib/secrets/seal.ts';

export type SuppressedBy = 'email' | 'phone';

/** No owner: for rows of a file stored before it is known whom they apply to. */
const NOBODY = 0;

const sha256 = (text: string): string => hash('sha256', text);

/**
 * The SHA-256 of a phone number is as good as the number, as ten thousand million numbers can be tried out. So it is not stored: an
 * uploaded one is hashed again with the secret.
 */
export const suppressedText = (secret: Buffer, kind: SuppressedBy, uploaded: string): string =>
  blindIndex(secret, NOBODY, kind, `sha256:${uploaded.toLowerCase()}`).toString('hex');

/** The hash stored in an owner's list and compared: differs between owners, and looks like any other hash. */
export const suppressedHash = (secret: Buffer, ownerKey: number, kind: SuppressedBy, text: string): Buffer =>
  blindIndex(secret, ownerKey, kind, `suppressed:${text}`);

/** The hashes a person may have in the owner's lists, from the SHA-256s of the normalised address and number. */
export const suppressionHashesOf = (
  secret: Buffer,
  ownerKey: number,
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
): Buffer[] => {
  const hashOf = (kind: SuppressedBy, uploaded: string) =>
    suppressedHash(secret, ownerKey, kind, suppressedText(secret, kind, uploaded));
  return [...emails.map((one) => hashOf('email', one)), ...phones.map((one) => hashOf('phone', one))];
};

/**
 * Likewise from a posted address and number. Lists are made by others, so an address counts both as we normalise it and, as most do,
 * trimmed and in lower case.
 */
export const suppressionHashes = (
  secret: Buffer,
  ownerKey: number,
  { email, phone }: { email: string | null; phone: string | null },
): Buffer[] => {
  const emails = email === null ? [] : [...new Set([normaliseEmail(email), email.trim().toLowerCase()])];
  const phones = phone === null ? [] : [normalisePhone(phone)];
  return suppressionHashesOf(secret, ownerKey, { emails: emails.map(sha256), phones: phones.map(sha256) });
};

/** Whether a person is on a currently valid list of the client or its whole owner, and by which value. */
export const findSuppression = async (
  tx: Tx,
  { ownerKey, clientKey, hashes, at }: { ownerKey: number; clientKey: number; hashes: readonly Buffer[]; at: Date },
): Promise<{ kind: SuppressedBy; listName: string } | null> => {
  if (hashes.length === 0) return null;
  const { rows } = await sql<{ kind: SuppressedBy; listName: string }>`
    select e.kind, l.name as "listName"
    from suppression_entry e
    join suppression_list l using (owner_key, suppression_list_key)
    join owner o on o.owner_key = e.owner_key
    where e.owner_key = ${ownerKey} and e.hash = any (${[...hashes]}::bytea[])
      and (l.client_key is null or l.client_key = ${clientKey})
      and (e.expires_on is null or e.expires_on > (${at}::timestamptz at time zone o.time_zone)::date)
    order by e.kind limit 1
  `.execute(tx);
  return rows[0] ?? null;
};
