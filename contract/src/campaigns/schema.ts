import { z } from 'zod';
import { SUB_STATUSES } from '../core/campaign-status.ts';
import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { readShape, seenBy, sentShape } from '../core/records/record.ts';
import { instant, key } from '../core/calls/schema.ts';
import { CAMPAIGN_LISTED, campaignPricesRecord, campaignRecord, pplCampaignRecord } from './record.ts';

const day = z.iso.date();
/** Files and older screens send `Y` and `N`. */
export const rolloverSchema = z.union([z.boolean(), z.enum(['Y', 'N']).transform((flag) => flag === 'Y')]);

const campaignPricesSchema = z.object(sentShape(campaignPricesRecord));
export type CampaignPrices = z.infer<typeof campaignPricesSchema>;
export const BID_PRICE_FIELDS = Object.keys(campaignPricesSchema.shape) as (keyof CampaignPrices)[];

const pplFields = z.object({ ...sentShape(pplCampaignRecord), campaignReoccuring: rolloverSchema });
const NEEDED = {
  name: true,
  vendorKey: true,
  clientGoalKey: true,
  campaignCode: true,
  clientCampaignCode: true,
  campaignReoccuring: true,
} as const;

/** Required and optional fields for saving a pay-per-lead campaign. Omitted fields are unchanged. */
export const campaignFormSchema = z.strictObject({
  ownerKey: key.optional(),
  campaignKey: key.nullish(),
  ...pplFields.pick(NEEDED).shape,
  ...pplFields.omit(NEEDED).partial().shape,
  ...campaignPricesSchema.partial().shape,
  /** The version that was read; saving over a newer one is refused. If omitted, only the given fields change. */
  rowVersion: z.int().positive().optional(),
  /** Also activates it; otherwise it is saved as a draft. */
  activate: z.boolean().default(false),
});
export type CampaignForm = z.output<typeof campaignFormSchema>;

export const campaignRemarkSchema = z.object({ field: z.string(), message: z.string() });

const campaignStatusReasonSchema = z.object({ code: z.enum(SUB_STATUSES), message: z.string() });
export const campaignPauseSchema = z.object({ startsOn: day, endsOn: day.nullable(), reason: z.string() });

/** A campaign's current status. */
export const campaignStatusFields = {
  subStatus: z.enum(SUB_STATUSES),
  statusReasons: z.array(campaignStatusReasonSchema),
  /** When time alone will change it. */
  nextChangeAt: instant.nullable(),
};

const campaignLinkSchema = z.object({
  platformCampaignKey: key,
  externalId: z.string(),
  name: z.string(),
  status: z.enum(['ENABLED', 'PAUSED', 'REMOVED']),
});

export const campaignSchema = z.object({
  ownerKey: key,
  campaignKey: key,
  channel: z.enum(CAMPAIGN_CHANNELS),
  productType: z.string(),
  vendor: z.string(),
  accountName: z.string().nullable(),
  goalName: z.string(),
  clientKey: key,
  clientName: z.string(),
  brandName: z.string(),
  campusName: z.string(),
  customChannelName: z.string().nullable(),
  ...readShape(campaignRecord),
  ...campaignPricesSchema.shape,
  ...campaignStatusFields,
  /** The current or scheduled pause. */
  pause: campaignPauseSchema.nullable(),
  links: z.array(campaignLinkSchema),
  timeZone: z.string(),
  rowVersion: z.int(),
  createdAt: instant,
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
  deletedAt: instant.nullable(),
  /** Until when a deleted campaign can be restored. */
  restorableUntil: instant.nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;

/** Fields outside the record that only the agency sees. */
const outside = campaignSchema.omit({ updatedBy: true });
/** A media partner sees the price it is paid; a client the price it pays. */
export const partnerCampaignSchema = seenBy('mp', campaignRecord, outside);
export const clientCampaignSchema = seenBy('cl', campaignRecord, outside);

const saved = { warnings: z.array(campaignRemarkSchema) };
export const savedCampaignSchema = campaignSchema.extend(saved);

const listed = z.object(readShape(campaignRecord)).pick(CAMPAIGN_LISTED);
/** One row of the lists. */
export const campaignListRowSchema = z.object({
  ownerKey: key,
  campaignKey: key,
  channel: z.enum(CAMPAIGN_CHANNELS),
  productType: z.string(),
  vendorKey: key.nullable(),
  vendor: z.string(),
  goalKey: key,
  goalName: z.string(),
  clientName: z.string(),
  campusName: z.string(),
  channelCustomKey: key.nullable(),
  customChannelName: z.string().nullable(),
  ...listed.shape,
  ...campaignStatusFields,
  /** Counting leads, and their cap. */
  today: z.object({ count: z.int(), cap: z.int().nullable() }),
  month: z.object({ count: z.int(), cap: z.int().nullable() }),
  /** Month pacing of a platform campaign; only in lists of such campaigns. */
  pace: z
    .object({
      mtdSpent: z.number(),
      /** Projected spend in percent of the budget. */
      projectionToBudget: z.number().nullable(),
      /** Pacing band of the owner: percent on each side of the budget. */
      band: z.number(),
      capped: z.boolean(),
      early: z.boolean(),
      /** Last complete day of its account's data. */
      through: day,
    })
    .nullish(),
  rowVersion: z.int(),
});
export type CampaignListRow = z.infer<typeof campaignListRowSchema>;
export const partnerCampaignListRowSchema = seenBy('mp', campaignRecord, campaignListRowSchema.omit({ pace: true }));
export const clientCampaignListRowSchema = seenBy('cl', campaignRecord, campaignListRowSchema);
