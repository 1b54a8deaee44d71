import { prepare } from '../../db/connection/prepared.ts';
import { type Tx } from '../../db/scope/tx.ts';

/** Resources that two posts could compete for: the second waits for the first. */
export interface Held {
  ownerKey: number;
  /** Null for a test, which uses no cap. */
  campaignKey: number | null;
  month: string;
  /** A line item that stops at its budget. */
  goalKey: number | null;
  /** Hash of the post; null where nothing is posted. */
  post: Buffer | null;
  /** The person's hashes. */
  person: readonly Buffer[];
}

/** Converts a hash to the number of an advisory lock. */
const lockOf = (hash: Buffer): bigint => hash.readBigInt64BE(0);

/** Names of the locks on the post and its person, sorted so that all transactions take them in the same order. */
export const locksOf = ({ post, person }: Held): string[] => {
  const sorted = person.map(lockOf).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return [...(post === null ? [] : [lockOf(post)]), ...sorted].map(String);
};

const hold = prepare<object>('intake_hold', 'select app.hold_for_post($1, $2, $3::date, $4, $5::bigint[])');

export const holdForPost = async (tx: Tx, holds: Held): Promise<void> => {
  await hold(tx, [holds.ownerKey, holds.campaignKey, holds.month, holds.goalKey, locksOf(holds)]);
};
