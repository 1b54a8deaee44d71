import { z } from 'zod';
import { LEAD_STATUS_CODES } from './lead-status.ts';
import { instant } from '../calls/schema.ts';

/** One attempt to deliver a lead to its client. */
export const deliveryTrySchema = z.object({
  attempt: z.int(),
  at: instant,
  outcome: z.enum(['accepted', 'rejected', 'failed']),
  reason: z.string().nullable(),
  httpStatus: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** With personal data masked; null if it was not stored. */
  request: z.string().nullable(),
  response: z.string().nullable(),
  nextTryAt: instant.nullable(),
});
export type DeliveryTry = z.infer<typeof deliveryTrySchema>;

/** One attempt to post the lead's result to the media partner's server. */
export const postbackTrySchema = z.object({
  status: z.enum(LEAD_STATUS_CODES),
  attempt: z.int(),
  at: instant,
  outcome: z.enum(['sent', 'failed']),
  httpStatus: z.int().nullable(),
  durationMs: z.int(),
  url: z.string(),
  response: z.string(),
  nextTryAt: instant.nullable(),
});
export type PostbackTry = z.infer<typeof postbackTrySchema>;
