import { hkdfSync } from 'node:crypto';
import { z } from 'zod';

/** The first key of an installation. Data sealed with it carries no key mark. */
export const FIRST_KEY_ID = 1;

/**
 * The secrets of an installation. Confidential data is sealed with the writing key, and sealed again when that changes. Hashes that only
 * recognise something (a person, a post, a link) use a key that never changes.
 */
export interface KeyRing {
  /** ID of the key that seals new data. */
  writes: number;
  keys: ReadonlyMap<number, Buffer>;
  /** Key for hashes, tickets and derived tokens. It never changes. */
  recognition: Buffer;
}

/** No operator's secret begins like this: settings cannot contain NUL. */
const MARK = Buffer.from('\0keyring\0');

const ringSchema = z.object({
  writes: z.int().positive(),
  keys: z.array(z.tuple([z.int().positive(), z.base64()])),
  recognition: z.base64(),
});

/** Serialises a ring, so that it can be passed around, and to threads, like a single secret. */
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

/** Parses a secret as a ring; a bare secret is a ring of one key. */
export const ringOf = (secret: Buffer): KeyRing => {
  let ring = rings.get(secret);
  if (ring === undefined) rings.set(secret, (ring = parseRing(secret)));
  return ring;
};

/** The key for hashes: the same before, during and after a change of the secret. */
export const recognitionKeyOf = (secret: Buffer): Buffer => ringOf(secret).recognition;

/** A fingerprint that distinguishes secrets without revealing them. */
export const printOf = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'paceline', 'print of the secret', 32));
