import {
  type AudienceRule,
  type Campaign,
  type CampaignAllocation,
  campaignPricesRecord,
  type CampaignProgram,
  type CampaignSource,
  type CampaignVersions,
  type DayParting,
  type Geo,
  heldValues,
  type HeldValues,
  newValues as newFields,
  pplCampaignRecord,
  type SourceMode,
  type TrackingUrl,
} from '@paceline/contract';
import { allocationTexts } from './prepare-allocation.ts';
import { ALWAYS, type HoursByDay, hoursOf } from '../../../../ui/hours/prepare-hours.ts';

export type PriceTexts = HeldValues<typeof campaignPricesRecord.fields>;
export type PriceField = keyof PriceTexts;

/** A program's or source's own price or cap, as typed. */
export interface ProgramChoiceText {
  price: string;
  cap: string;
}
export interface SourceChoiceText extends ProgramChoiceText {
  action: 'ALLOW' | 'BLOCK';
  note: string;
}

export interface HoursValues {
  /** Empty until chosen: the campus's or the owner's zone applies. */
  timeZone: string;
  outsideHours: DayParting['outsideHours'];
  days: HoursByDay;
}

/** A campaign as the form holds it; empty text means not filled in. */
export interface CampaignFields extends HeldValues<typeof pplCampaignRecord.fields> {
  prices: PriceTexts;
  /** This and the next month's units as typed, by `allocationKey`. */
  allocation: Record<string, string>;
  /** The chosen programs by key; none means all of the line item. */
  programs: Record<string, ProgramChoiceText>;
  rules: AudienceRule[];
  geo: Geo;
  hours: HoursValues;
  sourceMode: SourceMode;
  /** Sources with own settings, by key. */
  sources: Record<string, SourceChoiceText>;
  urls: TrackingUrl[];
}

/** The form's values. */
export interface CampaignValues extends CampaignFields {
  /** The partner's name: partners are found by search, not in a list. */
  vendorName: string;
}

/** A campaign with all its parts, as read. */
export interface CampaignParts {
  campaign: Campaign;
  /** Null for viewers who may not see allocations. */
  allocation: CampaignAllocation | null;
  programs: CampaignProgram[];
  rules: AudienceRule[];
  /** Rules the line item already has. */
  inherited: Record<string, unknown>[];
  geo: Geo;
  dayParting: DayParting;
  defaultTimeZone: string;
  sourceMode: SourceMode;
  sources: CampaignSource[];
  urls: TrackingUrl[];
  /** Path of the partner's link; null if there is none. */
  clickLink: string | null;
  /** The versions read: saving a part is refused if a newer one exists. */
  versions: CampaignVersions;
}

export const NO_GEO: Geo = {
  mode: 'INCLUDE',
  states: [],
  dmas: [],
  zips: [],
  radius: null,
  exclude: { states: [], zips: [] },
};

export const newValues = (): CampaignValues => ({
  ...newFields(pplCampaignRecord),
  vendorName: '',
  prices: newFields(campaignPricesRecord),
  allocation: {},
  programs: {},
  rules: [],
  geo: NO_GEO,
  hours: { timeZone: '', outsideHours: 'REJECT', days: ALWAYS },
  sourceMode: 'ALL_APPROVED',
  sources: {},
  urls: [],
});

/** An amount as typed. */
const priceText = (price: number | null | undefined): string => (price == null ? '' : price.toFixed(2));
const capText = (cap: number | null): string => (cap === null ? '' : String(cap));

export const fieldsOf = (parts: CampaignParts): CampaignFields => {
  const { campaign } = parts;
  return {
    ...heldValues(pplCampaignRecord, campaign),
    prices: heldValues(campaignPricesRecord, campaign),
    allocation: allocationTexts(parts.allocation),
    programs: Object.fromEntries(
      parts.programs
        .filter(({ selected }) => selected)
        .map(({ programKey, priceOverride, monthlyCap }) => [
          programKey,
          { price: priceText(priceOverride), cap: capText(monthlyCap) },
        ]),
    ),
    rules: parts.rules,
    geo: parts.geo,
    hours: {
      timeZone: parts.dayParting.timeZone ?? '',
      outsideHours: parts.dayParting.outsideHours,
      days: hoursOf(parts.dayParting.days),
    },
    sourceMode: parts.sourceMode,
    sources: Object.fromEntries(
      parts.sources.flatMap(({ publisherSourceKey, action, priceOverride, monthlyCap, note }) =>
        action === null
          ? []
          : [[publisherSourceKey, { action, price: priceText(priceOverride), cap: capText(monthlyCap), note }]],
      ),
    ),
    urls: parts.urls,
  };
};

export const valuesOf = (parts: CampaignParts): CampaignValues => ({
  ...fieldsOf(parts),
  vendorName: parts.campaign.vendor,
});
