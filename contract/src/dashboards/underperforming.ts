import { z } from 'zod';
import { UNDERPERFORMING_MEASURES } from '../core/metrics/pacing/underperforming.ts';
import { key } from '../core/calls/schema.ts';
import { ROW_KEY } from '../core/calls/row-key.ts';

const amount = z.number().nullable();

/** A campaign that costs more than it was to: which measure says so, its value and its goal. All costs are the client's. */
export const underperformingRowSchema = z.object({
  [ROW_KEY]: z.string(),
  campaignKey: key,
  campaignCode: z.string(),
  campaignName: z.string(),
  channel: z.string(),
  goalKey: key,
  goal: z.string(),
  brandKey: key,
  clientKey: key,
  partnerKey: key.nullable(),
  customChannelKey: key.nullable(),
  measure: z.enum(UNDERPERFORMING_MEASURES),
  value: z.number(),
  target: z.number(),
  /** The target is 100. */
  percentOfTarget: z.number(),
  /** The value that it had to stay within. */
  limit: z.number(),
  /** Behind the value. */
  inquiries: z.int(),
  liveDays: z.int(),
  cpeGoal: amount,
  cplGoal: amount,
  /** From how much a mature cost is told, and whether another's is mixed in. */
  matureCpeNote: z.string().nullable(),
  matureCpeFew: z.string().nullable(),
});
export type UnderperformingRow = z.infer<typeof underperformingRowSchema>;
