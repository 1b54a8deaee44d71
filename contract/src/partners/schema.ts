import { z } from 'zod';
import { key } from '../core/schema.ts';

export const mediaPartnerSchema = z.object({
  mediaPartnerKey: key,
  mediaPartnerName: z.string(),
  mediaPartnerCode: z.string(),
  activeFlag: z.boolean(),
});
export type MediaPartner = z.infer<typeof mediaPartnerSchema>;

/** What a media partner sells, by the product types of the channels. */
export const PARTNER_PRODUCTS = {
  PPL: 'Pay per lead',
  PPC: 'Pay per click',
  SOCIAL: 'Social',
  PD: 'Programmatic display',
  EMAIL: 'Email',
} as const;
export type PartnerProduct = keyof typeof PARTNER_PRODUCTS;

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `must have at most ${most} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line of text');

/** What is saved of a media partner. */
export const partnerFormSchema = z.strictObject({
  /** Null for a new one. */
  mediaPartnerKey: key.nullable(),
  /** The version that the form was filled from. */
  rowVersion: z.int().nullable(),
  mediaPartnerName: line(100).min(2, 'must have 2 to 100 characters'),
  mediaPartnerCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9_]{2,20}$/, 'must have 2 to 20 characters: A to Z, 0 to 9 and _'),
  affiliateKey: line(50).min(1, 'is required'),
  activeFlag: z.boolean(),
  productTypes: z
    .array(z.enum(Object.keys(PARTNER_PRODUCTS) as [PartnerProduct, ...PartnerProduct[]]))
    .min(1, 'Choose at least one.'),
  paymentTerms: line(100),
});
export type PartnerForm = z.infer<typeof partnerFormSchema>;

export const partnerSchema = mediaPartnerSchema.extend({
  affiliateKey: z.string(),
  productTypes: z.array(z.string()),
  paymentTerms: z.string(),
  rowVersion: z.int(),
  /** Why the code can no longer be changed; null while it can. */
  codeFixed: z.string().nullable(),
});
export type Partner = z.infer<typeof partnerSchema>;

/** How far back an owner's figures of a media partner go: the days up to yesterday. */
export const PARTNER_DAYS = [7, 30, 90] as const;
export type PartnerDays = (typeof PARTNER_DAYS)[number];

/** A media partner with what it does for one owner. Figures are those of the metrics registry. */
export const partnerOverviewSchema = mediaPartnerSchema.extend({
  /** The owner's clients that it works for, by how. */
  activeClients: z.int(),
  otherClients: z.int(),
  liveCampaigns: z.int(),
  validLeads: z.number().nullable(),
  validRate: z.number().nullable(),
  returnRate: z.number().nullable(),
  /** What is allocated to its campaigns for the next month; null where no campaign has an allocation. */
  nextMonthAllocation: z.int().nullable(),
  contacts: z.int(),
});
export type PartnerOverview = z.infer<typeof partnerOverviewSchema>;
