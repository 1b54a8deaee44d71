import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** The desktop prices of both sides. The columns of a viewer's sheet decide which of them they get. */
export const listPricesInForce = async (
  tx: Tx,
  campaignKeys: readonly number[],
  at: Date,
): Promise<Map<number, { client: number; media: number }>> => {
  const { rows } = await sql<{ campaignKey: number; client: number; media: number }>`
    select distinct on (owner_key, campaign_key) campaign_key as "campaignKey", client_desktop::float8 as client, media_desktop::float8 as media
    from campaign_price where campaign_key = any (${campaignKeys}) and valid_from <= ${at}
    order by owner_key, campaign_key, valid_from desc
  `.execute(tx);
  return new Map(rows.map(({ campaignKey, ...price }) => [campaignKey, price]));
};

/** Open requests of partners, by campaign and month. */
export const listOpenWishes = async (tx: Tx, campaignKeys: readonly number[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ at: string; requested: number }>`
    select campaign_key || ' ' || month as at, requested from allocation_request
    where campaign_key = any (${campaignKeys}) and state = 'OPEN'
  `.execute(tx);
  return new Map(rows.map(({ at, requested }) => [at, requested]));
};
