import { campaignSourcesList, campaignSourcesSave } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type CampaignDeps } from '../caller.ts';
import { readSources, saveSources } from './sources.service.ts';

export const sourceRoutes = (register: Register, deps: CampaignDeps): void => {
  register(campaignSourcesList, (context) => readSources(deps, context, context.params.key));
  register(campaignSourcesSave, (context) => saveSources(deps, context, context.params.key, context.body));
};
