import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { SUB_STATUSES } from '../core/campaign-status.ts';
import { key, keyParam } from '../core/calls/schema.ts';

/** Status of a media partner's work for a client. */
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
  /** Null if the partner has never worked for the client. */
  status: status.nullable(),
  since: z.iso.date().nullable(),
  note: z.string(),
  /** Its live campaigns for the client. */
  liveCampaigns: z.int(),
  rowVersion: z.int().nullable(),
});
export type PartnerClient = z.infer<typeof partnerClientSchema>;

/** A campaign paused because the work for its client ends. */
const pausedCampaignSchema = z.object({
  campaignKey: key,
  campaignName: z.string(),
  clientKey: key,
  clientName: z.string(),
  fromStatus: z.enum(SUB_STATUSES),
  /** Why it is not paused; empty if it is. */
  refusal: z.string(),
});
export type PausedCampaign = z.infer<typeof pausedCampaignSchema>;

export const partnerClientMapList = defineCall({
  id: 'partnerClientMapList',
  summary: 'The clients of an owner and how a media partner works for each',
  route: 'GET /ag/mp/{key}/cl/map/list',
  owner: 'query',
  groups: ['ag'],
  permission: 'partners:View',
  query: z.strictObject({ ownerKey: keyParam }),
  response: z.array(partnerClientSchema),
});

export const partnerClientMapSave = defineCall({
  id: 'partnerClientMapSave',
  summary:
    'Sets how a media partner works for clients of an owner, several at once; ending it pauses the partner’s campaigns for them',
  route: 'POST /ag/mp/{key}/cl/map/save',
  owner: 'body',
  groups: ['ag'],
  permission: 'partners:Update',
  body: z.strictObject({
    ownerKey: key,
    status,
    /** If left out, existing notes are unchanged. */
    note: z.string().trim().max(500, 'must have at most 500 characters').optional(),
    clients: z
      .array(
        z.strictObject({
          clientKey: key,
          /** The version that was read; null if there was none. */ rowVersion: z.int().nullable(),
        }),
      )
      .min(1, 'Choose at least one client.')
      .max(500),
    /** Reports the result without changing anything. */
    preview: z.boolean().default(false),
  }),
  response: z.object({ clients: z.array(partnerClientSchema), campaigns: z.array(pausedCampaignSchema) }),
});
