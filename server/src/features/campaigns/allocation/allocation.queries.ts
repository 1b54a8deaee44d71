import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** The line item of a campaign. */
export const findLineItem = async (
  tx: Tx,
  ownerKey: number,
  campaignKey: number,
): Promise<{ goalKey: number; name: string } | undefined> => {
  const { rows } = await sql<{ goalKey: number; name: string }>`
    select g.goal_key as "goalKey", g.name
    from campaign c join goal g using (owner_key, goal_key)
    where c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey}
  `.execute(tx);
  return rows[0];
};
