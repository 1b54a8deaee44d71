import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { recognitionKeyOf } from '../../lib/secrets/key-ring.ts';
import { postTexts } from '../../shared/intake/read/post-texts.ts';

/** The identity of a post. Hashed under the secret: the posted values cannot be recovered. */
export interface PostIdentity {
  /** Of the transaction id, else of the whole post. */
  hash: Buffer;
  content: Buffer;
  expiresAt: Date;
}

const DAY_MS = 86_400_000;
/** A transaction id is remembered for a week, though only a day is promised: a system that was down over the weekend sends again. */
const TRANSACTION_MS = 7 * DAY_MS;
/** Without one, the same content is the same post for five minutes only: people do inquire twice. */
const CONTENT_MS = 5 * 60_000;

/** One per secret: raw bytes would be converted again with every post. */
const keys = new WeakMap<Buffer, KeyObject>();
const keyOf = (secret: Buffer): KeyObject => {
  const key = keys.get(secret) ?? createSecretKey(recognitionKeyOf(secret));
  keys.set(secret, key);
  return key;
};

export const identityOf = (
  secret: Buffer,
  body: unknown,
  { campaignKey, userKey, now }: { campaignKey: number; userKey: number | null; now: Date },
): PostIdentity => {
  const { texts } = postTexts(body);
  const hash = (kind: string, text: string): Buffer =>
    createHmac('sha256', keyOf(secret))
      .update(`post ${kind}\0${userKey ?? ''}\0${text}`)
      .digest();
  const content = hash('content', JSON.stringify([campaignKey, [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))]));
  const transactionId = texts.get('transactionId');
  return transactionId === undefined
    ? { hash: hash('whole', content.toString('hex')), content, expiresAt: new Date(now.getTime() + CONTENT_MS) }
    : { hash: hash('transaction', transactionId), content, expiresAt: new Date(now.getTime() + TRANSACTION_MS) };
};
