import { z } from 'zod';
import { readShape, sentShape } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { partnerRecord } from './record.ts';

const { mediaPartnerName, mediaPartnerCode, activeFlag } = readShape(partnerRecord);
export const mediaPartnerSchema = z.object({ mediaPartnerKey: key, mediaPartnerName, mediaPartnerCode, activeFlag });
export type MediaPartner = z.infer<typeof mediaPartnerSchema>;

/** What is saved of a media partner. */
export const partnerFormSchema = z.strictObject({
  /** Null for a new one. */
  mediaPartnerKey: key.nullable(),
  /** The version that the form was filled from. */
  rowVersion: z.int().nullable(),
  ...sentShape(partnerRecord),
});
export type PartnerForm = z.infer<typeof partnerFormSchema>;

export const partnerSchema = mediaPartnerSchema.extend({
  ...readShape(partnerRecord),
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
