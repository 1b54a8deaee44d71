import { sql } from 'kysely';
import { type FactDifference } from '../db/facts/facts.ts';
import { type Tx } from '../db/scope/tx.ts';

/** Maximum differences stored; their total number is stored too. */
const MAX_STORED = 50;

/** Stores the result of a recount for every owner, also if nothing differs. */
export const storeRecounts = async (tx: Tx, at: Date, differences: readonly FactDifference[]): Promise<void> => {
  const { rows: owners } = await sql<{ key: number }>`select owner_key as key from owner order by 1`.execute(tx);
  for (const { key } of owners) {
    const own = differences.filter(({ ownerKey }) => ownerKey === key);
    const json = JSON.stringify(own.slice(0, MAX_STORED));
    await sql`
      insert into recount (owner_key, at, differences, found) values (${key}, ${at}, ${own.length}, ${json}::json)
      on conflict (owner_key, at) do update set differences = excluded.differences, found = excluded.found
    `.execute(tx);
  }
};
