import {
  AREAS_OF_INTEREST,
  channelDetails,
  channelList,
  ownerPartnerSearch,
  taxonomySubjectList,
  vendorList,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type CampaignDeps } from '../caller.ts';
import { readChannel, readChannels, readVendorsOfClients, searchVendors } from './lookups.service.ts';

export const lookupRoutes = (register: Register, deps: CampaignDeps): void => {
  register(ownerPartnerSearch, (context) => searchVendors(deps, context, context.params.owner, context.body.term));
  register(vendorList, (context) => readVendorsOfClients(deps, context, context.body.clientCodes));
  register(taxonomySubjectList, () => Promise.resolve([...AREAS_OF_INTEREST]));
  register(channelList, (context) => readChannels(deps, context));
  register(channelDetails, (context) => readChannel(deps, context, context.params.key));
};
