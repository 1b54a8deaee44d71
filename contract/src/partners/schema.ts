import { z } from 'zod';
import { readShape, sentShape } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { partnerRecord } from './record.ts';

const { mediaPartnerName, mediaPartnerCode, activeFlag } = readShape(partnerRecord);
export const mediaPartnerSchema = z.object({ mediaPartnerKey: key, mediaPartnerName, mediaPartnerCode, activeFlag });
export type MediaPartner = z.infer<typeof mediaPartnerSchema>;

/** Form of a media partner. */
export const partnerFormSchema = z.strictObject({
  /** Null for a new one. */
  mediaPartnerKey: key.nullable(),
  /** The version that was read. */
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

/** Periods of an owner's figures on a media partner: days up to yesterday. */
export const PARTNER_DAYS = [7, 30, 90] as const;
export type PartnerDays = (typeof PARTNER_DAYS)[number];

/** A media partner with its work for one owner. Figures are those of the metrics registry. */
export const partnerOverviewSchema = mediaPartnerSchema.extend({
  /** Number of the owner's clients it works for, by status. */
  activeClients: z.int(),
  otherClients: z.int(),
  liveCampaigns: z.int(),
  validLeads: z.number().nullable(),
  validRate: z.number().nullable(),
  returnRate: z.number().nullable(),
  /** Allocation of its campaigns for the next month; null if no campaign has one. */
  nextMonthAllocation: z.int().nullable(),
  contacts: z.int(),
});
export type PartnerOverview = z.infer<typeof partnerOverviewSchema>;
