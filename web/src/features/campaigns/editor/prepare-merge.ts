import { BID_PRICE_FIELDS } from '@paceline/contract';
import { formatDay } from '../../../lib/format.ts';
import type { Conflict } from '../../../ui/conflict-dialog.tsx';
import { hoursText } from './prepare-hours.ts';
import { parsePrice } from './prepare-prices.ts';
import type { CampaignFields, CampaignParts, PriceField } from './prepare-values.ts';
import {
  audienceText,
  geoText,
  LEAD_SOURCE_LABELS,
  OVER_DELIVERY_LABELS,
  programsText,
  sourcesText,
  urlsText,
} from './prepare-words.ts';

type Field = Exclude<keyof CampaignFields, 'prices'>;

const LABELS: Readonly<Record<Field, string>> = {
  name: 'Name',
  vendorKey: 'Media partner',
  clientGoalKey: 'Line item',
  campaignCode: 'Campaign code',
  clientCampaignCode: 'Client campaign code',
  campaignReoccuring: 'Rollover',
  channelCustomKey: 'Custom channel',
  startDate: 'Start date',
  endDate: 'End date',
  overDeliveryPolicy: 'Over-delivery',
  leadSourceType: 'Lead source type',
  notes: 'Notes',
  postingConfirmed: 'Posting confirmed',
  programs: 'Programs',
  rules: 'Audience',
  geo: 'Places',
  hours: 'Hours',
  sourceMode: 'Which sources',
  sources: 'Sources',
  urls: 'Tracking URLs',
};
const FIELDS = Object.keys(LABELS) as Field[];
/** Saved with the campaign itself, of which it is known who saved it and when. */
const OF_CAMPAIGN: ReadonlySet<Field> = new Set(FIELDS.slice(0, FIELDS.indexOf('programs')));

export const PRICE_LABELS: Readonly<Record<PriceField, string>> = {
  clientDesktopBidPrice: 'Client price, desktop',
  clientTabletBidPrice: 'Client price, tablet',
  clientMobileBidPrice: 'Client price, mobile',
  aggDesktopBidPrice: 'Media price, desktop',
  aggTabletBidPrice: 'Media price, tablet',
  aggMobileBidPrice: 'Media price, mobile',
};

/** The words for the keys in a form. */
export interface Names {
  vendor: string;
  lineItem: string;
  channel: string;
}

const NOTHING = '–';
const yesNo = (on: boolean): string => (on ? 'Yes' : 'No');

const wordsOf = (fields: CampaignFields, names: Names): Record<Field, string> => ({
  name: fields.name,
  vendorKey: names.vendor || NOTHING,
  clientGoalKey: names.lineItem || NOTHING,
  campaignCode: fields.campaignCode,
  clientCampaignCode: fields.clientCampaignCode,
  campaignReoccuring: yesNo(fields.campaignReoccuring),
  channelCustomKey: names.channel || NOTHING,
  startDate: formatDay(fields.startDate),
  endDate: fields.endDate === '' ? 'No end' : formatDay(fields.endDate),
  overDeliveryPolicy: OVER_DELIVERY_LABELS[fields.overDeliveryPolicy],
  leadSourceType: LEAD_SOURCE_LABELS[fields.leadSourceType],
  notes: fields.notes || NOTHING,
  postingConfirmed: yesNo(fields.postingConfirmed),
  programs: programsText(fields.programs),
  rules: audienceText(fields.rules),
  geo: geoText(fields.geo),
  hours: hoursText(fields.hours.days),
  sourceMode: sourcesText({ sourceMode: fields.sourceMode, sources: {} }),
  sources: `${Object.keys(fields.sources).length} listed`,
  urls: urlsText(fields.urls, false),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** `5` and `5.00` are one price; what is none is only itself. */
const isSamePrice = (a: string, b: string): boolean => a === b || (parsePrice(a) ?? a) === (parsePrice(b) ?? b);

export interface Merge {
  /** Their changes and mine; where both changed the same, mine. */
  fields: CampaignFields;
  conflicts: Conflict[];
}

interface Sides {
  base: CampaignFields;
  theirs: CampaignFields;
  mine: CampaignFields;
}

/**
 * What becomes of a form whose campaign somebody else has saved meanwhile: what only they changed is taken, what only I
 * changed is kept, and what both changed is asked about.
 */
export const mergeFields = (
  { base, theirs, mine }: Sides,
  { campaign }: Pick<CampaignParts, 'campaign'>,
  myNames: Names,
): Merge => {
  const theirNames = {
    vendor: campaign.vendor,
    lineItem: campaign.goalName,
    channel: campaign.customChannelName ?? '',
  };
  const [theirWords, myWords] = [wordsOf(theirs, theirNames), wordsOf(mine, myNames)];
  const conflicts: Conflict[] = [];
  const who = { by: campaign.updatedBy ?? 'Somebody', at: campaign.updatedAt };
  const changed = FIELDS.filter((field) => !isSame(mine[field], base[field]));
  for (const field of changed) {
    if (isSame(theirs[field], base[field]) || isSame(theirs[field], mine[field])) continue;
    const by = OF_CAMPAIGN.has(field) ? who : { by: 'Somebody', at: null };
    conflicts.push({ path: field, label: LABELS[field], theirs: theirWords[field], mine: myWords[field], ...by });
  }
  const prices = { ...theirs.prices };
  for (const field of BID_PRICE_FIELDS) {
    const [before, their, my] = [base.prices[field], theirs.prices[field], mine.prices[field]];
    if (isSamePrice(my, before)) continue;
    prices[field] = my;
    if (isSamePrice(their, before) || isSamePrice(their, my)) continue;
    const path = `prices.${field}`;
    conflicts.push({ path, label: PRICE_LABELS[field], theirs: their || NOTHING, mine: my || NOTHING, ...who });
  }
  const kept = Object.fromEntries(changed.map((field) => [field, mine[field]]));
  return { fields: { ...theirs, ...kept, prices }, conflicts };
};

/** The merged form with theirs instead of mine where that was chosen. */
export const takeTheirs = (
  fields: CampaignFields,
  theirs: CampaignFields,
  paths: readonly string[],
): CampaignFields => {
  const whole = FIELDS.filter((field) => paths.includes(field));
  const prices = { ...fields.prices };
  for (const field of BID_PRICE_FIELDS) if (paths.includes(`prices.${field}`)) prices[field] = theirs.prices[field];
  return { ...fields, ...Object.fromEntries(whole.map((field) => [field, theirs[field]])), prices };
};
