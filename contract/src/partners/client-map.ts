import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { SUB_STATUSES } from '../core/campaign-status.ts';
import { key, keyParam } from '../core/calls/schema.ts';

/** How a media partner works for a client. */
export const PARTNER_CLIENT_STATUSES = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  PENDING: 'Pending',
  TERMINATED: 'Terminated',
} as const;
export type PartnerClientStatus = keyof typeof PARTNER_CLIENT_STATUSES;
const status = z.enum(Object.keys(PARTNER_CLIENT_STATUSES) as [PartnerClientStatus, ...PartnerClientStatus[]]);

const partnerClientSchema = z.object({
  clientKey: key,
  clientName: z.string(),
  clientCode: z.string(),
  /** Null where the partner does not work for the client, and never did. */
  status: status.nullable(),
  since: z.iso.date().nullable(),
  note: z.string(),
  /** Its campaigns for the client that run now. */
  liveCampaigns: z.int(),
  rowVersion: z.int().nullable(),
});
export type PartnerClient = z.infer<typeof partnerClientSchema>;

/** A campaign that ending the work for a client pauses. */
const pausedCampaignSchema = z.object({
  campaignKey: key,
  campaignName: z.string(),
  clientKey: key,
  clientName: z.string(),
  fromStatus: z.enum(SUB_STATUSES),
  /** Empty where it is paused; else why it is not. */
  refusal: z.string(),
});
export type PausedCampaign = z.infer<typeof pausedCampaignSchema>;

export const partnerClientMapList = defineCall({
  id: 'partnerClientMapList',
  summary: 'The clients of an owner and how a media partner works for each',
  method: 'GET',
  path: '/ag/mp/{key}/cl/map/list',
  owner: 'query',
  groups: ['ag'],
  permission: 'partners:View',
  kind: 'json',
  params: { key: keyParam },
  query: z.strictObject({ ownerKey: keyParam }),
  response: z.array(partnerClientSchema),
});

export const partnerClientMapSave = defineCall({
  id: 'partnerClientMapSave',
  summary:
    'Sets how a media partner works for clients of an owner, several at once; ending it pauses the partner’s campaigns for them',
  method: 'POST',
  path: '/ag/mp/{key}/cl/map/save',
  owner: 'body',
  groups: ['ag'],
  permission: 'partners:Update',
  kind: 'json',
  params: { key: keyParam },
  body: z.strictObject({
    ownerKey: key,
    status,
    /** Left out: the note of each stays. */
    note: z.string().trim().max(500, 'must have at most 500 characters').optional(),
    clients: z
      .array(
        z.strictObject({
          clientKey: key,
          /** As it was read; null where it had none. */ rowVersion: z.int().nullable(),
        }),
      )
      .min(1, 'Choose at least one client.')
      .max(500),
    /** Says what it would come to and changes nothing. */
    preview: z.boolean().default(false),
  }),
  response: z.object({ clients: z.array(partnerClientSchema), campaigns: z.array(pausedCampaignSchema) }),
});
