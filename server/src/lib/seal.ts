import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

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
}

/** Each owner has keys of its own: one that leaks opens nobody else's leads. */
const ownerKeyOf = (secret: Buffer, purpose: string, ownerKey: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'paceline', `${purpose}:${CURRENT_KEY_ID}:${ownerKey}`, 32));

const additionalData = ({ ownerKey, leadKey }: RowId): Buffer => Buffer.from(`${ownerKey}:${leadKey}`);

export const sealPerson = (secret: Buffer, row: RowId, person: Person): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, ownerKeyOf(secret, 'seal', row.ownerKey), nonce);
  cipher.setAAD(additionalData(row));
  const text = Buffer.concat([cipher.update(JSON.stringify(person), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

/** Throws if a single bit was changed, or the row is another one. */
export const openPerson = (secret: Buffer, row: RowId, sealed: Buffer): Person => {
  const decipher = createDecipheriv(CIPHER, ownerKeyOf(secret, 'seal', row.ownerKey), sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(additionalData(row));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Person;
};

/** One address however it is written: case, a tag behind a plus, and the dots that Gmail does not see make no difference. */
export const normaliseEmail = (email: string): string => {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  const plain = local.split('+')[0] ?? '';
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
};

/** The last ten digits. */
export const normalisePhone = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Finds the same person again without telling who it is: whoever has the table but not the secret can only compare. */
export const blindIndex = (secret: Buffer, ownerKey: number, kind: 'email' | 'phone', normalised: string): Buffer =>
  createHmac('sha256', ownerKeyOf(secret, `index:${kind}`, ownerKey))
    .update(normalised)
    .digest();
