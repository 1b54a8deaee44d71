import {
  type CallBody,
  type CallInput,
  campaignPricesRecord,
  type campaignSaveAll,
  type DayParting,
  parseDollars,
  pplCampaignRecord,
  type ProgramChoice,
  sentValues,
  type TrackingUrl,
} from '@paceline/contract';
import { allocationChanges, toUnits } from './prepare-allocation.ts';
import { daysOf } from '../../../../ui/hours/prepare-hours.ts';
import { parseCap } from './prepare-prices.ts';
import type { CampaignFields, CampaignParts } from './prepare-values.ts';

type SaveBody = CallBody<typeof campaignSaveAll>;

/** The parts of a save, by their names in the call; a part is sent only if it changed. */
const PARTS = [
  'campaign',
  'allocation',
  'programs',
  'audience',
  'geo',
  'dayParting',
  'sources',
  'urls',
] as const satisfies readonly (keyof SaveBody)[];
export type Part = (typeof PARTS)[number];

/** The campaign itself. Required keys are checked before it is sent. */
export const toCampaignForm = (fields: CampaignFields): SaveBody['campaign'] & object => ({
  ...sentValues(pplCampaignRecord, fields),
  ...sentValues(campaignPricesRecord, fields.prices),
});

export const toPrograms = ({ programs }: CampaignFields): ProgramChoice[] =>
  Object.entries(programs).map(([key, { price, cap }]) => ({
    programKey: Number(key),
    selected: true,
    priceOverride: parseDollars(price) ?? null,
    monthlyCap: parseCap(cap) ?? null,
  }));

export const toDayParting = ({ hours }: CampaignFields): DayParting => ({
  timeZone: hours.timeZone === '' ? null : hours.timeZone,
  outsideHours: hours.outsideHours,
  days: daysOf(hours.days),
});

export const toSources = ({ sourceMode, sources }: CampaignFields): SaveBody['sources'] & object => ({
  mode: sourceMode,
  sources: Object.entries(sources).map(([key, { action, price, cap, note }]) => ({
    publisherSourceKey: Number(key),
    action,
    priceOverride: parseDollars(price) ?? null,
    monthlyCap: parseCap(cap) ?? null,
    note: note.trim(),
  })),
});

export const toUrls = ({ urls }: CampaignFields): TrackingUrl[] =>
  urls.map((url) => ({ ...url, name: url.name.trim(), url: url.url.trim() }));

const wireOf: Record<Part, (fields: CampaignFields) => unknown> = {
  campaign: toCampaignForm,
  allocation: ({ allocation }) => toUnits(allocation),
  programs: toPrograms,
  audience: ({ rules }) => ({ match: 'ALL', rules }),
  geo: ({ geo }) => geo,
  dayParting: toDayParting,
  sources: toSources,
  urls: toUrls,
};

/** The parts whose sent form differs from what the form was filled from. */
export const changedParts = (fields: CampaignFields, before: CampaignFields): Part[] =>
  PARTS.filter((part) => JSON.stringify(wireOf[part](fields)) !== JSON.stringify(wireOf[part](before)));

/** One save of all changed parts; a new campaign has no separate parts yet. */
export const toSaveBody = (
  fields: CampaignFields,
  parts: CampaignParts | null,
  changed: readonly Part[],
  activate: boolean,
): CallInput<typeof campaignSaveAll>['body'] => ({
  campaignKey: parts?.campaign.campaignKey ?? null,
  versions: parts?.versions ?? {},
  ...Object.fromEntries(changed.map((part) => [part, wireOf[part](fields)])),
  ...(changed.includes('allocation') && {
    allocation: allocationChanges(fields.allocation, parts?.allocation ?? null),
  }),
  activate,
});
