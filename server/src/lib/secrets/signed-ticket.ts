import { createHmac, timingSafeEqual } from 'node:crypto';
import { recognitionKeyOf } from './key-ring.ts';

/** Content of a signed URL that opens without a session: owner, record and expiry. */
export interface Ticket {
  ownerKey: number;
  key: number;
  endsAt: Date;
}

const TICKET = /^([1-9]\d{0,8})-([1-9]\d{0,8})-(\d{10})-([\w-]{43})$/;

/** Bound to a purpose: a ticket for one thing does not open another. */
const signatureOf = (secret: Buffer, purpose: string, fields: readonly (string | number)[]): string =>
  createHmac('sha256', recognitionKeyOf(secret))
    .update(`ticket ${purpose}\0${fields.join('\0')}`)
    .digest('base64url');

/** In whole seconds, rounded down: a ticket expires at the start of its last second. */
const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

export const writeTicket = (secret: Buffer, purpose: string, { ownerKey, key, endsAt }: Ticket): string => {
  const fields = [ownerKey, key, secondsOf(endsAt)];
  return [...fields, signatureOf(secret, purpose, fields)].join('-');
};

/** Parses a ticket; null where it was not signed here for this purpose, or has expired. */
export const readTicket = (secret: Buffer, purpose: string, text: string, now: Date): Ticket | null => {
  const [, owner = '', key = '', ends = '', signature = ''] = TICKET.exec(text) ?? [];
  const expected = signatureOf(secret, purpose, [owner, key, ends]);
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return null;
  const endsAt = new Date(Number(ends) * 1000);
  return now < endsAt ? { ownerKey: Number(owner), key: Number(key), endsAt } : null;
};
