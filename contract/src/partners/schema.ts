import { z } from 'zod';
import { key } from '../core/schema.ts';

export const mediaPartnerSchema = z.object({
  mediaPartnerKey: key,
  mediaPartnerName: z.string(),
  mediaPartnerCode: z.string(),
  activeFlag: z.boolean(),
});
export type MediaPartner = z.infer<typeof mediaPartnerSchema>;
