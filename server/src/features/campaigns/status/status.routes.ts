import { campaignStatusBulk, campaignStatusLog, campaignStatusSave } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type CampaignDeps } from '../caller.ts';
import { moveMany, readLog, saveStatus } from './status.service.ts';

export const statusRoutes = (register: Register, deps: CampaignDeps): void => {
  register(campaignStatusSave, (context) => saveStatus(deps, context, context.params.key, context.body));
  register(campaignStatusBulk, (context) => moveMany(deps, context, context.params.owner, context.body));
  register(campaignStatusLog, (context) => readLog(deps, context, context.params.key));
};
