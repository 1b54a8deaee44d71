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

/** A lead and who is behind it, as it goes into the thread. */
export interface Unsealed {
  ownerKey: number;
  capturedDate: string;
  leadKey: number;
  person: Person;
  zip: string | null;
}

/** As it comes back: what the table takes. An address or a number that cannot be one is found by nobody. */
export interface Sealed extends Omit<Unsealed, 'person' | 'zip'> {
  keyId: number;
  sealed: string;
  emailHash: string | null;
  phoneHash: string | null;
  nameZipHash: string | null;
}

const toBytea = (bytes: Buffer): string => String.raw`\x` + bytes.toString('hex');

const phoneHashes = new Map<string, string>();
/** Numbers come again after half a year: what was worked out once is looked up. */
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

/** Runs in a thread of its own: sealing takes as long as everything else that is made up, and a second core is idle. */
parentPort?.on('message', (people: readonly Unsealed[]) => {
  const secret = Buffer.from(workerData as Uint8Array);
  parentPort?.postMessage(
    people.map((one) => seal(secret, one)),
    [],
  );
});
