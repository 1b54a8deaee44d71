import { z } from 'zod';
import { readShape, type SentValues, sentShape } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { partnerRecord } from './record.ts';

const { mediaPartnerName, mediaPartnerCode, activeFlag } = readShape(partnerRecord);
export const mediaPartnerSchema = z.object({ mediaPartnerKey: key, mediaPartnerName, mediaPartnerCode, activeFlag });
export type MediaPartner = z.infer<typeof mediaPartnerSchema>;

const sent = sentShape(partnerRecord);

/** A media partner as it is sent: with its key and version, or new; name, code, affiliate key and flag are enough. */
export const partnerFormSchema = z.strictObject({
  /** Null or absent for a new one. */
  mediaPartnerKey: key.nullable().default(null),
  /** The version that was read. */
  rowVersion: z.int().nullable().default(null),
  ...sent,
  activeFlag: z.union([sent.activeFlag, z.enum(['Y', 'N']).transform((flag) => flag === 'Y')]),
  /** Absent: as they are; of a new partner, pay per lead and none. */
  productTypes: sent.productTypes.optional(),
  paymentTerms: sent.paymentTerms.optional(),
});
/** A whole media partner to write. */
export type PartnerForm = Omit<z.output<typeof partnerFormSchema>, 'productTypes' | 'paymentTerms'> &
  Pick<SentValues<typeof partnerRecord.fields>, 'productTypes' | 'paymentTerms'>;

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
