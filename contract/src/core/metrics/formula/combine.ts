import { ADDITIVE_FACTS, type AdditiveMetricKey, type FactFamily } from './facts.ts';
import { NOT_BY_LEAD } from './lead-grain.ts';
import { factsOf, type MetricKey, METRICS } from '../metrics.ts';
import { DIMENSIONS, type DimensionKey, type DimensionSource, isCampaignDimension } from '../report-dimensions.ts';
import { type Granularity } from '../report-query.ts';
import { type UserGroup } from '../../access/user-groups.ts';

/** A plan measure: calculated for a campaign's or a line item's whole month, then summed. */
export const isPlanMeasure = (key: MetricKey): boolean => METRICS[key].grain === 'month';

export const isOfPlatforms = (source: DimensionSource): source is 'platform' | 'keyword' =>
  source === 'platform' || source === 'keyword';

/**
 * The fact behind a part in platform rows: spend is the platform's charge with the fee, clicks are the platform's. Null for clicks on our
 * own links, which such rows do not have.
 */
export const platformFactOf = (fact: AdditiveMetricKey): AdditiveMetricKey | null => {
  if (fact === 'trackedClicks') return null;
  return fact === 'clientCost' ? 'platformSpend' : fact;
};

/** The facts behind measures, in the rows that have these dimensions. */
export const factsBy = (
  measures: readonly MetricKey[],
  dimensions: readonly DimensionKey[],
  group: UserGroup,
): readonly AdditiveMetricKey[] => {
  const facts = factsOf(
    measures.filter((key) => !isPlanMeasure(key)),
    group,
  );
  return dimensions.some((key) => isOfPlatforms(DIMENSIONS[key].source))
    ? [...new Set(facts.flatMap((fact) => platformFactOf(fact) ?? []))]
    : facts;
};

/** Fact families of each kind of row. */
const FAMILIES: Record<DimensionSource, readonly FactFamily[]> = {
  campaign: ['leads', 'milestones', 'clicks', 'platform', 'email'],
  lead: ['leads', 'milestones'],
  platform: ['platform'],
  keyword: ['platform'],
  page: ['website'],
  event: ['website'],
};

/** Platform facts available by keyword. */
const KEYWORD_FACTS = ['impressions', 'platformClicks', 'platformSpend', 'conversions'] as const;
export type KeywordFact = (typeof KEYWORD_FACTS)[number];
const ofKeywords: readonly AdditiveMetricKey[] = KEYWORD_FACTS;
const EVENT_FACTS: readonly AdditiveMetricKey[] = ['eventCount', 'activeUsers'];

/** Words for the rows that have a dimension, used in reasons. */
const KNOWN_TO: Record<DimensionSource, string> = {
  campaign: 'campaigns',
  lead: 'inquiries',
  platform: 'ad platforms',
  keyword: 'ad platforms',
  page: 'pages of the website',
  event: 'events of the website',
};

const listed = (dimensions: readonly DimensionKey[], source: DimensionSource): string =>
  dimensions.find((key) => DIMENSIONS[key].source === source) ?? '';

const labelOf = (key: string): string => DIMENSIONS[key as DimensionKey].label;

const whyNotOfRows = (fact: AdditiveMetricKey, source: DimensionSource): string => {
  const { family } = ADDITIVE_FACTS[fact];
  if (source === 'lead') {
    if (family === 'clicks') return NOT_BY_LEAD.clicks;
    if (family === 'email') return NOT_BY_LEAD.email;
    return family === 'website' ? NOT_BY_LEAD.website : NOT_BY_LEAD.platform;
  }
  if (source === 'keyword' && family === 'platform')
    return 'Platforms report no calls and no view-through conversions by keyword.';
  if (isOfPlatforms(source)) return 'Inquiries, outcomes and emails are not known by ad group or keyword.';
  return source === 'campaign'
    ? 'Visits to the website are counted by page, not by campaign.'
    : 'The website counts its visits and events, and nothing else.';
};

type RowsOrReason = { source: DimensionSource; reason?: undefined } | { source?: undefined; reason: string };

/** The kind of row with all these dimensions and facts; every row has its campaign's dimensions, only some have more. */
export const rowsFor = (dimensions: readonly DimensionKey[], facts: readonly AdditiveMetricKey[]): RowsOrReason => {
  const special = new Set(dimensions.map((key) => DIMENSIONS[key].source).filter((source) => source !== 'campaign'));
  if (special.has('keyword')) special.delete('platform');
  const [one, other] = special;
  if (one !== undefined && other !== undefined)
    return {
      reason: `${labelOf(listed(dimensions, one))} is known of ${KNOWN_TO[one]}, ${labelOf(listed(dimensions, other))} of ${KNOWN_TO[other]}: nothing has both.`,
    };
  const onlyWebsite = facts.length > 0 && facts.every((fact) => ADDITIVE_FACTS[fact].family === 'website');
  const fallback = onlyWebsite ? (facts.some((fact) => EVENT_FACTS.includes(fact)) ? 'event' : 'page') : 'campaign';
  const source = one ?? fallback;
  const misfit = facts.find(
    (fact) =>
      !FAMILIES[source].includes(ADDITIVE_FACTS[fact].family) ||
      (source === 'keyword' && !ofKeywords.includes(fact)) ||
      (source === 'page' && EVENT_FACTS.includes(fact)) ||
      (source === 'event' && !EVENT_FACTS.includes(fact)),
  );
  if (misfit !== undefined) return { reason: whyNotOfRows(misfit, source) };
  const hasCampaign = dimensions.some((key) => DIMENSIONS[key].source === 'campaign');
  if (hasCampaign && (source === 'page' || source === 'event'))
    return { reason: 'Visits to the website belong to no campaign.' };
  return { source };
};

/** A query's combination of dimensions, filters, measures and grain. */
interface Combined {
  dimensions: readonly DimensionKey[];
  measures: readonly MetricKey[];
  granularity: Granularity | null;
}

/** Why plan measures cannot be combined like this; null if they can or there are none. */
export const whyNotPlanned = ({ dimensions, measures, granularity }: Combined): string | null => {
  if (!measures.some(isPlanMeasure)) return null;
  if (!dimensions.every(isCampaignDimension)) return NOT_BY_LEAD.plan;
  if (granularity === 'day' || granularity === 'week')
    return 'Budgets, allocations and goals are set for months, not for days or weeks.';
  return null;
};

/** Why these cannot be in one report; null if they can. Used by the server to refuse and by the picker to disable. */
export const whyNotCombined = (combined: Combined, group: UserGroup): string | null =>
  rowsFor(combined.dimensions, factsBy(combined.measures, combined.dimensions, group)).reason ??
  whyNotPlanned(combined);
