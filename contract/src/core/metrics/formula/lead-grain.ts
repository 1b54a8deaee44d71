import { ADDITIVE_FACTS, type FactFamily, factOf, type PartKey } from './facts.ts';
import { maturedPartOf } from '../funnel.ts';
import { factsOf, type MetricKey, METRICS, partsOf } from '../metrics.ts';
import { DIMENSIONS, type DimensionKey } from '../report-dimensions.ts';
import { STAGES } from '../types.ts';
import { type UserGroup } from '../../access/user-groups.ts';

const OF_LEADS = 'a campus, a program or a state';

/** Reasons why a number has no value by lead dimension. */
export const NOT_BY_LEAD = {
  plan: `Budgets, allocations, goals and what follows from them are set for campaigns and line items, not for ${OF_LEADS}.`,
  platform: `Ad platforms report impressions, clicks and conversions by campaign, not by ${OF_LEADS}.`,
  clicks: `Clicks are counted by campaign, not by ${OF_LEADS}.`,
  email: `Emails are counted by campaign, not by ${OF_LEADS}.`,
  website: `Visits to the website are counted by page, not by ${OF_LEADS}.`,
} as const;

const FAMILY_REASONS: Readonly<Record<FactFamily, string | null>> = {
  leads: null,
  milestones: null,
  clicks: NOT_BY_LEAD.clicks,
  platform: NOT_BY_LEAD.platform,
  email: NOT_BY_LEAD.email,
  website: NOT_BY_LEAD.website,
};

/** Dimensions available in lead rows: the lead's own and its campaign's. */
export const isKnownToLeads = (key: DimensionKey): boolean => ['lead', 'campaign'].includes(DIMENSIONS[key].source);

/** The only monthly parts available per inquiry. */
const MATURED: ReadonlySet<PartKey> = new Set(STAGES.map(maturedPartOf));

/** Why a number is blank by campus, program or state; null if it is available. Costs are: leads carry their share of platform charges. */
export const whyBlankByLead = (key: MetricKey, group: UserGroup): string | null => {
  const ofPlan = (part: PartKey): boolean => factOf(part, group) === null && !MATURED.has(part);
  const { basis, grain } = METRICS[key];
  if (grain === 'month' || basis === 'period' || partsOf(key).some(ofPlan)) return NOT_BY_LEAD.plan;
  const facts = factsOf([key], group);
  for (const fact of facts) {
    const reason = FAMILY_REASONS[ADDITIVE_FACTS[fact].family];
    if (reason !== null) return reason;
  }
  return null;
};
