import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { byteReader } from '../files/byte-reader.ts';
import { StartupError } from '../startup-error.ts';

/**
 * A long file, sealed in chunks: each is AES-256-GCM under a key of the file's own, its number and whether it is the last one are
 * its nonce, and the file's name is bound to all of them. A chunk that is changed, swapped or missing, an end that is cut off and
 * a file under another file's name do not open.
 *
 *   magic | id of the key (8) | salt (16) | chunk…      chunk: last? + length (4) | tag (16) | sealed bytes
 */
const MAGIC = Buffer.from('PACELINE-SEALED-1\n');
const CIPHER = 'aes-256-gcm';
const ID_BYTES = 8;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 1024 * 1024;
const LAST = 0x8000_0000;

export interface SealingKey {
  bytes: Buffer;
  /** Identifies the key without revealing anything about it. */
  id: Buffer;
}

export const sealingKey = (bytes: Buffer): SealingKey => ({
  bytes,
  id: createHmac('sha256', bytes).update('id of the key').digest().subarray(0, ID_BYTES),
});

const fileKey = (key: SealingKey, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, salt, 'sealed stream', 32));

const nonceOf = (place: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(place));
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

export async function* sealStream(
  key: SealingKey,
  name: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const salt = randomBytes(SALT_BYTES);
  const ofFile = fileKey(key, salt);
  const belongsTo = Buffer.from(name);
  const chunk = (place: number, bytes: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv(CIPHER, ofFile, nonceOf(place, isLast)).setAAD(belongsTo);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(sealed.length + (isLast ? LAST : 0));
    return Buffer.concat([head, cipher.getAuthTag(), sealed]);
  };
  yield Buffer.concat([MAGIC, key.id, salt]);
  const reader = byteReader(source);
  let bytes = await reader.take(CHUNK_BYTES);
  for (let place = 0; ; place += 1) {
    const following = bytes.length < CHUNK_BYTES ? Buffer.alloc(0) : await reader.take(CHUNK_BYTES);
    yield chunk(place, bytes, following.length === 0);
    if (following.length === 0) return;
    bytes = following;
  }
}

const damaged = (name: string, how: string): StartupError =>
  new StartupError(`${name} ${how}: take another copy of it, or another backup. Nothing of it was used.`);

/**
 * Opens what was sealed under this name. Each chunk is verified before it is yielded; the content is complete only once the stream has
 * ended without an error.
 */
export async function* openStream(
  key: SealingKey,
  name: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const reader = byteReader(source);
  const head = await reader.take(MAGIC.length + ID_BYTES + SALT_BYTES);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name, 'is not a file that Paceline sealed');
  const salt = head.subarray(MAGIC.length + ID_BYTES);
  if (salt.length < SALT_BYTES) throw damaged(name, 'is cut short');
  if (!head.subarray(MAGIC.length, MAGIC.length + ID_BYTES).equals(key.id)) throw wrongKey(name);
  const ofFile = fileKey(key, salt);
  const belongsTo = Buffer.from(name);
  for (let place = 0; ; place += 1) {
    const size = await reader.take(4);
    if (size.length < 4) throw damaged(name, 'is cut short');
    const isLast = size.readUInt32BE() >= LAST;
    const length = size.readUInt32BE() % LAST;
    if (length > CHUNK_BYTES) throw damaged(name, 'was changed');
    const tag = await reader.take(TAG_BYTES);
    const sealed = await reader.take(length);
    if (tag.length < TAG_BYTES || sealed.length < length) throw damaged(name, 'is cut short');
    const decipher = createDecipheriv(CIPHER, ofFile, nonceOf(place, isLast)).setAAD(belongsTo).setAuthTag(tag);
    let bytes: Buffer;
    try {
      bytes = Buffer.concat([decipher.update(sealed), decipher.final()]);
    } catch {
      throw damaged(name, 'was changed');
    }
    yield bytes;
    if (!isLast) continue;
    if ((await reader.take(1)).length > 0) throw damaged(name, 'was changed');
    return;
  }
}

export const wrongKey = (name: string): StartupError =>
  new StartupError(
    `${name} was sealed with another key: set PACELINE_BACKUP_KEY (or, if there was none, PACELINE_SECRET) to the one it was made with.`,
  );
