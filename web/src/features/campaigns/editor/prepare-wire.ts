import {
  BID_PRICE_FIELDS,
  type CallBody,
  type CallInput,
  type campaignSaveAll,
  type DayParting,
  type ProgramChoice,
  type TrackingUrl,
} from '@paceline/contract';
import { allocationChanges, toUnits } from './prepare-allocation.ts';
import { daysOf } from '../../../ui/hours/prepare-hours.ts';
import { parseCap, parsePrice } from './prepare-prices.ts';
import type { CampaignFields, CampaignParts } from './prepare-values.ts';

type SaveBody = CallBody<typeof campaignSaveAll>;

/** What a save sends only where it was changed, as the call names it. */
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

/** The campaign itself. Without the keys that it cannot be without, the server says what is missing. */
export const toCampaignForm = (fields: CampaignFields): SaveBody['campaign'] & object => ({
  name: fields.name.trim(),
  vendorKey: fields.vendorKey ?? 0,
  clientGoalKey: fields.clientGoalKey ?? 0,
  campaignCode: fields.campaignCode.trim(),
  clientCampaignCode: fields.clientCampaignCode.trim(),
  campaignReoccuring: fields.campaignReoccuring,
  channelCustomKey: fields.channelCustomKey,
  ...(fields.startDate !== '' && { startDate: fields.startDate }),
  endDate: fields.endDate === '' ? null : fields.endDate,
  overDeliveryPolicy: fields.overDeliveryPolicy,
  leadSourceType: fields.leadSourceType,
  notes: fields.notes,
  postingConfirmed: fields.postingConfirmed,
  ...Object.fromEntries(BID_PRICE_FIELDS.map((field) => [field, parsePrice(fields.prices[field]) ?? null])),
});

export const toPrograms = ({ programs }: CampaignFields): ProgramChoice[] =>
  Object.entries(programs).map(([key, { price, cap }]) => ({
    programKey: Number(key),
    selected: true,
    priceOverride: parsePrice(price) ?? null,
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
    priceOverride: parsePrice(price) ?? null,
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

/** The parts that would be saved as something else than what the form was filled from. */
export const changedParts = (fields: CampaignFields, before: CampaignFields): Part[] =>
  PARTS.filter((part) => JSON.stringify(wireOf[part](fields)) !== JSON.stringify(wireOf[part](before)));

/** One save of all that was changed; a new campaign has no parts yet. */
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
