import { type KEY_TYPES } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/tx.ts';

/** The tables that a graphic can be about, and their keys. A partner belongs to no owner: it is looked for in its campaigns. */
const TABLES = {
  owner: ['owner', 'owner_key'],
  brand: ['brand', 'brand_key'],
  client: ['client', 'client_key'],
  campus: ['campus', 'campus_key'],
  goal: ['goal', 'goal_key'],
  campaign: ['campaign', 'campaign_key'],
  partner: ['campaign', 'partner_key'],
} as const satisfies Record<(typeof KEY_TYPES)[number], readonly [string, string]>;

export const findOwnerOfKey = async (
  tx: Tx,
  keyType: keyof typeof TABLES,
  key: number,
): Promise<number | undefined> => {
  const [table, column] = TABLES[keyType];
  const { rows } = await sql<{ ownerKey: number }>`
    select owner_key as "ownerKey" from ${sql.table(table)} where ${sql.ref(column)} = ${key} limit 1
  `.execute(tx);
  return rows[0]?.ownerKey;
};
