import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export const findCampaignCode = async (
  tx: Tx,
  campaignKey: number,
): Promise<{ ownerKey: number; code: string } | undefined> => {
  const { rows } = await sql<{ ownerKey: number; code: string }>`
    select owner_key as "ownerKey", code from campaign where campaign_key = ${campaignKey} and deleted_at is null
  `.execute(tx);
  return rows[0];
};
