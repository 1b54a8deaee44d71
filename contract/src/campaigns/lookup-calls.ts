import { z } from 'zod';
import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { defineCall } from '../core/calls/call.ts';
import { key, keyParam, WITH_VERSION } from '../core/calls/schema.ts';
import {
  channelCampaignFormSchema,
  channelCampaignSavedSchema,
  platformCampaignSchema,
  platformChannelParam,
  unlinkedCampaignSchema,
} from './linking.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const agency = ['ag'] as const;
const json = { permission: 'campaigns:View' } as const;

const vendorSchema = z.object({
  aggregatorKey: key,
  aggregatorName: z.string(),
  aggregatorCode: z.string(),
  productType: z.array(z.string()),
  active: z.boolean(),
  /** Whether it is mapped to one of the owner's clients. */
  mapped: z.boolean(),
});
export type Vendor = z.infer<typeof vendorSchema>;

export const ownerPartnerSearch = defineCall({
  ...json,
  id: 'ownerPartnerSearch',
  apiKey: true,
  summary: 'Media partners by a part of their name or code, those of the owner first',
  route: 'POST /{p}/{owner}/mp/search',
  owner: 'path',
  groups: ['ag', 'cl'],
  body: z.strictObject({ term: z.string().max(100).default(' ') }),
  response: z.array(vendorSchema),
});

export const vendorList = defineCall({
  ...json,
  id: 'vendorList',
  apiKey: true,
  summary: 'The media partners that are mapped to clients, by the clients’ codes',
  route: 'POST /ag/aggregator/vendor/list',
  owner: { session: 'The clients’ codes may be of several owners that the caller works on.' },
  groups: agency,
  body: z.strictObject({ clientCodes: z.array(z.string().min(1).max(50)).min(1).max(500) }),
  response: z.array(vendorSchema),
});

export const taxonomySubjectList = defineCall({
  ...json,
  id: 'taxonomySubjectList',
  summary: 'The subjects by which programs are found',
  route: 'GET /ag/taxonomy/subject/list',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups: agency,
  response: z.array(z.object({ code: z.string(), label: z.string() })),
});

const channelSchema = z.object({
  channel: z.enum(CAMPAIGN_CHANNELS),
  name: z.string(),
  productType: z.string(),
});

export const channelList = defineCall({
  ...json,
  id: 'channelList',
  summary: 'The channels that campaigns run on',
  route: 'GET /{p}/channel/list',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups: anyGroup,
  response: z.array(channelSchema),
});

export const channelDetails = defineCall({
  ...json,
  id: 'channelDetails',
  summary: 'One channel with its custom channels and its trading platforms',
  route: 'GET /{p}/channel/{key}/get',
  owner: { session: 'The custom channels of all owners that the caller works on, each with its owner.' },
  groups: anyGroup,
  params: { key: z.enum(CAMPAIGN_CHANNELS) },
  response: channelSchema.extend({
    customChannels: z.array(
      z.object({
        ownerKey: key,
        channelCustomKey: key,
        name: z.string(),
        colour: z.string().nullable(),
        active: z.boolean(),
      }),
    ),
    tradingPlatforms: z.array(z.object({ platformKey: key, name: z.string() })),
  }),
});

export const unlinkedCampaignList = defineCall({
  ...json,
  id: 'unlinkedCampaignList',
  summary: 'Campaigns of the trading platforms that feed nothing yet, with what they most likely belong to',
  route: 'GET /ag/{channel}/{owner}/unlinked/list',
  owner: 'path',
  groups: agency,
  params: { channel: platformChannelParam },
  query: z.strictObject({ text: z.string().trim().max(100).optional(), semClientAccountKey: keyParam.optional() }),
  response: z.array(unlinkedCampaignSchema),
});

export const semCampaignsByPlatform = defineCall({
  ...json,
  id: 'semCampaignsByPlatform',
  summary: 'The campaigns of one account on a trading platform, and what they feed',
  route: 'GET /ag/{owner}/tradingplatform/{semClientAccountKey}/semcampaign/list',
  owner: 'path',
  groups: agency,
  response: z.array(platformCampaignSchema),
});

export const channelCampaignSave = defineCall({
  id: 'channelCampaignSave',
  summary: `Creates or changes campaigns on trading platforms and links them, all or none; ${WITH_VERSION.merges}`,
  route: 'POST /ag/{channel}/{owner}/campaign/save',
  owner: 'path',
  groups: agency,
  permission: 'campaigns:Update',
  params: { channel: platformChannelParam },
  body: z.strictObject({ campaigns: z.array(channelCampaignFormSchema).min(1).max(500) }),
  response: channelCampaignSavedSchema,
  bodyBytes: 1024 * 1024,
});

export const campaignUnlink = defineCall({
  id: 'campaignUnlink',
  summary: 'Takes campaigns of the trading platforms off what they feed, with their history',
  route: 'POST /ag/{channel}/{owner}/campaign/unlink',
  owner: 'path',
  groups: agency,
  permission: 'campaigns:Update',
  params: { channel: platformChannelParam },
  body: z.strictObject({ platformCampaignKeys: z.array(key).min(1).max(500) }),
  response: z.object({ unlinked: z.int() }),
});
