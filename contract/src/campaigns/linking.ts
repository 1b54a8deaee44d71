import { z } from 'zod';
import { PLATFORM_CHANNELS } from '../core/channels.ts';
import { sentShape } from '../core/records/record.ts';
import { instant, key } from '../core/calls/schema.ts';
import { platformCampaignRecord } from './record.ts';
import { campaignRemarkSchema, rolloverSchema } from './schema.ts';

export const platformChannelParam = z.enum(PLATFORM_CHANNELS);

const suggestionSchema = z.object({ key, name: z.string() });

/** A campaign as the trading platform knows it. */
export const platformCampaignSchema = z.object({
  platformCampaignKey: key,
  externalId: z.string(),
  name: z.string(),
  status: z.enum(['ENABLED', 'PAUSED', 'REMOVED']),
  semClientAccountKey: key,
  accountName: z.string(),
  platformName: z.string(),
  clientKey: key,
  clientName: z.string(),
  lastSyncAt: instant.nullable(),
  /** The campaign it is linked to, if any. */
  campaignKey: key.nullable(),
  campaignName: z.string().nullable(),
});
export type PlatformCampaign = z.infer<typeof platformCampaignSchema>;

export const unlinkedCampaignSchema = platformCampaignSchema.omit({ campaignKey: true, campaignName: true }).extend({
  /** What it spent in the owner's current month, with the fee: no campaign has it. */
  spendOfMonth: z.number(),
  /** Most likely campaign and line item, matched by name. */
  suggestedCampaign: suggestionSchema.nullable(),
  suggestedGoal: suggestionSchema.nullable(),
});
export type UnlinkedCampaign = z.infer<typeof unlinkedCampaignSchema>;

/**
 * A new or existing campaign on a trading platform, with the platform's campaigns to link to it. Omitted fields of an existing one are
 * unchanged.
 */
export const channelCampaignFormSchema = z.strictObject({
  campaignKey: key.optional(),
  rowVersion: z.int().positive().optional(),
  ...z.object({ ...sentShape(platformCampaignRecord), campaignReoccuring: rolloverSchema }).partial().shape,
  platformCampaignKeys: z.array(key).max(500).default([]),
  activate: z.boolean().default(false),
});
export type ChannelCampaignForm = z.output<typeof channelCampaignFormSchema>;

/** Required fields of a new campaign. */
export const CHANNEL_CAMPAIGN_NEEDS = ['name', 'campaignCode', 'clientGoalKey', 'semClientAccountKey'] as const;

export const channelCampaignSavedSchema = z.object({
  campaigns: z.array(
    z.object({ campaignKey: key, campaignCode: z.string(), name: z.string(), rowVersion: z.int(), links: z.int() }),
  ),
  warnings: z.array(campaignRemarkSchema),
});
export type ChannelCampaignSaved = z.infer<typeof channelCampaignSavedSchema>;
