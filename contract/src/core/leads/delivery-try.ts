import { z } from 'zod';
import { LEAD_STATUS_CODES } from './lead-status.ts';
import { instant } from '../calls/schema.ts';

/** One try to deliver a lead to its client. */
export const deliveryTrySchema = z.object({
  attempt: z.int(),
  at: instant,
  outcome: z.enum(['accepted', 'rejected', 'failed']),
  reason: z.string().nullable(),
  httpStatus: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** With whatever tells who the person is masked; null where it was not stored. */
  request: z.string().nullable(),
  response: z.string().nullable(),
  nextTryAt: instant.nullable(),
});
export type DeliveryTry = z.infer<typeof deliveryTrySchema>;

/** One try to tell the media partner's server what the lead came to. */
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
