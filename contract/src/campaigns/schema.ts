import { z } from 'zod';
import { SUB_STATUSES } from '../core/campaign-status.ts';
import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { instant, key } from '../core/calls/schema.ts';

export const MAX_BID_PRICE = 9_999.99;
export const MAX_BUDGET = 9_999_999.99;

/** At most two decimals, as far as a double can tell: 19.99 × 100 is not quite 1999. */
const inCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
/** An amount in dollars and cents. */
export const dollarsUpTo = (most: number) =>
  z.number().min(0).max(most).refine(inCents, { message: 'must have at most 2 decimals' });
export const bidPriceSchema = dollarsUpTo(MAX_BID_PRICE);

const CODE = /^[A-Za-z0-9_-]{3,30}$/;
export const campaignCodeSchema = z.string().regex(CODE, 'must be 3 to 30 letters, digits, - or _');
export const isCampaignCode = (code: string): boolean => CODE.test(code);

const name = z.string().trim().min(1).max(150);
const day = z.iso.date();
/** `Y` and `N` are what files and older screens say. */
export const rolloverSchema = z.union([z.boolean(), z.enum(['Y', 'N']).transform((flag) => flag === 'Y')]);

export const OVER_DELIVERY_POLICIES = ['REJECT', 'HOLD', 'ACCEPT_UNPAID'] as const;
export const CAMPAIGN_LEAD_SOURCES = ['web', 'Call Center'] as const;

/** What a lead costs by device; a blank tablet or mobile price is that of the desktop. */
const clientPriceFields = {
  clientDesktopBidPrice: bidPriceSchema.nullable(),
  clientTabletBidPrice: bidPriceSchema.nullable(),
  clientMobileBidPrice: bidPriceSchema.nullable(),
};
const mediaPriceFields = {
  aggDesktopBidPrice: bidPriceSchema.nullable(),
  aggTabletBidPrice: bidPriceSchema.nullable(),
  aggMobileBidPrice: bidPriceSchema.nullable(),
};
const CLIENT_PRICES = {
  clientDesktopBidPrice: true,
  clientTabletBidPrice: true,
  clientMobileBidPrice: true,
} as const;
const MEDIA_PRICES = { aggDesktopBidPrice: true, aggTabletBidPrice: true, aggMobileBidPrice: true } as const;

const campaignPricesSchema = z.object({ ...clientPriceFields, ...mediaPriceFields });
export type CampaignPrices = z.infer<typeof campaignPricesSchema>;
export const BID_PRICE_FIELDS = Object.keys(campaignPricesSchema.shape) as (keyof CampaignPrices)[];

/** What saving a pay-per-lead campaign needs, and what it may say besides. What is left out stays as it is. */
export const campaignFormSchema = z.strictObject({
  ownerKey: key.optional(),
  campaignKey: key.nullish(),
  name,
  vendorKey: key,
  clientGoalKey: key,
  campaignCode: campaignCodeSchema,
  clientCampaignCode: z.string().trim().min(1).max(50),
  campaignReoccuring: rolloverSchema,
  channelCustomKey: key.nullish(),
  startDate: day.optional(),
  endDate: day.nullish(),
  overDeliveryPolicy: z.enum(OVER_DELIVERY_POLICIES).optional(),
  leadSourceType: z.enum(CAMPAIGN_LEAD_SOURCES).optional(),
  notes: z.string().max(4_000).optional(),
  postingConfirmed: z.boolean().optional(),
  ...campaignPricesSchema.partial().shape,
  /** Of what was read; a save over something newer is refused. Without it, only what is given is changed. */
  rowVersion: z.int().positive().optional(),
  /** Also puts it live; a draft otherwise. */
  activate: z.boolean().default(false),
});
export type CampaignForm = z.output<typeof campaignFormSchema>;

export const campaignRemarkSchema = z.object({ field: z.string(), message: z.string() });

const campaignStatusReasonSchema = z.object({ code: z.enum(SUB_STATUSES), message: z.string() });
export const campaignPauseSchema = z.object({ startsOn: day, endsOn: day.nullable(), reason: z.string() });

/** A campaign's status as it is now. */
export const campaignStatusFields = {
  subStatus: z.enum(SUB_STATUSES),
  statusReasons: z.array(campaignStatusReasonSchema),
  /** When the clock alone will change it. */
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
  name: z.string(),
  campaignCode: z.string(),
  clientCampaignCode: z.string(),
  vendorKey: key.nullable(),
  vendor: z.string(),
  semClientAccountKey: key.nullable(),
  accountName: z.string().nullable(),
  clientGoalKey: key,
  goalName: z.string(),
  clientKey: key,
  clientName: z.string(),
  brandName: z.string(),
  campusName: z.string(),
  channelCustomKey: key.nullable(),
  customChannelName: z.string().nullable(),
  campaignReoccuring: z.boolean(),
  startDate: day,
  endDate: day.nullable(),
  monthlyBudget: z.number().nullable(),
  overDeliveryPolicy: z.enum(OVER_DELIVERY_POLICIES),
  leadSourceType: z.enum(CAMPAIGN_LEAD_SOURCES),
  notes: z.string(),
  postingConfirmed: z.boolean(),
  ...campaignPricesSchema.shape,
  ...campaignStatusFields,
  /** The pause that is on or set. */
  pause: campaignPauseSchema.nullable(),
  links: z.array(campaignLinkSchema),
  timeZone: z.string(),
  rowVersion: z.int(),
  createdAt: instant,
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
  deletedAt: instant.nullable(),
  /** Until when a deleted one can be brought back. */
  restorableUntil: instant.nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;

/** What only the agency knows of a campaign. */
const AGENCY_ONLY = { notes: true, updatedBy: true } as const;
/** A media partner sees what it is paid; a client sees what it pays. */
export const partnerCampaignSchema = campaignSchema.omit({ ...AGENCY_ONLY, ...CLIENT_PRICES, monthlyBudget: true });
export const clientCampaignSchema = campaignSchema.omit({ ...AGENCY_ONLY, ...MEDIA_PRICES });

const saved = { warnings: z.array(campaignRemarkSchema) };
export const savedCampaignSchema = campaignSchema.extend(saved);

/** One line of the lists. */
export const campaignListRowSchema = z.object({
  ownerKey: key,
  campaignKey: key,
  channel: z.enum(CAMPAIGN_CHANNELS),
  productType: z.string(),
  vendorKey: key.nullable(),
  vendor: z.string(),
  name: z.string(),
  campaignCode: z.string(),
  clientCampaignCode: z.string(),
  goalKey: key,
  goalName: z.string(),
  clientName: z.string(),
  campusName: z.string(),
  channelCustomKey: key.nullable(),
  customChannelName: z.string().nullable(),
  campaignReoccuring: z.boolean(),
  startDate: day,
  endDate: day.nullable(),
  monthlyBudget: z.number().nullable(),
  clientDesktopBidPrice: z.number().nullable(),
  aggDesktopBidPrice: z.number().nullable(),
  ...campaignStatusFields,
  /** Leads that count, and what they may come to. */
  today: z.object({ count: z.int(), cap: z.int().nullable() }),
  month: z.object({ count: z.int(), cap: z.int().nullable() }),
  /** How a campaign on a platform spends its month; only in lists of platforms' campaigns. */
  pace: z
    .object({
      mtdSpent: z.number(),
      /** Where the spend is projected to end, in percent of the budget. */
      projectionToBudget: z.number().nullable(),
      /** In percent, on each side of the budget: of the owner that the campaign is of. */
      band: z.number(),
      capped: z.boolean(),
      early: z.boolean(),
      /** The last complete day of its account's data. */
      through: day,
    })
    .nullish(),
  rowVersion: z.int(),
});
export type CampaignListRow = z.infer<typeof campaignListRowSchema>;
export const partnerCampaignListRowSchema = campaignListRowSchema.omit({
  clientDesktopBidPrice: true,
  monthlyBudget: true,
  pace: true,
});
export const clientCampaignListRowSchema = campaignListRowSchema.omit({ aggDesktopBidPrice: true });
