import { hkdfSync } from 'node:crypto';
import { z } from 'zod';

/** The key of an installation that has never changed its secret. What it seals carries no mark. */
export const FIRST_KEY_ID = 1;

/**
 * The secrets that an installation knows. What hides something is sealed with the one that is written with, and sealed again when
 * that changes. What only recognises something (a person, a post, a link) is made with a key that stays.
 */
export interface KeyRing {
  /** The key that everything new is sealed with. */
  writes: number;
  keys: ReadonlyMap<number, Buffer>;
  /** What hashes, tickets and derived tokens are made with. It outlives every secret. */
  recognition: Buffer;
}

/** No secret of an operator begins like this: settings hold no such byte. */
const MARK = Buffer.from('\0keyring\0');

const ringSchema = z.object({
  writes: z.int().positive(),
  keys: z.array(z.tuple([z.int().positive(), z.base64()])),
  recognition: z.base64(),
});

/** A ring as bytes: it is handed around, and into threads, as a single secret would be. */
export const ringBytes = ({ writes, keys, recognition }: KeyRing): Buffer =>
  Buffer.concat([
    MARK,
    Buffer.from(
      JSON.stringify({
        writes,
        keys: [...keys].map(([id, key]) => [id, key.toString('base64')]),
        recognition: recognition.toString('base64'),
      } satisfies z.input<typeof ringSchema>),
    ),
  ]);

const parseRing = (secret: Buffer): KeyRing => {
  if (!secret.subarray(0, MARK.length).equals(MARK))
    return { writes: FIRST_KEY_ID, keys: new Map([[FIRST_KEY_ID, secret]]), recognition: secret };
  const { writes, keys, recognition } = ringSchema.parse(JSON.parse(secret.subarray(MARK.length).toString('utf8')));
  return {
    writes,
    keys: new Map(keys.map(([id, key]) => [id, Buffer.from(key, 'base64')])),
    recognition: Buffer.from(recognition, 'base64'),
  };
};

const rings = new WeakMap<Buffer, KeyRing>();

/** The ring that a secret is; a bare secret is a ring of one. */
export const ringOf = (secret: Buffer): KeyRing => {
  let ring = rings.get(secret);
  if (ring === undefined) rings.set(secret, (ring = parseRing(secret)));
  return ring;
};

/** What recognises: the same before, while and after the secret is changed. */
export const recognitionKeyOf = (secret: Buffer): Buffer => ringOf(secret).recognition;

/** Tells two secrets apart without telling anything about them. */
export const printOf = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'paceline', 'print of the secret', 32));
