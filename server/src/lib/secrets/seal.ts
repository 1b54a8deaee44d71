import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { FIRST_KEY_ID, recognitionKeyOf, ringOf } from './key-ring.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Prefix of data sealed with a later key, followed by the key's number; `app.sealed_with` parses the same. */
const HEAD_MARK = Buffer.from('plkey:');
const HEAD_BYTES = HEAD_MARK.length + 2;

/** The row a sealed text belongs to: it does not open in another row. */
interface RowId {
  ownerKey: number;
  leadKey: number;
}

/** A person of a lead. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  addressLine1?: string;
  addressLine2?: string;
  city?: string;
  /** All other posted fields, for later checks and delivery of the lead. */
  post?: Readonly<Record<string, unknown>>;
}

/**
 * Cache of owner keys: deriving a key takes longer than using it, and every lead of an owner needs the same ones. Kept as KeyObjects, as
 * raw bytes would be validated and wrapped again at every use.
 */
const ownerKeys = new WeakMap<Buffer, Map<string, KeyObject>>();

/** Each owner has its own keys: a leaked one opens no other owner's leads. */
const ownerKeyOf = (root: Buffer, keyId: number, purpose: string, ownerKey: number): KeyObject => {
  const name = `${purpose}:${keyId}:${ownerKey}`;
  const keysOfRoot = ownerKeys.get(root) ?? new Map<string, KeyObject>();
  ownerKeys.set(root, keysOfRoot);
  let key = keysOfRoot.get(name);
  if (key === undefined)
    keysOfRoot.set(name, (key = createSecretKey(new Uint8Array(hkdfSync('sha256', root, 'paceline', name, 32)))));
  return key;
};

/** The place of sealed data: purpose, owner and row. It does not open anywhere else. */
export interface SealedPlace {
  purpose: string;
  ownerKey: number;
  row: string;
}

const headOf = (keyId: number): Buffer => {
  if (keyId === FIRST_KEY_ID) return Buffer.alloc(0);
  const head = Buffer.alloc(HEAD_BYTES);
  HEAD_MARK.copy(head);
  head.writeUInt16BE(keyId, HEAD_MARK.length);
  return head;
};

/** ID of the key that sealed the data. */
export const keyIdOf = (sealed: Buffer): number =>
  sealed.subarray(0, HEAD_MARK.length).equals(HEAD_MARK) ? sealed.readUInt16BE(HEAD_MARK.length) : FIRST_KEY_ID;

const keyAt = (secret: Buffer, keyId: number, { purpose, ownerKey }: SealedPlace): KeyObject => {
  const root = ringOf(secret).keys.get(keyId);
  if (root === undefined) throw new Error(`It is sealed with key ${keyId}, which this server was not given.`);
  return ownerKeyOf(root, keyId, purpose, ownerKey);
};

const seal = (secret: Buffer, place: SealedPlace, content: string | Buffer): Buffer => {
  const { writes } = ringOf(secret);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyAt(secret, writes, place), nonce);
  cipher.setAAD(Buffer.from(place.row));
  const sealed = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()]);
  return Buffer.concat([headOf(writes), nonce, cipher.getAuthTag(), sealed]);
};

/** Throws if a single bit was changed, or the row is a different one. */
const unsealBytes = (secret: Buffer, place: SealedPlace, sealed: Buffer): Buffer => {
  const keyId = keyIdOf(sealed);
  const body = keyId === FIRST_KEY_ID ? sealed : sealed.subarray(HEAD_BYTES);
  const decipher = createDecipheriv(CIPHER, keyAt(secret, keyId, place), body.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(place.row));
  decipher.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
};
const unseal = (secret: Buffer, place: SealedPlace, sealed: Buffer): string =>
  unsealBytes(secret, place, sealed).toString('utf8');

/** Reseals the same content for the same place with the current writing key. */
export const sealAgain = (secret: Buffer, place: SealedPlace, sealed: Buffer): Buffer =>
  seal(secret, place, unsealBytes(secret, place, sealed));

export const personPlace = ({ ownerKey, leadKey }: RowId): SealedPlace => ({
  purpose: 'seal',
  ownerKey,
  row: `${ownerKey}:${leadKey}`,
});

export const sealPerson = (secret: Buffer, row: RowId, person: Person): Buffer =>
  seal(secret, personPlace(row), JSON.stringify(person));

export const openPerson = (secret: Buffer, row: RowId, sealed: Buffer): Person =>
  JSON.parse(unseal(secret, personPlace(row), sealed)) as Person;

/** A credential of one owner's endpoint, under a key of its own purpose. */
interface CredentialId {
  ownerKey: number;
  endpointKey: number;
}
export const credentialPlace = ({ ownerKey, endpointKey }: CredentialId): SealedPlace => ({
  purpose: 'credential',
  ownerKey,
  row: `${ownerKey}:${endpointKey}`,
});

export const sealCredential = (secret: Buffer, id: CredentialId, credential: string): Buffer =>
  seal(secret, credentialPlace(id), credential);

export const openCredential = (secret: Buffer, id: CredentialId, sealed: Buffer): string =>
  unseal(secret, credentialPlace(id), sealed);

/** An owner's credential at another company. */
interface AccountId {
  ownerKey: number;
  provider: string;
}
export const accountPlace = ({ ownerKey, provider }: AccountId): SealedPlace => ({
  purpose: 'account',
  ownerKey,
  row: `${ownerKey}:${provider}`,
});

export const sealAccount = (secret: Buffer, id: AccountId, account: string): Buffer =>
  seal(secret, accountPlace(id), account);

export const openAccount = (secret: Buffer, id: AccountId, sealed: Buffer): string =>
  unseal(secret, accountPlace(id), sealed);

/** Contact data of a person in a row without a lead, bound to one owner and one row. */
interface ContactId {
  ownerKey: number;
  digest: string;
}
export const contactPlace = ({ ownerKey, digest }: ContactId): SealedPlace => ({
  purpose: 'contact',
  ownerKey,
  row: `${ownerKey}:${digest}`,
});

export const sealContact = (secret: Buffer, id: ContactId, contact: string): Buffer =>
  seal(secret, contactPlace(id), contact);

export const openContact = (secret: Buffer, id: ContactId, sealed: Buffer): string =>
  unseal(secret, contactPlace(id), sealed);

/** A file that names people, bound to its owner. */
export const filePlace = (ownerKey: number): SealedPlace => ({ purpose: 'file', ownerKey, row: String(ownerKey) });

export const sealFile = (secret: Buffer, ownerKey: number, file: Buffer): Buffer =>
  seal(secret, filePlace(ownerKey), file);

export const openFile = (secret: Buffer, ownerKey: number, sealed: Buffer): Buffer =>
  unsealBytes(secret, filePlace(ownerKey), sealed);

/** A webhook's signing secret. A webhook may cover several owners, so it is bound to none. */
const OF_NO_OWNER = 0;
export const webhookPlace = (webhookKey: number): SealedPlace => ({
  purpose: 'webhook',
  ownerKey: OF_NO_OWNER,
  row: String(webhookKey),
});

export const sealWebhookSecret = (secret: Buffer, webhookKey: number, text: string): Buffer =>
  seal(secret, webhookPlace(webhookKey), text);

export const openWebhookSecret = (secret: Buffer, webhookKey: number, sealed: Buffer): string =>
  unseal(secret, webhookPlace(webhookKey), sealed);

/** The signing key for files pushed to one source of platform data. */
interface PushKeyId {
  ownerKey: number;
  keyId: string;
}
export const pushKeyPlace = ({ ownerKey, keyId }: PushKeyId): SealedPlace => ({
  purpose: 'push',
  ownerKey,
  row: `${ownerKey}:${keyId}`,
});

export const sealPushSecret = (secret: Buffer, id: PushKeyId, text: string): Buffer =>
  seal(secret, pushKeyPlace(id), text);

export const openPushSecret = (secret: Buffer, id: PushKeyId, sealed: Buffer): string =>
  unseal(secret, pushKeyPlace(id), sealed);

/** A credential for an ad platform account. */
export interface ConnectionId {
  ownerKey: number;
  accountKey: number;
}
export const connectionPlace = ({ ownerKey, accountKey }: ConnectionId): SealedPlace => ({
  purpose: 'connection',
  ownerKey,
  row: `${ownerKey}:${accountKey}`,
});

export const sealConnection = (secret: Buffer, id: ConnectionId, text: string): Buffer =>
  seal(secret, connectionPlace(id), text);

export const openConnection = (secret: Buffer, id: ConnectionId, sealed: Buffer): string =>
  unseal(secret, connectionPlace(id), sealed);

/** A part of an export file, bound to its export and position. */
export interface FilePartId {
  ownerKey: number;
  exportKey: number;
  place: number;
}
export const filePartPlace = ({ ownerKey, exportKey, place }: FilePartId): SealedPlace => ({
  purpose: 'export',
  ownerKey,
  row: `${ownerKey}:${exportKey}:${place}`,
});

export const sealFilePart = (secret: Buffer, id: FilePartId, bytes: Buffer): Buffer =>
  seal(secret, filePartPlace(id), bytes);

export const openFilePart = (secret: Buffer, id: FilePartId, sealed: Buffer): Buffer =>
  unsealBytes(secret, filePartPlace(id), sealed);

/** The recognition key, as stored in the database. */
export const RECOGNITION_PLACE: SealedPlace = { purpose: 'recognition', ownerKey: OF_NO_OWNER, row: 'recognition' };

export const sealRecognition = (secret: Buffer, recognition: Buffer): Buffer =>
  seal(secret, RECOGNITION_PLACE, recognition);

export const openRecognition = (secret: Buffer, sealed: Buffer): Buffer =>
  unsealBytes(secret, RECOGNITION_PLACE, sealed);

/** Normalises spellings of one address: ignores case, a +tag, and dots in Gmail addresses. */
export const normaliseEmail = (email: string): string => {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  const plain = local.split('+')[0] ?? '';
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
};

/** The last ten digits. */
export const normalisePhone = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Letters of the name, and the five-digit ZIP code. Case, accents, spaces and punctuation of names are ignored. */
export const normaliseNameZip = (firstName: string, lastName: string, zip: string): string => {
  const letters = (name: string): string =>
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, '');
  return `${letters(firstName)} ${letters(lastName)} ${zip.slice(0, 5)}`;
};

type IndexKind = 'email' | 'phone' | 'nameZip' | 'visitor';

/**
 * Finds the same person again without revealing them: without the secret, the hashes can only be compared. Computed from the SHA-256 of the
 * address or number, because partners that ask before they post send only that.
 */
export const blindIndexOfDigest = (secret: Buffer, ownerKey: number, kind: IndexKind, sha256Hex: string): Buffer =>
  createHmac('sha256', ownerKeyOf(recognitionKeyOf(secret), FIRST_KEY_ID, `index:${kind}`, ownerKey))
    .update(sha256Hex.toLowerCase())
    .digest();

export const blindIndex = (secret: Buffer, ownerKey: number, kind: IndexKind, normalised: string): Buffer =>
  blindIndexOfDigest(secret, ownerKey, kind, hash('sha256', normalised));
