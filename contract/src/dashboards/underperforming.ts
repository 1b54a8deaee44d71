import { z } from 'zod';
import { UNDERPERFORMING_MEASURES } from '../core/metrics/pacing/underperforming.ts';
import { key } from '../core/calls/schema.ts';
import { ROW_KEY } from '../core/calls/row-key.ts';

const amount = z.number().nullable();

/** A campaign above its cost goal: the measure, its value and its goal. All costs are the client's. */
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
  /** Percent of the goal, where 100 is on target. */
  percentOfTarget: z.number(),
  /** The value it should not exceed. */
  limit: z.number(),
  /** Inquiries behind the value. */
  inquiries: z.int(),
  liveDays: z.int(),
  cpeGoal: amount,
  cplGoal: amount,
  /** Data basis of the mature cost, and whether another's is mixed in. */
  matureCpeNote: z.string().nullable(),
  matureCpeFew: z.string().nullable(),
});
export type UnderperformingRow = z.infer<typeof underperformingRowSchema>;
