// Types only, and nothing of the contract: the thread that writes lines loads this.
import type { CopiedRow } from '../../../lib/files/copied-rows.ts';
import { openPerson } from '../../../lib/secrets/seal.ts';
import type { OutgoingKind, OutgoingValue } from '../../../lib/sheet/outgoing.ts';
import { maskPerson } from '../../../shared/delivery/mask-person.ts';

/** How a column is made from a field of the statement. */
export type ColumnSource =
  | { as: 'text' }
  | { as: 'number' }
  /** A time in the owner's zone. */
  | { as: 'time' }
  /** One or several codes: as labels, or unchanged where there are none. */
  | { as: 'words'; words: ReadonlyMap<string, string> }
  | { as: 'name'; names: ReadonlyMap<number, string | null> }
  | { as: 'person'; part: keyof FilePerson };

export interface FileColumn {
  key: string;
  kind: OutgoingKind;
  /** The index of the statement's field. */
  field: number;
  source: ColumnSource;
}

/** All data needed to make a file's rows from the statement. The lead's key is its first field. */
export interface FilePlan {
  ownerKey: number;
  fields: number;
  columns: readonly FileColumn[];
  /** The field with the sealed person; null where personal data are not read. */
  sealedField: number | null;
  wholePeople: boolean;
}

export interface FilePerson {
  personName?: string;
  email?: string;
  phone?: string;
  address?: string;
}

/** Between the codes of one lead. */
export const CODE_SEPARATOR = '\u001F';

const SECOND_US = 1_000_000;
const DAY_SECONDS = 86_400;
/** Postgres's epoch is the first day of 2000. */
const EPOCH_DAY = Date.UTC(2000, 0, 1) / 1000 / DAY_SECONDS;
const TWO_32 = 4_294_967_296;

const days = new Map<number, string>();
const dayText = (day: number): string => {
  let text = days.get(day);
  if (text === undefined) {
    text = new Date((day + EPOCH_DAY) * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    days.set(day, text);
  }
  return text;
};
const two = (number: number): string => (number < 10 ? `0${number}` : String(number));

const readLong = (bytes: Buffer, at: number): number => bytes.readInt32BE(at) * TWO_32 + bytes.readUInt32BE(at + 4);

/** A time as `YYYY-MM-DD HH:MM:SS`. */
export const readTime = (bytes: Buffer, at: number): string => {
  const seconds = Math.floor(readLong(bytes, at) / SECOND_US);
  const day = Math.floor(seconds / DAY_SECONDS);
  const ofDay = seconds - day * DAY_SECONDS;
  return `${dayText(day)} ${two(Math.floor(ofDay / 3600))}:${two(Math.floor(ofDay / 60) % 60)}:${two(ofDay % 60)}`;
};

const wordsOf = (words: ReadonlyMap<string, string>, codes: string): string =>
  codes.includes(CODE_SEPARATOR)
    ? codes
        .split(CODE_SEPARATOR)
        .map((code) => words.get(code) ?? code)
        .join('; ')
    : (words.get(codes) ?? codes);

/** Masked, unless the user asked for unmasked people and may see them. */
export const readPerson = (plan: FilePlan, secret: Buffer, { bytes, starts, lengths }: CopiedRow): FilePerson => {
  const field = plan.sealedField;
  if (field === null || lengths[field]! < 0) return {};
  const leadKey = readLong(bytes, starts[0]!);
  const at = starts[field]!;
  const sealed = bytes.subarray(at, at + lengths[field]!);
  const person = openPerson(secret, { ownerKey: plan.ownerKey, leadKey }, sealed);
  if (!plan.wholePeople) {
    const { name, email, phone } = maskPerson(person);
    return { personName: name, email, phone };
  }
  const { firstName, lastName, email, phone } = person;
  const address = [person.addressLine1, person.addressLine2, person.city].filter((part) => part).join(', ');
  return { personName: `${firstName} ${lastName}`.trim(), email, phone, address };
};

/** The value of a column, except personal data. */
export const readValue = ({ field, source }: FileColumn, { bytes, starts, lengths }: CopiedRow): OutgoingValue => {
  const [at, length] = [starts[field]!, lengths[field]!];
  if (length < 0) return null;
  switch (source.as) {
    case 'text':
      return bytes.toString('utf8', at, at + length);
    case 'number':
      return bytes.readDoubleBE(at);
    case 'time':
      return readTime(bytes, at);
    case 'words':
      return wordsOf(source.words, bytes.toString('utf8', at, at + length));
    case 'name':
      return source.names.get(bytes.readInt32BE(at)) ?? null;
    case 'person':
      return null;
  }
};
