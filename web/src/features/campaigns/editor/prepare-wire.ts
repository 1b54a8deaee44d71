import {
  BID_PRICE_FIELDS,
  type CallBody,
  type Campaign,
  type campaignSave,
  type campaignSourcesSave,
  type DayParting,
  type ProgramChoice,
  type TrackingUrl,
} from '@paceline/contract';
import { toUnits } from './prepare-allocation.ts';
import { daysOf } from '../../../ui/hours/prepare-hours.ts';
import { parseCap, parsePrice } from './prepare-prices.ts';
import type { CampaignFields } from './prepare-values.ts';

type SaveBody = CallBody<typeof campaignSave>;
type SourcesBody = CallBody<typeof campaignSourcesSave>;

/** What is saved by a call of its own, in the order in which the calls are made. */
export const PARTS = ['campaign', 'allocation', 'programs', 'audience', 'geo', 'hours', 'sources', 'urls'] as const;
export type Part = (typeof PARTS)[number];

/** The campaign itself. Without the keys that it cannot be without, the server says what is missing. */
export const toCampaignForm = (fields: CampaignFields, campaign: Campaign | null, activate: boolean): SaveBody => ({
  campaignKey: campaign?.campaignKey ?? null,
  ...(campaign && { rowVersion: campaign.rowVersion }),
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
  activate,
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

export const toSources = ({ sourceMode, sources }: CampaignFields): Omit<SourcesBody, 'rowVersion'> => ({
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
  campaign: (fields) => toCampaignForm(fields, null, false),
  allocation: ({ allocation }) => toUnits(allocation),
  programs: toPrograms,
  audience: ({ rules }) => rules,
  geo: ({ geo }) => geo,
  hours: toDayParting,
  sources: toSources,
  urls: toUrls,
};

/** The parts that would be saved as something else than what the form was filled from. */
export const changedParts = (fields: CampaignFields, before: CampaignFields): Part[] =>
  PARTS.filter((part) => JSON.stringify(wireOf[part](fields)) !== JSON.stringify(wireOf[part](before)));
