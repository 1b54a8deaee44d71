import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { PLATFORM_CHANNELS } from '../core/channels.ts';
import { key, keyParam } from '../core/calls/schema.ts';
import {
  accountStatusChangedSchema,
  accountStatusChangeSchema,
  masterPlatformFormSchema,
  masterPlatformSchema,
  platformAccountChangeSchema,
  platformAccountFormSchema,
  platformAccountRecordSchema,
  platformAccountRowSchema,
  platformAccountSchema,
} from './schema.ts';

// Agency only throughout: platform charges and fees are hidden from clients and partners.
const groups = ['ag'] as const;
const reading = { groups, permission: 'tradingplatforms:View' } as const;
const changing = { groups, permission: 'tradingplatforms:Update' } as const;
const namedPlatform = masterPlatformSchema.pick({ platformKey: true, name: true, channel: true });

export const channelTradingPlatformList = defineCall({
  ...reading,
  id: 'channelTradingPlatformList',
  summary: 'The trading platforms that serve a channel',
  route: 'GET /ag/{channel}/tradingplatform/list',
  owner: { session: 'The master list is the agency’s: it reads no owner’s rows.' },
  permission: ['tradingplatforms:View', 'campaigns:View'],
  params: { channel: z.enum(PLATFORM_CHANNELS) },
  response: z.array(namedPlatform),
});

export const masterTradingPlatform = defineCall({
  ...reading,
  id: 'masterTradingPlatform',
  summary: 'The trading platforms that an owner has accounts on',
  route: 'GET /ag/{owner}/mastertradingplatform',
  owner: 'path',
  response: z.array(namedPlatform.extend({ accounts: z.int() })),
});

export const masterPlatformList = defineCall({
  ...reading,
  id: 'masterPlatformList',
  summary: 'The agency’s master list of trading platforms, with who has accounts on each',
  route: 'GET /owner/mastertradingplatform',
  owner: { session: 'The master list is the agency’s; uses are counted over all owners of the caller.' },
  response: z.array(masterPlatformSchema),
});

export const masterPlatformCreate = defineCall({
  ...changing,
  id: 'masterPlatformCreate',
  summary: 'Adds a trading platform to the agency’s master list',
  route: 'POST /owner/mastertradingplatform',
  owner: { session: 'The master list is the agency’s and no owner’s.' },
  body: masterPlatformFormSchema,
  response: z.object({ platformKey: key }),
});

export const tradingPlatformList = defineCall({
  ...reading,
  id: 'tradingPlatformList',
  summary: 'The accounts on trading platforms of all owners that the caller works on',
  route: 'GET /owner/tradingplatform',
  owner: { session: 'All owners of the caller together.' },
  response: z.array(platformAccountSchema),
});

export const ownerTradingPlatforms = defineCall({
  ...reading,
  id: 'ownerTradingPlatforms',
  summary: 'An owner’s accounts on trading platforms, with what they came to this month',
  route: 'GET /owner/{owner}/tradingplatform',
  owner: 'path',
  response: z.array(platformAccountRowSchema),
});

export const ownerTradingPlatformGet = defineCall({
  ...reading,
  id: 'ownerTradingPlatformGet',
  summary: 'One account on a trading platform, with its fees and what of it can still be changed',
  route: 'GET /owner/{owner}/tradingplatform/get',
  owner: 'path',
  query: z.strictObject({ semClientAccountKey: keyParam }),
  response: platformAccountRecordSchema,
});

export const tradingPlatformCreate = defineCall({
  ...changing,
  id: 'tradingPlatformCreate',
  summary: 'Adds an account on a trading platform',
  route: 'POST /owner/tradingplatform',
  owner: 'body',
  body: platformAccountFormSchema,
  response: platformAccountRecordSchema,
});

export const tradingPlatformSave = defineCall({
  ...changing,
  id: 'tradingPlatformSave',
  summary:
    'Changes an account, with the version that was read; another fee counts from a day of an open month on, and closed months stay',
  route: 'POST /owner/tradingplatform/save',
  owner: 'body',
  body: platformAccountChangeSchema,
  response: platformAccountRecordSchema,
});

export const tradingPlatformPut = defineCall({
  ...changing,
  id: 'tradingPlatformPut',
  summary: 'Sets the status of accounts, all of them or none, each by the version it was read in',
  route: 'PUT /owner/tradingplatform',
  owner: 'body',
  body: accountStatusChangeSchema,
  response: accountStatusChangedSchema,
});
