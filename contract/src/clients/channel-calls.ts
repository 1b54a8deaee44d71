import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { key, keyParam } from '../core/schema.ts';

/** Colours that stand out from each other in both themes; any other can be typed. */
export const CHANNEL_COLOURS = [
  '#2f6f9f',
  '#3c8d5a',
  '#a0527a',
  '#8a6d1f',
  '#b5532a',
  '#5b5fa8',
  '#2b8a8a',
  '#6b7280',
] as const;

export const customChannelSchema = z.object({
  channelCustomKey: key,
  ownerKey: key,
  name: z.string(),
  channel: z.enum(CAMPAIGN_CHANNELS),
  colour: z.string().nullable(),
  active: z.boolean(),
  rowVersion: z.int(),
  /** Campaigns that have it, and how many of them are active and not over. */
  campaigns: z.int(),
  runningCampaigns: z.int(),
  /** Deleted ones can be brought back, and have it still. */
  deletedCampaigns: z.int(),
});
export type CustomChannel = z.infer<typeof customChannelSchema>;

const fields = {
  ownerKey: key,
  name: z.string().trim().min(2, 'must have at least 2 characters').max(40, 'must have at most 40 characters'),
  channel: z.enum(CAMPAIGN_CHANNELS),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #2f6f9f')
    .nullable(),
};

export const customChannelFormSchema = z.strictObject(fields);
export type CustomChannelForm = z.output<typeof customChannelFormSchema>;

const one = { ownerKey: key, channelCustomKey: key, rowVersion: z.int() };
export const customChannelChangeSchema = z.strictObject({ ...fields, ...one, active: z.boolean() });
export type CustomChannelChange = z.output<typeof customChannelChangeSchema>;

export const customChannelList = defineCall({
  id: 'customChannelList',
  summary: 'What an owner calls its channels, with how many campaigns are called so',
  method: 'GET',
  path: '/ag/{owner}/customchannel/list',
  owner: 'path',
  groups: ['ag'],
  permission: 'clients:View',
  kind: 'json',
  params: { owner: keyParam },
  response: z.array(customChannelSchema),
});

const changing = {
  owner: 'body',
  groups: ['ag'],
  permission: 'clients:Update',
  method: 'POST',
  kind: 'json',
  params: {},
  response: z.object({ channelCustomKey: key }),
} as const;

export const customChannelSave = defineCall({
  ...changing,
  id: 'customChannelSave',
  summary: 'Makes a custom channel',
  path: '/ag/customchannel/save',
  body: customChannelFormSchema,
});

export const customChannelUpdate = defineCall({
  ...changing,
  id: 'customChannelUpdate',
  summary: 'Changes a custom channel, with the version that was read; one that is not active cannot be chosen any more',
  path: '/ag/customchannel/update',
  body: customChannelChangeSchema,
});

export const customChannelDelete = defineCall({
  ...changing,
  id: 'customChannelDelete',
  summary: 'Deletes a custom channel that no campaign has',
  path: '/ag/customchannel/delete',
  body: z.strictObject(one),
  response: z.null(),
});
