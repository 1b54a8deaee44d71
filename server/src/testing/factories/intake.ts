import { clientCriteriaSchema, geoSchema } from '@paceline/contract';
import { type CampaignRules } from '../../shared/intake/campaign-rules.ts';
import { type CheckInput, type Lookups } from '../../shared/intake/check.ts';
import { type LeadFields } from '../../shared/intake/lead-fields.ts';
import { readPost } from '../../shared/intake/read-post.ts';

/** A Sunday afternoon in New York. */
export const POSTED_AT = new Date('2026-11-15T20:00:00Z');

const LIVE: Lookups['status'] = {
  subStatus: 'LIVE',
  statusReasons: [{ code: 'LIVE', message: 'Live' }],
  nextChangeAt: null,
};

/** Rules that ask for nothing beyond what everybody has to send. */
export const someRules = (over: Partial<CampaignRules> = {}): CampaignRules => ({
  owner: {
    ownerKey: 1,
    zone: 'America/New_York',
    dedupDays: 90,
    unknownSources: 'AUTO_CREATE_ACCEPT',
    test: { emailDomains: ['example.com', 'test.example'], names: ['Test Lead'], emailPatterns: [] },
  },
  client: { clientKey: 11, name: 'Harbor Technical Institute', brandKey: 5, brandName: 'Harbor' },
  campaign: {
    campaignKey: 21,
    name: 'Harbor CCP PPL',
    code: 'HTI-CCP-PPL',
    partnerKey: 31,
    goalKey: 41,
    channel: 'ppl',
    leadSourceType: 'web',
    overDelivery: 'REJECT',
  },
  criteria: clientCriteriaSchema.parse({}),
  criteriaVersion: 1,
  geo: geoSchema.parse({}),
  campusAreas: new Map(),
  programAreas: new Map(),
  countyDmas: new Map(),
  campusPlaces: new Map([[51, { latitude: 41.5, longitude: -81.69 }]]),
  audience: { match: 'ALL', rules: [] },
  dayParting: null,
  sourceMode: 'ALL_APPROVED',
  sources: [
    {
      publisherSourceKey: 61,
      tag: 'site-a',
      status: 'APPROVED',
      action: null,
      priceOverride: null,
      monthlyCap: null,
      isSeen: true,
    },
    {
      publisherSourceKey: 62,
      tag: 'site-b',
      status: 'BLOCKED',
      action: null,
      priceOverride: null,
      monthlyCap: null,
      isSeen: true,
    },
    {
      publisherSourceKey: 63,
      tag: 'site-c',
      status: 'PENDING',
      action: null,
      priceOverride: null,
      monthlyCap: null,
      isSeen: true,
    },
  ],
  programs: [
    {
      programKey: 71,
      code: 'CUL',
      campusKey: 51,
      campusCode: 'CLE',
      active: true,
      priceOverride: null,
      monthlyCap: null,
    },
    {
      programKey: 72,
      code: 'WELD',
      campusKey: 51,
      campusCode: 'CLE',
      active: false,
      priceOverride: null,
      monthlyCap: null,
    },
  ],
  prices: [],
  valueMap: new Map(),
  ...over,
});

export const withCriteria = (criteria: object): CampaignRules =>
  someRules({ criteria: clientCriteriaSchema.parse(criteria) });

/** A post that those rules accept. */
export const SOME_POST = {
  firstName: 'Maria',
  lastName: 'Okafor',
  email: 'maria.okafor@gmail.com',
  phone: '(216) 867-5309',
  zip: '44114',
  state: 'OH',
  programCode: 'CUL',
  campusCode: 'CLE',
  publisherSource: 'site-a',
  landingPageUrl: 'https://www.harbor-tech.school/request',
  ipAddress: '8.8.8.8',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  tcpaConsent: 'Y',
  tcpaText: 'By clicking I agree that Harbor Technical Institute may call and text me at the number above.',
} as const;

export const someLookups = (over: Partial<Lookups> = {}): Lookups => ({
  status: LIVE,
  earlier: null,
  counters: [],
  verified: new Map(),
  ...over,
});

/** The lead that a post comes to; throws where its fields are wrong. */
export const someLead = (over: object = {}, rules: CampaignRules = someRules()): LeadFields => {
  const read = readPost({ ...SOME_POST, ...over }, rules, POSTED_AT);
  if ('errors' in read) throw new Error(read.errors.map(({ message }) => message).join(' '));
  return read.lead;
};

export const someInput = (
  post: object = {},
  { rules = someRules(), ...over }: Partial<CheckInput> = {},
): CheckInput => ({
  lead: someLead(post, rules),
  rules,
  lookups: someLookups(),
  now: POSTED_AT,
  skips: new Set(),
  ...over,
});
