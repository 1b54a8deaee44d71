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

/** Stands in front of what a later key has sealed, and the key's number behind it; `app.sealed_with` reads the same. */
const HEAD_MARK = Buffer.from('plkey:');
const HEAD_BYTES = HEAD_MARK.length + 2;

/** Which row a sealed text belongs to: moved to another one it does not open. */
interface RowId {
  ownerKey: number;
  leadKey: number;
}

/** A person, as a lead brings one. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  addressLine1?: string;
  addressLine2?: string;
  city?: string;
  /** Whatever else was posted, for those who check the lead again or pass it on. */
  post?: Readonly<Record<string, unknown>>;
}

/**
 * A key takes longer to make than what it is made for, and every lead of an owner needs the same ones. Given as bare bytes, each
 * would be looked at and wrapped again with every use.
 */
const ownerKeys = new WeakMap<Buffer, Map<string, KeyObject>>();

/** Each owner has keys of its own: one that leaks opens nobody else's leads. */
const ownerKeyOf = (root: Buffer, keyId: number, purpose: string, ownerKey: number): KeyObject => {
  const name = `${purpose}:${keyId}:${ownerKey}`;
  const keysOfRoot = ownerKeys.get(root) ?? new Map<string, KeyObject>();
  ownerKeys.set(root, keysOfRoot);
  let key = keysOfRoot.get(name);
  if (key === undefined)
    keysOfRoot.set(name, (key = createSecretKey(new Uint8Array(hkdfSync('sha256', root, 'paceline', name, 32)))));
  return key;
};

/** Where something sealed stands: for what, whose, and in which row. Elsewhere it does not open. */
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

/** The key that something was sealed with. */
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

/** Throws if a single bit was changed, or the row is another one. */
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

/** The same content in the same place, with the key that is written with now. */
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

/** A credential of an endpoint: of one owner and one endpoint, under a key of its own purpose. */
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

/** What opens an owner's account with another company. */
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

/** How to reach a person, of a row that belongs to no lead yet: of one owner and one row, by what the row says. */
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

/** A file that names people, of one owner. */
export const filePlace = (ownerKey: number): SealedPlace => ({ purpose: 'file', ownerKey, row: String(ownerKey) });

export const sealFile = (secret: Buffer, ownerKey: number, file: Buffer): Buffer =>
  seal(secret, filePlace(ownerKey), file);

export const openFile = (secret: Buffer, ownerKey: number, sealed: Buffer): Buffer =>
  unsealBytes(secret, filePlace(ownerKey), sealed);

/** What signs a webhook's messages. A webhook may be for several owners, so its key is none of theirs. */
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

/** What signs the files that are pushed for one source of platform data. */
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

/** What opens an account at an ad platform. */
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

/** A part of a file of leads: of one export, and at its place in it. */
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

/** What recognises people, posts and links, as it is kept in the database. */
export const RECOGNITION_PLACE: SealedPlace = { purpose: 'recognition', ownerKey: OF_NO_OWNER, row: 'recognition' };

export const sealRecognition = (secret: Buffer, recognition: Buffer): Buffer =>
  seal(secret, RECOGNITION_PLACE, recognition);

export const openRecognition = (secret: Buffer, sealed: Buffer): Buffer =>
  unsealBytes(secret, RECOGNITION_PLACE, sealed);

/** One address however it is written: case, a tag behind a plus, and the dots that Gmail does not see make no difference. */
export const normaliseEmail = (email: string): string => {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  const plain = local.split('+')[0] ?? '';
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
};

/** The last ten digits. */
export const normalisePhone = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** The letters of a name and the place, however the name is written: no case, accents, spaces or marks. */
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
 * Finds the same person again without telling who it is: whoever has the table but not the secret can only compare. It is made of
 * the SHA-256 of the address or number, as that is all that partners tell who ask before they post.
 */
export const blindIndexOfDigest = (secret: Buffer, ownerKey: number, kind: IndexKind, sha256Hex: string): Buffer =>
  createHmac('sha256', ownerKeyOf(recognitionKeyOf(secret), FIRST_KEY_ID, `index:${kind}`, ownerKey))
    .update(sha256Hex.toLowerCase())
    .digest();

export const blindIndex = (secret: Buffer, ownerKey: number, kind: IndexKind, normalised: string): Buffer =>
  blindIndexOfDigest(secret, ownerKey, kind, hash('sha256', normalised));
