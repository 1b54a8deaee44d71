import {
  campaignExport,
  campaignList,
  campaignsAllPartners,
  campaignsByPartner,
  channelCampaignList,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type CampaignDeps } from '../caller.ts';
import { campaignsWorkbook } from './export.ts';
import { readChosen, streamCampaigns, streamOfPartner } from './list.service.ts';

export const listRoutes = (register: Register, deps: CampaignDeps): void => {
  register(campaignList, (context) => streamCampaigns(deps, context, context.params.owner, context.query, context));
  register(campaignsAllPartners, (context) =>
    streamCampaigns(deps, context, context.params.owner, { ...context.query, channel: 'ppl' }, context),
  );
  register(campaignsByPartner, (context) => streamOfPartner(deps, context, context.params.aggregatorKey, context));
  register(channelCampaignList, (context) => {
    const { owner, channel } = context.params;
    return streamCampaigns(deps, context, owner, { ...context.query, channel }, context);
  });
  register(campaignExport, async (context) => {
    const rows = await readChosen(deps, context, context.params.owner, context.body.campaignKeys);
    return campaignsWorkbook(rows, context.session.group, deps.clock.now().toISOString().slice(0, 10));
  });
};
