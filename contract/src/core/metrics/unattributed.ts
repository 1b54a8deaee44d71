import { z } from 'zod';
import { type MetricKey, METRICS } from './metrics.ts';

/**
 * Platform charges, with the account's fee, of platform campaigns not linked to one of ours. No campaign and so no total includes them;
 * only the agency sees them, beside every total of spend (docs/decisions/027).
 */
export const unattributedSchema = z.object({
  spend: z.number(),
  /** Number of these platform campaigns and their channels, where they can be linked. */
  campaigns: z.int(),
  channels: z.array(z.enum(['ppc', 'social', 'programmaticDisplay'])),
});
export type Unattributed = z.infer<typeof unattributedSchema>;
export const UNATTRIBUTED_LABEL = 'Unattributed, not in the total';

/** Whether a metric sums platform charges, so that its total needs the unattributed note. */
export const isSpendTotal = (key: MetricKey): boolean => {
  const metric = METRICS[key];
  return metric.basis === 'additive' && (metric.part === 'spend' || metric.part === 'platformSpend');
};
