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

/** A program that a campaign may take leads for. */
export interface RuleProgram {
  programKey: number;
  code: string;
  campusKey: number;
  campusCode: string;
  active: boolean;
  /** The partner's price for leads of this program, instead of the campaign's. */
  priceOverride: number | null;
  monthlyCap: number | null;
}

/** A source of the campaign's partner. */
export interface RuleSource {
  publisherSourceKey: number;
  /** Lower case: tags are compared ignoring case. */
  tag: string;
  /** Effective status: a blocked publisher blocks its sources. */
  status: SourceStatus;
  /** The campaign's own setting for the source. */
  action: 'ALLOW' | 'BLOCK' | null;
  priceOverride: number | null;
  monthlyCap: number | null;
  /** Whether it has sent a lead before. */
  isSeen: boolean;
}

export interface RulePrices {
  validFrom: Date;
  client: { desktop: number; tablet: number | null; mobile: number | null };
  media: { desktop: number; tablet: number | null; mobile: number | null };
}

/** The owner's rules for recognising test leads. */
export interface TestRules {
  emailDomains: readonly string[];
  names: readonly string[];
  emailPatterns: readonly string[];
}

/** Everything that decides about a campaign's leads, except the clock and counters: loaded once and cached until it changes. */
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
  /** Areas served by campuses, and by programs with an area of their own; a campaign can only narrow them. */
  campusAreas: ReadonlyMap<number, ServiceArea>;
  programAreas: ReadonlyMap<number, ServiceArea>;
  /** The DMA of each county from the owner's list, where one of the places above is a DMA. */
  countyDmas: ReadonlyMap<string, number>;
  /** Coordinates of campuses, for radius targeting. */
  campusPlaces: ReadonlyMap<number, { latitude: number; longitude: number }>;
  audience: Audience;
  dayParting: DayParting | null;
  sourceMode: SourceMode;
  sources: readonly RuleSource[];
  programs: readonly RuleProgram[];
  /** Latest first. */
  prices: readonly RulePrices[];
  /** The partner's values mapped to ours: by `field`, then by the partner's value in lower case. */
  valueMap: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
