import { z } from 'zod';
import { type MetricKey, METRICS } from './metrics.ts';

/**
 * What ad platforms charged, with their accounts' fee, for campaigns of theirs that nobody has linked to one of ours yet. It
 * belongs to no campaign, so no total holds it; the agency is told it beside every total of spend, and nobody else ever is
 * (docs/decisions/027).
 */
export const unattributedSchema = z.object({
  spend: z.number(),
  /** How many of the platforms' campaigns it is of, and of which channels: there they can be linked. */
  campaigns: z.int(),
  channels: z.array(z.enum(['ppc', 'social', 'programmaticDisplay'])),
});
export type Unattributed = z.infer<typeof unattributedSchema>;
export const UNATTRIBUTED_LABEL = 'Unattributed, not in the total';

/** Whether a number adds up what platforms charged: beside its total stands what is not in it. */
export const isSpendTotal = (key: MetricKey): boolean => {
  const metric = METRICS[key];
  return metric.basis === 'additive' && (metric.part === 'spend' || metric.part === 'platformSpend');
};
