import {
  type Audience,
  type ClientCriteria,
  type DayParting,
  type Geo,
  type ServiceArea,
  type SourceMode,
  type SourceStatus,
  type UnknownSources,
} from '@paceline/contract';

/** One program that a campaign may take leads for. */
export interface RuleProgram {
  programKey: number;
  code: string;
  campusKey: number;
  campusCode: string;
  active: boolean;
  /** What the partner gets for a lead of this program instead. */
  priceOverride: number | null;
  monthlyCap: number | null;
}

/** One source of the campaign's partner. */
export interface RuleSource {
  publisherSourceKey: number;
  /** Lower case: tags are told apart without regard to it. */
  tag: string;
  /** What counts: a blocked publisher blocks its sources. */
  status: SourceStatus;
  /** What the campaign says of it. */
  action: 'ALLOW' | 'BLOCK' | null;
  priceOverride: number | null;
  monthlyCap: number | null;
  /** Whether a lead of it came before. */
  isSeen: boolean;
}

export interface RulePrices {
  validFrom: Date;
  client: { desktop: number; tablet: number | null; mobile: number | null };
  media: { desktop: number; tablet: number | null; mobile: number | null };
}

/** How the owner tells tests from real leads. */
export interface TestRules {
  emailDomains: readonly string[];
  names: readonly string[];
  emailPatterns: readonly string[];
}

/**
 * All that decides about a lead of one campaign, but for the clock and what is counted: loaded once, kept as long as none of
 * it has changed.
 */
export interface CampaignRules {
  owner: {
    ownerKey: number;
    zone: string;
    dedupDays: number;
    unknownSources: UnknownSources;
    test: TestRules;
  };
  client: { clientKey: number; name: string; brandKey: number; brandName: string };
  campaign: {
    campaignKey: number;
    name: string;
    code: string;
    partnerKey: number;
    goalKey: number;
    channel: string;
    leadSourceType: 'web' | 'Call Center';
    overDelivery: 'REJECT' | 'HOLD' | 'ACCEPT_UNPAID';
  };
  criteria: ClientCriteria;
  criteriaVersion: number;
  geo: Geo;
  /** What campuses serve, and programs whose areas are not their campuses'; a campaign can only narrow it. */
  campusAreas: ReadonlyMap<number, ServiceArea>;
  programAreas: ReadonlyMap<number, ServiceArea>;
  /** The DMA of each county by the owner's list, where a place above is named by its DMA. */
  countyDmas: ReadonlyMap<string, number>;
  /** Where campuses are, for a radius. */
  campusPlaces: ReadonlyMap<number, { latitude: number; longitude: number }>;
  audience: Audience;
  dayParting: DayParting | null;
  sourceMode: SourceMode;
  sources: readonly RuleSource[];
  programs: readonly RuleProgram[];
  /** The latest first. */
  prices: readonly RulePrices[];
  /** What the partner calls things, in our words: `field`, then their value in lower case, then ours. */
  valueMap: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
