import { z } from 'zod';
import { key } from '../core/calls/schema.ts';

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

/** Through which day an owner's numbers are complete, and which sources are behind. */
export const dataThroughSchema = z.object({
  /** What nothing holds back is complete through. */
  day: z.iso.date(),
  late: z.array(z.object({ name: z.string(), day: z.iso.date() })),
});
export type DataThrough = z.infer<typeof dataThroughSchema>;
