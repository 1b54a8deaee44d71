import { type OwnedEntity } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { makeCampaign, makeCampus, makeOwner } from '../factories/factories.ts';
import { sql } from 'kysely';

/** An owner with one record of everything by whose key a call can be told whose it is, all of one media partner. */
export const makeOwnedRecords = async (tx: Tx, partnerKey: number): Promise<Record<OwnedEntity, number>> => {
  const { ownerKey } = await makeOwner(tx);
  const { campaignKey, goalKey } = await makeCampaign(tx, { ownerKey, partnerKey });
  const { rows } = await sql<{ brand: number; client: number }>`
    select brand_key as brand, client_key as client from client where owner_key = ${ownerKey}
  `.execute(tx);
  const { brand = 0, client = 0 } = rows[0] ?? {};
  const { campusKey } = await makeCampus(tx, { ownerKey, clientKey: client });
  return { owner: ownerKey, brand, client, campus: campusKey, goal: goalKey, campaign: campaignKey };
};
