import { campaignStatusBulk } from '@paceline/contract';
import { type SignedIn, type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';
import { makeCampaign } from '../factories/factories.ts';

interface World {
  ownerKey: number;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => Promise<Request>];

/** The undo of a bulk action that was made a moment ago. */
export const undoWrites = (app: TestApp): Record<string, Write> => ({
  bulkActionUndo: [
    'bulkAction',
    async ({ ownerKey }, as) => {
      const { campaignKey } = await app.asMigrator((tx) => makeCampaign(tx, { ownerKey, activated: true }));
      const other = await app.asMigrator((tx) => makeCampaign(tx, { ownerKey, activated: true }));
      const { body } = await app.call(campaignStatusBulk, as, {
        params: { owner: ownerKey },
        body: { campaignKeys: [campaignKey, other.campaignKey], action: 'PAUSE', reason: '', preview: false },
      });
      return { params: { owner: ownerKey, actionId: (body.data as { actionId: string }).actionId } };
    },
  ],
});
