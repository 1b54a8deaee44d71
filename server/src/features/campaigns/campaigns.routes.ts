import {
  campaignAllocationGet,
  campaignClone,
  campaignDelete,
  campaignDeletePost,
  campaignDraftList,
  campaignDraftRemove,
  campaignDraftSave,
  campaignGet,
  campaignIsUnique,
  campaignNextCode,
  campaignSave,
  campaignSaveAll,
  campaignUndelete,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { readAllocation } from './allocation/allocation.service.ts';
import * as service from './campaigns.service.ts';
import { checkCode, proposeCode } from './codes/codes.service.ts';
import { forgetDraft, readDrafts, saveDraft } from './drafts/drafts.service.ts';
import { fileRoutes } from './files/files.routes.ts';
import { linkingRoutes } from './linking/linking.routes.ts';
import { listRoutes } from './list/list.routes.ts';
import { lookupRoutes } from './lookups/lookups.routes.ts';
import { saveAll } from './save-all.ts';
import { saveCampaign } from './save-campaign.ts';
import { sourceRoutes } from './sources/sources.routes.ts';
import { statusRoutes } from './status/status.routes.ts';
import { targetingRoutes } from './targeting/targeting.routes.ts';
import { type TrackingDeps } from './targeting/tracking.service.ts';

export const campaignRoutes = (register: Register, deps: TrackingDeps): void => {
  register(campaignGet, (context) => service.getCampaign(deps, context, context.params.key, context));
  register(campaignAllocationGet, (context) =>
    readAllocation(deps, context, context.params.key, { signal: context.signal }),
  );
  register(campaignSave, (context) => saveCampaign(deps, context, context.params.owner, context.body));
  register(campaignSaveAll, (context) => saveAll(deps, context, context.params.owner, context.body));
  register(campaignIsUnique, ({ scope, params, body }) => checkCode(deps, scope, params.key, body));
  register(campaignNextCode, (context) => proposeCode(deps, context, context.params.key));
  register(campaignClone, (context) => service.cloneCampaign(deps, context, context.params.key, context.body));
  register(campaignDelete, (context) =>
    service.deleteCampaign(deps, context, context.params.key, context.query.confirm),
  );
  register(campaignDeletePost, (context) =>
    service.deleteCampaign(deps, context, context.params.key, context.body.confirm),
  );
  register(campaignUndelete, (context) => service.undeleteCampaign(deps, context, context.params.key));
  register(campaignDraftList, (context) => readDrafts(deps, context, context.params.owner));
  register(campaignDraftSave, (context) => saveDraft(deps, context, context.params.owner, context.body));
  register(campaignDraftRemove, (context) => forgetDraft(deps, context, context.params.owner, context.params.draftKey));

  statusRoutes(register, deps);
  listRoutes(register, deps);
  targetingRoutes(register, deps);
  sourceRoutes(register, deps);
  linkingRoutes(register, deps);
  lookupRoutes(register, deps);
  fileRoutes(register, deps);
};
