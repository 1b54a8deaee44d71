import { prepare } from '../../db/connection/prepared.ts';
import { type Tx } from '../../db/scope/tx.ts';

/** What two posts could both take: whoever comes second waits for the first. */
export interface Held {
  ownerKey: number;
  /** Null where no cap is used: of a test. */
  campaignKey: number | null;
  month: string;
  /** Of a line item that stops at its budget. */
  goalKey: number | null;
  /** The post; null where nothing is posted. */
  post: Buffer | null;
  /** The person under each of its hashes. */
  person: readonly Buffer[];
}

/** A hash as the number that a lock of the database has for a name. */
const lockOf = (hash: Buffer): bigint => hash.readBigInt64BE(0);

/** The names of the locks on the post and on its person, in the order in which everybody takes them. */
export const locksOf = ({ post, person }: Held): string[] => {
  const sorted = person.map(lockOf).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return [...(post === null ? [] : [lockOf(post)]), ...sorted].map(String);
};

const hold = prepare<object>('intake_hold', 'select app.hold_for_post($1, $2, $3::date, $4, $5::bigint[])');

export const holdForPost = async (tx: Tx, holds: Held): Promise<void> => {
  await hold(tx, [holds.ownerKey, holds.campaignKey, holds.month, holds.goalKey, locksOf(holds)]);
};
