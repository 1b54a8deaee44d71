import type { LeadTrial, UserGroup } from '@paceline/contract';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { campaignPath } from '../../../shared/campaign-path.ts';

export interface RuleLink {
  label: string;
  href: string;
}

/** The step of the campaign's editor with a check's rule. */
const STEPS: Readonly<Record<string, string>> = {
  campaignOpen: 'review',
  hours: 'hours',
  source: 'sources',
  program: 'programs',
  geo: 'geo',
  audience: 'audience',
  caps: 'allocation',
};
/** Checks based on the client's criteria. */
const BY_CRITERIA: ReadonlySet<string> = new Set([
  'eligibility',
  'disposableEmail',
  'ipCountry',
  'velocity',
  'consent',
  'certificate',
  'dedup',
  'verification',
]);

/** Link to a check's rule; null if it applies to everybody. A media partner sees its campaign, not the client's criteria. */
export const ruleLink = (group: UserGroup, { campaign }: Pick<LeadTrial, 'campaign'>, id: string): RuleLink | null => {
  const step = STEPS[id];
  if (step !== undefined) {
    const path = campaignPath(group, 'ppl', campaign.campaignKey);
    return { label: 'Open campaign', href: hrefOf(group === 'mp' ? path : `${path}?step=${step}`) };
  }
  if (group === 'mp' || !BY_CRITERIA.has(id)) return null;
  return { label: 'Open criteria', href: hrefOf(`${PATHS.clientCriteria}?client=${campaign.clientKey}`) };
};
