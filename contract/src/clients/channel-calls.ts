import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { readShape, sentShape } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { customChannelRecord } from './channel-record.ts';

const customChannelSchema = z.object({
  channelCustomKey: key,
  ownerKey: key,
  ...readShape(customChannelRecord),
  rowVersion: z.int(),
  /** Campaigns using it, and how many of them are active and not over. */
  campaigns: z.int(),
  runningCampaigns: z.int(),
  deletedCampaigns: z.int(),
});
export type CustomChannel = z.infer<typeof customChannelSchema>;

const form = { ownerKey: key, ...sentShape(customChannelRecord) };
const one = { ownerKey: key, channelCustomKey: key, rowVersion: z.int() };
const formSchema = z.strictObject(form);
export type CustomChannelForm = z.output<typeof formSchema>;
const changeSchema = z.strictObject({ ...form, ...one, active: z.boolean() });
export type CustomChannelChange = z.output<typeof changeSchema>;

export const customChannelList = defineCall({
  id: 'customChannelList',
  summary: 'What an owner calls its channels, with how many campaigns are called so',
  route: 'GET /ag/{owner}/customchannel/list',
  owner: 'path',
  groups: ['ag'],
  permission: 'channels:View',
  response: z.array(customChannelSchema),
});

const changing = {
  owner: 'body',
  groups: ['ag'],
  permission: 'channels:Update',
  response: z.object({ channelCustomKey: key }),
} as const;

export const customChannelSave = defineCall({
  ...changing,
  id: 'customChannelSave',
  summary: 'Makes a custom channel',
  route: 'POST /ag/customchannel/save',
  body: formSchema,
});

export const customChannelUpdate = defineCall({
  ...changing,
  id: 'customChannelUpdate',
  summary: 'Changes a custom channel, with the version that was read; one that is not active cannot be chosen any more',
  route: 'POST /ag/customchannel/update',
  body: changeSchema,
});

export const customChannelDelete = defineCall({
  ...changing,
  id: 'customChannelDelete',
  summary: 'Deletes a custom channel that no campaign has',
  route: 'POST /ag/customchannel/delete',
  body: z.strictObject(one),
  response: z.null(),
});
