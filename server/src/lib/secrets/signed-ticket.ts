import { createHmac, timingSafeEqual } from 'node:crypto';
import { recognitionKeyOf } from './key-ring.ts';

/** What an address that is open to whoever has it says: whose record, which one, and until when. */
export interface Ticket {
  ownerKey: number;
  key: number;
  endsAt: Date;
}

const TICKET = /^([1-9]\d{0,8})-([1-9]\d{0,8})-(\d{10})-([\w-]{43})$/;

/** For one purpose: a ticket to one thing is none to another. */
const signatureOf = (secret: Buffer, purpose: string, fields: readonly (string | number)[]): string =>
  createHmac('sha256', recognitionKeyOf(secret))
    .update(`ticket ${purpose}\0${fields.join('\0')}`)
    .digest('base64url');

/** Whole seconds: what ends within one ends at its beginning. */
const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

export const writeTicket = (secret: Buffer, purpose: string, { ownerKey, key, endsAt }: Ticket): string => {
  const fields = [ownerKey, key, secondsOf(endsAt)];
  return [...fields, signatureOf(secret, purpose, fields)].join('-');
};

/** What a ticket says; null where it was not written here for this purpose, or is over. */
export const readTicket = (secret: Buffer, purpose: string, text: string, now: Date): Ticket | null => {
  const [, owner = '', key = '', ends = '', signature = ''] = TICKET.exec(text) ?? [];
  const expected = signatureOf(secret, purpose, [owner, key, ends]);
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return null;
  const endsAt = new Date(Number(ends) * 1000);
  return now < endsAt ? { ownerKey: Number(owner), key: Number(key), endsAt } : null;
};
