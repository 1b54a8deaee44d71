import { z } from 'zod';

/**
 * What came of one check when a lead was decided about. A check that was not asked is not told: its rule was not set, or an earlier
 * one had decided.
 */
export const leadCheckSchema = z.object({
  title: z.string(),
  outcome: z.enum(['passed', 'flagged', 'failed', 'skipped']),
  reasons: z.array(z.string()),
  /** Which rule, whose, what the others said: the agency's only, and gone with the person. */
  detail: z.string(),
});
export type LeadCheck = z.infer<typeof leadCheckSchema>;
