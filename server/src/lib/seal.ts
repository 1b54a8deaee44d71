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

/** What is sealed with which key can be read off the row, so that keys can be changed while both are in use. */
export const CURRENT_KEY_ID = 1;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Which row a sealed text belongs to: moved to another one it does not open. */
export interface RowId {
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
const ownerKeyOf = (secret: Buffer, purpose: string, ownerKey: number): KeyObject => {
  const name = `${purpose}:${CURRENT_KEY_ID}:${ownerKey}`;
  const known = ownerKeys.get(secret) ?? new Map<string, KeyObject>();
  ownerKeys.set(secret, known);
  let key = known.get(name);
  if (key === undefined)
    known.set(name, (key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, 'paceline', name, 32)))));
  return key;
};

const additionalData = ({ ownerKey, leadKey }: RowId): Buffer => Buffer.from(`${ownerKey}:${leadKey}`);

const seal = (key: KeyObject, belongsTo: Buffer, content: string | Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(belongsTo);
  const sealed = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** Throws if a single bit was changed, or the row is another one. */
const unsealBytes = (key: KeyObject, belongsTo: Buffer, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(belongsTo);
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
};
const unseal = (key: KeyObject, belongsTo: Buffer, sealed: Buffer): string =>
  unsealBytes(key, belongsTo, sealed).toString('utf8');

export const sealPerson = (secret: Buffer, row: RowId, person: Person): Buffer =>
  seal(ownerKeyOf(secret, 'seal', row.ownerKey), additionalData(row), JSON.stringify(person));

export const openPerson = (secret: Buffer, row: RowId, sealed: Buffer): Person =>
  JSON.parse(unseal(ownerKeyOf(secret, 'seal', row.ownerKey), additionalData(row), sealed)) as Person;

/** A credential of an endpoint: of one owner and one endpoint, under a key of its own purpose. */
export interface CredentialId {
  ownerKey: number;
  endpointKey: number;
}
const credentialOf = ({ ownerKey, endpointKey }: CredentialId): Buffer => Buffer.from(`${ownerKey}:${endpointKey}`);

export const sealCredential = (secret: Buffer, id: CredentialId, credential: string): Buffer =>
  seal(ownerKeyOf(secret, 'credential', id.ownerKey), credentialOf(id), credential);

export const openCredential = (secret: Buffer, id: CredentialId, sealed: Buffer): string =>
  unseal(ownerKeyOf(secret, 'credential', id.ownerKey), credentialOf(id), sealed);

/** What opens an owner's account with another company. */
export interface AccountId {
  ownerKey: number;
  provider: string;
}
const accountOf = ({ ownerKey, provider }: AccountId): Buffer => Buffer.from(`${ownerKey}:${provider}`);

export const sealAccount = (secret: Buffer, id: AccountId, account: string): Buffer =>
  seal(ownerKeyOf(secret, 'account', id.ownerKey), accountOf(id), account);

export const openAccount = (secret: Buffer, id: AccountId, sealed: Buffer): string =>
  unseal(ownerKeyOf(secret, 'account', id.ownerKey), accountOf(id), sealed);

/** How to reach a person, of a row that belongs to no lead yet: of one owner and one row, by what the row says. */
export interface ContactId {
  ownerKey: number;
  digest: string;
}
const contactOf = ({ ownerKey, digest }: ContactId): Buffer => Buffer.from(`${ownerKey}:${digest}`);

export const sealContact = (secret: Buffer, id: ContactId, contact: string): Buffer =>
  seal(ownerKeyOf(secret, 'contact', id.ownerKey), contactOf(id), contact);

export const openContact = (secret: Buffer, id: ContactId, sealed: Buffer): string =>
  unseal(ownerKeyOf(secret, 'contact', id.ownerKey), contactOf(id), sealed);

/** A file that names people, of one owner. */
export const sealFile = (secret: Buffer, ownerKey: number, file: Buffer): Buffer =>
  seal(ownerKeyOf(secret, 'file', ownerKey), Buffer.from(String(ownerKey)), file);

export const openFile = (secret: Buffer, ownerKey: number, sealed: Buffer): Buffer =>
  unsealBytes(ownerKeyOf(secret, 'file', ownerKey), Buffer.from(String(ownerKey)), sealed);

/** What signs a webhook's messages. A webhook may be for several owners, so its key is none of theirs. */
const ofNoOwner = 0;
export const sealWebhookSecret = (secret: Buffer, webhookKey: number, text: string): Buffer =>
  seal(ownerKeyOf(secret, 'webhook', ofNoOwner), Buffer.from(String(webhookKey)), text);

export const openWebhookSecret = (secret: Buffer, webhookKey: number, sealed: Buffer): string =>
  unseal(ownerKeyOf(secret, 'webhook', ofNoOwner), Buffer.from(String(webhookKey)), sealed);

/** A part of a file of leads: of one export, and at its place in it. */
export interface FilePartId {
  ownerKey: number;
  exportKey: number;
  place: number;
}
const filePartOf = ({ ownerKey, exportKey, place }: FilePartId): Buffer =>
  Buffer.from(`${ownerKey}:${exportKey}:${place}`);

export const sealFilePart = (secret: Buffer, id: FilePartId, bytes: Buffer): Buffer =>
  seal(ownerKeyOf(secret, 'export', id.ownerKey), filePartOf(id), bytes);

export const openFilePart = (secret: Buffer, id: FilePartId, sealed: Buffer): Buffer =>
  unsealBytes(ownerKeyOf(secret, 'export', id.ownerKey), filePartOf(id), sealed);

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

export type IndexKind = 'email' | 'phone' | 'nameZip' | 'visitor';

/**
 * Finds the same person again without telling who it is: whoever has the table but not the secret can only compare. It is made of
 * the SHA-256 of the address or number, as that is all that partners tell who ask before they post.
 */
export const blindIndexOfDigest = (secret: Buffer, ownerKey: number, kind: IndexKind, sha256Hex: string): Buffer =>
  createHmac('sha256', ownerKeyOf(secret, `index:${kind}`, ownerKey))
    .update(sha256Hex.toLowerCase())
    .digest();

export const blindIndex = (secret: Buffer, ownerKey: number, kind: IndexKind, normalised: string): Buffer =>
  blindIndexOfDigest(secret, ownerKey, kind, hash('sha256', normalised));
