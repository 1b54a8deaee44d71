import { randomBytes } from 'node:crypto';
import { type Config } from '../../config.ts';
import { withMigrator } from '../../db/migrate/loader.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type KeyRing, printOf, ringBytes } from '../../lib/secrets/key-ring.ts';
import { openRecognition, sealRecognition } from '../../lib/secrets/seal.ts';
import { readSecret } from '../../lib/secrets/secret.ts';
import { StartupError } from '../../lib/startup-error.ts';
import {
  findRecognition,
  insertKey,
  insertRecognition,
  isUnused,
  listKeys,
  lockKeys,
  type StoredKey,
  updateKeyUsed,
} from './keys.queries.ts';

export interface GivenSecrets {
  secret: Buffer;
  /** The previous secret, until everything is sealed again. */
  before: Buffer | null;
  /** A secret that other servers may soon seal with. */
  next: Buffer | null;
}

const UNKNOWN_SECRET =
  'This database was sealed with another PACELINE_SECRET. Set PACELINE_SECRET to that one; to change it, set PACELINE_SECRET_BEFORE to that one.';
const UNKNOWN_BEFORE = 'Nothing in this database is sealed with PACELINE_SECRET_BEFORE: correct it, or unset it.';

/** Assigns IDs to new keys. Everything in a database without keys is sealed with the previous secret, if there is one. */
const numberKeys = async (tx: Tx, { secret, before, next }: GivenSecrets, at: Date): Promise<Map<number, Buffer>> => {
  const stored = await listKeys(tx);
  const idOf = (bytes: Buffer): number | undefined => stored.find(({ print }) => print.equals(printOf(bytes)))?.keyId;
  if (stored.length > 0 && idOf(before ?? secret) === undefined)
    throw new StartupError(before === null ? UNKNOWN_SECRET : UNKNOWN_BEFORE);
  const numbered = new Map<number, Buffer>();
  const number = async (bytes: Buffer | null, isUsed: boolean): Promise<void> => {
    if (bytes === null || [...numbered.values()].some((one) => one.equals(bytes))) return;
    numbered.set(idOf(bytes) ?? (await insertKey(tx, printOf(bytes), { isUsed, at })), bytes);
  };
  await number(before, true);
  await number(secret, true);
  await number(next, false);
  return numbered;
};

const assertAllGiven = (stored: readonly StoredKey[], keys: ReadonlyMap<number, Buffer>): void => {
  const missing = stored.find(({ keyId, isUsed, isRetired }) => isUsed && !isRetired && !keys.has(keyId));
  if (missing === undefined) return;
  throw new StartupError(
    `Some of what is stored is sealed with key ${missing.keyId} and does not open without it: set PACELINE_SECRET_BEFORE to that secret, and run npm run rotate.`,
  );
};

/** The recognition key: random in a new installation, else its first secret, which its hashes were made with. */
const takeRecognition = async (tx: Tx, ring: Omit<KeyRing, 'recognition'>, first: Buffer): Promise<Buffer> => {
  const asSecret = ringBytes({ ...ring, recognition: first });
  const stored = await findRecognition(tx);
  if (stored !== null) return openRecognition(asSecret, stored);
  const recognition = (await isUnused(tx)) ? randomBytes(32) : first;
  await insertRecognition(tx, sealRecognition(asSecret, recognition));
  return recognition;
};

/** All keys of an installation as one secret. Throws if they could not open all stored data. */
export const openRing = async (tx: Tx, secrets: GivenSecrets, at: Date): Promise<Buffer> => {
  await lockKeys(tx);
  const keys = await numberKeys(tx, secrets, at);
  const writes = [...keys].find(([, key]) => key.equals(secrets.secret))![0];
  await updateKeyUsed(tx, writes, at);
  assertAllGiven(await listKeys(tx), keys);
  const recognition = await takeRecognition(tx, { writes, keys }, secrets.before ?? secrets.secret);
  return ringBytes({ writes, keys, recognition });
};

type SecretSettings = Pick<Config, 'secret' | 'secretBefore' | 'secretNext' | 'dataDir'>;

/** Likewise from an installation's settings. */
export const openKeys = async (config: SecretSettings, ownerUrl: string, at: Date): Promise<Buffer> => {
  const bytes = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text));
  const secrets = {
    secret: await readSecret(config.secret, config.dataDir),
    before: bytes(config.secretBefore),
    next: bytes(config.secretNext),
  };
  return withMigrator(ownerUrl, (tx) => openRing(tx, secrets, at));
};
