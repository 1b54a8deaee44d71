import type { Campaign, CampaignAllocation, LeadNeed } from '@paceline/contract';
import { isAllocated } from './prepare-allocation.ts';
import { missingInputs, type Step } from './prepare-problems.ts';
import { missingParts, TRACKING_PART } from '../steps/prepare-steps.ts';
import type { CampaignFields } from './prepare-values.ts';

export type BannerReason = Campaign['statusReasons'][number] & {
  /** The steps that can resolve it. */
  steps: readonly Step[];
};

const STEP_OF_PART: Readonly<Partial<Record<string, Step>>> = { price: 'prices', [TRACKING_PART]: 'tracking' };

const draftReason = (fields: CampaignFields, needs: readonly LeadNeed[]): Omit<BannerReason, 'code'> => {
  const inputs = missingInputs(fields);
  const parts = missingParts(fields);
  const missing = [...inputs, ...parts];
  if (missing.length === 0 && needs.length > 0)
    return { message: 'Draft: it can be activated, but leads cannot run yet.', steps: ['review'] };
  if (missing.length === 0) return { message: 'Draft: nothing is missing. Activate it to go live.', steps: ['review'] };
  const steps = [...(inputs.length > 0 ? ['basics' as const] : []), ...parts.map((part) => STEP_OF_PART[part])];
  return { message: `Draft: still missing ${missing.join(', ')}.`, steps: steps.filter((step) => step !== undefined) };
};

/**
 * The reasons for the campaign's status, given the form's content: a field filled in but not saved is no longer missing. Reasons unrelated
 * to the form stay as the server sent them.
 */
export const prepareBanner = (
  campaign: Pick<Campaign, 'statusReasons'>,
  fields: CampaignFields,
  allocation: CampaignAllocation | null,
  needs: readonly LeadNeed[],
): BannerReason[] =>
  campaign.statusReasons.map(({ code, message }) => {
    if (code === 'DRAFT') return { code, ...draftReason(fields, needs) };
    if (code !== 'NO_ALLOCATION' || allocation?.current == null) return { code, message, steps: [] };
    return isAllocated(fields.allocation, { current: allocation.current, next: null })
      ? { code, message: 'The allocation takes effect when you save.', steps: [] }
      : { code, message, steps: ['allocation'] };
  });
