import { parentPort, workerData } from 'node:worker_threads';
import {
  blindIndex,
  keyIdOf,
  normaliseEmail,
  normaliseNameZip,
  normalisePhone,
  type Person,
  sealPerson,
} from '../../../src/lib/secrets/seal.ts';

/** A lead and its person, as sent to the thread. */
export interface Unsealed {
  ownerKey: number;
  capturedDate: string;
  leadKey: number;
  person: Person;
  zip: string | null;
}

/** The row for the table, as returned. An invalid email or phone number gets no hash. */
export interface Sealed extends Omit<Unsealed, 'person' | 'zip'> {
  keyId: number;
  sealed: string;
  emailHash: string | null;
  phoneHash: string | null;
  nameZipHash: string | null;
}

const toBytea = (bytes: Buffer): string => String.raw`\x` + bytes.toString('hex');

const phoneHashes = new Map<string, string>();
/** Cached, because numbers are reused after half a year. */
const hashPhone = (secret: Buffer, ownerKey: number, phone: string): string => {
  const key = `${ownerKey} ${phone}`;
  let hash = phoneHashes.get(key);
  if (hash === undefined) phoneHashes.set(key, (hash = toBytea(blindIndex(secret, ownerKey, 'phone', phone))));
  return hash;
};

const seal = (secret: Buffer, { person, zip, ...row }: Unsealed): Sealed => {
  const { ownerKey, leadKey } = row;
  const phone = normalisePhone(person.phone);
  const sealed = sealPerson(secret, { ownerKey, leadKey }, person);
  return {
    ...row,
    keyId: keyIdOf(sealed),
    sealed: toBytea(sealed),
    emailHash: person.email.includes('@@')
      ? null
      : toBytea(blindIndex(secret, ownerKey, 'email', normaliseEmail(person.email))),
    phoneHash: phone.length === 10 ? hashPhone(secret, ownerKey, phone) : null,
    nameZipHash:
      zip === null
        ? null
        : toBytea(blindIndex(secret, ownerKey, 'nameZip', normaliseNameZip(person.firstName, person.lastName, zip))),
  };
};

/** Runs in a separate thread: sealing takes as long as generating everything else, and a second core is idle. */
parentPort?.on('message', (people: readonly Unsealed[]) => {
  const secret = Buffer.from(workerData as Uint8Array);
  parentPort?.postMessage(
    people.map((one) => seal(secret, one)),
    [],
  );
});
