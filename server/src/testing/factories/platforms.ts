import { type Tx } from '../../db/scope/tx.ts';
import { makeGoal, makeOwner, makePpcCampaign } from './factories.ts';

/** An owner of its own with a campaign on a search platform: account, platform campaign and ad group are linked to it. */
export const makePlatformOwner = async (tx: Tx): ReturnType<typeof makePpcCampaign> => {
  const { ownerKey } = await makeOwner(tx);
  return makePpcCampaign(tx, { ownerKey, goalKey: await makeGoal(tx, ownerKey) });
};
