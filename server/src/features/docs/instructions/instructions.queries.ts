import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type ReadCell } from '../describe/changes.rules.ts';

interface Names {
  ownerName: string;
  partnerName: string;
}

export const findNames = async (tx: Tx, ownerKey: number, partnerKey: number): Promise<Names | null> => {
  const { rows } = await sql<Names>`
    select o.name as "ownerName", p.name as "partnerName" from owner o cross join media_partner p
    where o.owner_key = ${ownerKey} and p.partner_key = ${partnerKey}
  `.execute(tx);
  return rows[0] ?? null;
};

interface Reading {
  readAt: Date;
  cells: ReadCell[];
}

interface ReadingId {
  ownerKey: number;
  campaignKey: number;
  userKey: number;
}

export const findReading = async (tx: Tx, { ownerKey, campaignKey, userKey }: ReadingId): Promise<Reading | null> => {
  const { rows } = await sql<Reading>`
    select read_at as "readAt", cells from instructions_reading
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and user_key = ${userKey}
  `.execute(tx);
  return rows[0] ?? null;
};

export const upsertReading = async (
  tx: Tx,
  { ownerKey, campaignKey, userKey }: ReadingId,
  at: Date,
  cells: readonly ReadCell[],
): Promise<void> => {
  await sql`
    insert into instructions_reading (owner_key, campaign_key, user_key, read_at, cells)
    values (${ownerKey}, ${campaignKey}, ${userKey}, ${at}, ${JSON.stringify(cells)})
    on conflict (owner_key, campaign_key, user_key) do update set read_at = excluded.read_at, cells = excluded.cells
  `.execute(tx);
};
