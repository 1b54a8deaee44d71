import { z } from 'zod';
import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { defineCall } from '../core/calls/call.ts';
import { instant, key, keyParam, WITH_VERSION } from '../core/calls/schema.ts';
import {
  campaignFormSchema,
  campaignSchema,
  clientCampaignSchema,
  partnerCampaignSchema,
  savedCampaignSchema,
} from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const agency = ['ag'] as const;
const AGENCY_STATUS = 'Only agency users can change campaign status.';

export const campaignGet = defineCall({
  id: 'campaignGet',
  summary: 'One campaign with its prices, its status and what changes that next',
  route: 'GET /{p}/campaign/{key}/get',
  owner: { byKey: 'campaign', param: 'key' },
  groups: anyGroup,
  permission: 'campaigns:View',
  response: campaignSchema,
  responseFor: { mp: partnerCampaignSchema, cl: clientCampaignSchema },
});

export const campaignSave = defineCall({
  id: 'campaignSave',
  summary: `Creates a pay-per-lead campaign or changes one, as a draft or live; ${WITH_VERSION.merges}`,
  route: 'POST /{p}/{owner}/campaign/save',
  owner: ['path', 'body'],
  groups: agency,
  permission: 'campaigns:Update',
  body: campaignFormSchema,
  response: savedCampaignSchema,
});

/** All parts are optional here: the rule has its own messages for missing ones. */
export const campaignIsUnique = defineCall({
  id: 'campaignIsUnique',
  summary: 'Whether a campaign code is free for an owner and a media partner; key 0 for a new campaign',
  route: 'POST /{p}/campaign/{key}/isUnique',
  owner: [
    { byKey: 'campaign', param: 'key' },
    { byKey: 'client', field: 'clientKey' },
    { session: 'A question without a client is answered by the rule’s words and reads nothing.' },
  ],
  groups: agency,
  permission: 'campaigns:View',
  apiKey: true,
  params: { key: z.union([z.literal('0').transform(() => 0), keyParam]) },
  body: z.strictObject({
    campaignCode: z.string().max(200).nullish(),
    /** 0 for a campaign without a media partner. */
    aggregatorKey: z.int().min(0).nullish(),
    clientKey: key.nullish(),
  }),
  response: z.object({ campaignCode: z.string() }),
});

export const campaignNextCode = defineCall({
  id: 'campaignNextCode',
  summary: 'A free code for a copy of a campaign: the next number of its series',
  route: 'GET /{p}/campaign/{key}/nextCode',
  owner: { byKey: 'campaign', param: 'key' },
  groups: agency,
  permission: 'campaigns:Clone',
  response: z.object({ campaignCode: z.string() }),
});

export const campaignClone = defineCall({
  id: 'campaignClone',
  summary: 'Makes a draft like a campaign, under a code of its own',
  route: 'POST /{p}/campaign/{key}/clone',
  owner: { byKey: 'campaign', param: 'key' },
  groups: agency,
  permission: 'campaigns:Clone',
  body: z.strictObject({
    campaignCode: z.string().trim().min(1).max(200),
    name: z.string().trim().min(1).max(150).optional(),
  }),
  response: campaignSchema,
});

const deletion = {
  groups: agency,
  permission: 'campaigns:Delete',
  response: z.object({ campaignKey: key, deletedAt: instant, restorableUntil: instant }),
  wrongGroupMessage: AGENCY_STATUS,
} as const;
const confirm = z.strictObject({ confirm: z.string().max(200) });

export const campaignDelete = defineCall({
  ...deletion,
  id: 'campaignDelete',
  summary: 'Deletes a campaign; `confirm` is its code',
  route: 'GET /{p}/campaign/{key}/delete',
  owner: { byKey: 'campaign', param: 'key' },
  changesState: true,
  query: confirm,
});

export const campaignDeletePost = defineCall({
  ...deletion,
  id: 'campaignDeletePost',
  summary: 'Deletes a campaign, as our own screens do it; `confirm` is its code',
  route: 'POST /{p}/campaign/{key}/delete',
  owner: { byKey: 'campaign', param: 'key' },
  body: confirm,
});

export const campaignUndelete = defineCall({
  id: 'campaignUndelete',
  summary: 'Brings a campaign back that was deleted in the last 30 days',
  route: 'POST /{p}/campaign/{key}/undelete',
  owner: { byKey: 'campaign', param: 'key' },
  groups: agency,
  permission: 'campaigns:Delete',
  response: campaignSchema,
  wrongGroupMessage: AGENCY_STATUS,
});

const draftSchema = z.object({
  draftKey: key,
  channel: z.enum(CAMPAIGN_CHANNELS),
  campaignKey: key.nullable(),
  step: z.string(),
  /** The form as it stands, incomplete or not. */
  body: z.record(z.string(), z.unknown()),
  updatedAt: instant,
});
export type CampaignDraft = z.infer<typeof draftSchema>;

export const campaignDraftList = defineCall({
  id: 'campaignDraftList',
  summary: 'The forms that the caller has begun and not saved yet',
  route: 'GET /ag/{owner}/campaign/draft/list',
  owner: 'path',
  groups: agency,
  permission: 'campaigns:Update',
  apiKey: false,
  response: z.array(draftSchema),
});

/** The form as JSON text: its content is not validated until it is saved as a campaign. */
export const campaignDraftSave = defineCall({
  id: 'campaignDraftSave',
  summary: 'Keeps a form as it stands, one for each campaign and one for a new one of each channel',
  route: 'POST /ag/{owner}/campaign/draft/save',
  owner: 'path',
  groups: agency,
  permission: 'campaigns:Update',
  body: z.strictObject({
    channel: z.enum(CAMPAIGN_CHANNELS),
    campaignKey: key.nullable(),
    step: z.string().min(1).max(40),
    form: z.string().max(500_000),
  }),
  response: draftSchema,
  bodyBytes: 1024 * 1024,
});

export const campaignDraftRemove = defineCall({
  id: 'campaignDraftRemove',
  summary: 'Forgets a form that was begun',
  route: 'POST /ag/{owner}/campaign/draft/{draftKey}/remove',
  owner: 'path',
  groups: agency,
  permission: 'campaigns:Update',
  response: z.null(),
});
