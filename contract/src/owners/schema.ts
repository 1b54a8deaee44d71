import { z } from 'zod';
import { key } from '../core/schema.ts';

export const ownerSchema = z.object({
  ownerKey: key,
  ownerName: z.string(),
  description: z.string(),
  verticalKey: key,
  verticalName: z.string(),
  timeZone: z.string(),
  dedupPeriodInDays: z.int(),
});
export type Owner = z.infer<typeof ownerSchema>;
