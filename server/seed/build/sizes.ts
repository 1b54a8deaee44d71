export const CHANNELS = ['ppl', 'ppc', 'social', 'programmaticDisplay'] as const;
export type Channel = (typeof CHANNELS)[number];

/** How many, for each owner in their order. */
type PerOwner = readonly [number, number, number, number, number, number];

export interface Size {
  /** Against the demo's number of inquiries. */
  volume: number;
  campaigns: Readonly<Record<Channel, PerOwner>>;
  adGroups: number;
  keywordsPerAdGroup: number;
  /** Keywords are reported for this many days back, everything else for the whole history. */
  keywordDays: number;
  /** How many kinds of visits and events of a website are told apart. */
  websiteRows: number;
  /** Days of a device on which nobody clicked are left out. */
  sparse: boolean;
  clickDays: number;
  clicks: number;
  /** Campaigns on platforms that nobody has linked to one of ours. */
  unlinked: number;
  stuckLeads: number;
  fraudLeads: number;
}

const DEMO: Size = {
  volume: 1,
  campaigns: {
    ppl: [42, 44, 26, 15, 7, 16],
    ppc: [16, 13, 11, 8, 4, 4],
    social: [9, 10, 7, 6, 4, 0],
    programmaticDisplay: [6, 7, 4, 3, 0, 0],
  },
  adGroups: 2,
  keywordsPerAdGroup: 40,
  keywordDays: 92,
  websiteRows: 40,
  sparse: false,
  clickDays: 60,
  clicks: 40_000,
  unlinked: 40,
  stuckLeads: 37,
  fraudLeads: 140,
};

const SMALL: Size = {
  volume: 0.04,
  campaigns: {
    ppl: [9, 9, 6, 4, 3, 5],
    ppc: [3, 3, 2, 2, 1, 1],
    social: [2, 2, 1, 1, 1, 0],
    programmaticDisplay: [1, 1, 1, 1, 0, 0],
  },
  adGroups: 1,
  keywordsPerAdGroup: 6,
  keywordDays: 31,
  websiteRows: 3,
  sparse: true,
  clickDays: 60,
  clicks: 1_600,
  unlinked: 8,
  stuckLeads: 6,
  fraudLeads: 8,
};

const LARGE: Size = {
  ...DEMO,
  volume: 5,
  adGroups: 6,
  keywordDays: 184,
  clicks: 200_000,
  stuckLeads: 185,
  fraudLeads: 700,
};

export const SCENARIOS = { small: SMALL, demo: DEMO, large: LARGE } as const;
/** The last one is for benchmarks, and made by another writer. */
export type ScenarioName = keyof typeof SCENARIOS | 'scale';
export const SCENARIO_NAMES: readonly ScenarioName[] = ['small', 'demo', 'large', 'scale'];
export const isScenarioName = (name: string): name is ScenarioName => SCENARIO_NAMES.some((other) => other === name);

/** Valid inquiries in a month, and how many percent of them come from which channel: domain handbook, 4.1. */
export interface OwnerVolume {
  code: string;
  host: string;
  valid: number;
  mix: Readonly<Record<Channel, number>>;
  goals: number;
}

const mix = (ppl: number, ppc: number, social: number, programmaticDisplay: number) => ({
  ppl,
  ppc,
  social,
  programmaticDisplay,
});

/** In the order of the owners. The last two have no account for what the handbook gives them 5 and 8 % of. */
export const VOLUMES: readonly OwnerVolume[] = [
  { code: 'HTI', host: 'www.hartwell-tech.example', valid: 1150, mix: mix(55, 27, 13, 5), goals: 17 },
  { code: 'CVU', host: 'www.crestview-online.example', valid: 1400, mix: mix(62, 22, 12, 4), goals: 16 },
  { code: 'LCH', host: 'www.lakeshore-health.example', valid: 760, mix: mix(48, 32, 15, 5), goals: 11 },
  { code: 'SBU', host: 'www.stbrendan.example', valid: 520, mix: mix(35, 38, 20, 7), goals: 9 },
  { code: 'APX', host: 'www.apex-coding.example', valid: 240, mix: mix(20, 42, 38, 0), goals: 5 },
  { code: 'HRR', host: 'www.homeright.example', valid: 330, mix: mix(74, 26, 0, 0), goals: 6 },
];
