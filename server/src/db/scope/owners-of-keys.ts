import { type OwnedEntity } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from './tx.ts';

/** The table and key column from which a record's owner is found. */
const OWNED = {
  brand: ['brand', 'brand_key'],
  client: ['client', 'client_key'],
  campus: ['campus', 'campus_key'],
  goal: ['goal', 'goal_key'],
  campaign: ['campaign', 'campaign_key'],
} as const satisfies Record<Exclude<OwnedEntity, 'owner'>, readonly [table: string, key: string]>;

/** One owner for each record that the transaction's scope sees: foreign records are missing, like nonexistent ones. */
export const listOwnersOfKeys = async (tx: Tx, entity: keyof typeof OWNED, keys: readonly number[]) => {
  const [table, column] = OWNED[entity];
  const { rows } = await sql<{ ownerKey: number }>`
    select owner_key as "ownerKey" from ${sql.table(table)} where ${sql.ref(column)} = any (${[...keys]}::int[])
  `.execute(tx);
  return rows.map(({ ownerKey }) => ownerKey);
};
