import { z } from 'zod';
import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { defineCall } from '../core/calls/call.ts';
import { STATUS_GROUPS, type StatusGroup, SUB_STATUSES } from '../core/campaign-status.ts';
import { keyParam } from '../core/calls/schema.ts';
import { platformChannelParam } from './linking.ts';
import { campaignListRowSchema, clientCampaignListRowSchema, partnerCampaignListRowSchema } from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const STATUS_GROUP_KEYS = Object.keys(STATUS_GROUPS) as [StatusGroup, ...StatusGroup[]];

/** One or several keys in an address: `3` or `3,7`. */
const keysParam = z
  .string()
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,199}$/, 'must be one whole number or several')
  .transform((text) => text.split(',').map(Number));

const MAX_ROWS_ASKED = 1_000;
const limitParam = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number')
  .transform(Number)
  .refine((limit) => limit <= MAX_ROWS_ASKED, `must be at most ${MAX_ROWS_ASKED}`);

const narrowing = {
  channel: z.enum(CAMPAIGN_CHANNELS).optional(),
  statusGroup: z.enum(STATUS_GROUP_KEYS).optional(),
  subStatus: z.enum(SUB_STATUSES).optional(),
  clientKey: keysParam.optional(),
  goalKey: keysParam.optional(),
  campusKey: keysParam.optional(),
  channelCustomKey: keysParam.optional(),
  /** Prefix of a campaign code. */
  code: z.string().trim().max(30).optional(),
  /** Substring of the name, the codes, the media partner or the line item. */
  text: z.string().trim().max(100).optional(),
  /** Key of the last row of the previous page. */
  after: keyParam.optional(),
  /** No limit if left out. */
  limit: limitParam.optional(),
};
export const campaignListQuery = z.strictObject({ aggregatorKey: keysParam.optional(), ...narrowing });
export type CampaignListQuery = z.output<typeof campaignListQuery>;

const list = {
  permission: 'campaigns:View',
  response: campaignListRowSchema,
} as const;

export const campaignList = defineCall({
  ...list,
  id: 'campaignList',
  summary: 'Campaigns of an owner by name, all or a page, each with its status as it is now',
  route: 'GET /{p}/{owner}/campaigns',
  owner: 'path',
  groups: anyGroup,
  kind: 'stream',
  query: campaignListQuery,
  responseFor: { mp: partnerCampaignListRowSchema, cl: clientCampaignListRowSchema },
});

export const campaignsAllPartners = defineCall({
  ...list,
  id: 'campaignsAllPartners',
  summary: 'The campaigns of an owner that are bought from media partners',
  route: 'GET /{p}/{owner}/mp/campaign/list',
  owner: 'path',
  groups: ['ag', 'mp'],
  kind: 'stream',
  query: campaignListQuery,
  responseFor: { mp: partnerCampaignListRowSchema },
});

export const campaignsByPartner = defineCall({
  ...list,
  id: 'campaignsByPartner',
  summary: 'The campaigns of one media partner, at every owner that the caller works on',
  route: 'GET /{p}/mp/{aggregatorKey}/campaign/list',
  owner: { session: 'A media partner’s campaigns, over all owners that the caller works on.' },
  groups: ['ag', 'mp'],
  kind: 'stream',
  responseFor: { mp: partnerCampaignListRowSchema },
});

export const channelCampaignList = defineCall({
  ...list,
  id: 'channelCampaignList',
  summary: 'The campaigns of an owner on the trading platforms of a channel',
  route: 'GET /ag/{channel}/{owner}/campaign/list',
  owner: 'path',
  groups: ['ag'],
  kind: 'stream',
  params: { channel: platformChannelParam },
  query: campaignListQuery.omit({ channel: true }),
});
