import {
  type CampaignAllocation,
  type CampaignProgram,
  type CampaignSource,
  geoText,
  parseDollars,
  pplCampaignRecord,
  type RecordField,
  type UserGroup,
} from '@paceline/contract';
import { formatCount, formatDollars, formatPercent, NONE, zoneName } from '../../../../lib/text/format.ts';
import { fieldWords, type Names } from '../../../../shared/form/prepare-record.ts';
import { allocationRows } from './prepare-allocation.ts';
import { sourceStatus } from '../steps/prepare-choices.ts';
import { hoursText } from '../../../../ui/hours/prepare-hours.ts';
import type { Names as PartNames } from '../use-names.ts';
import { clientField, marginOf, mediaField, parseCap, PRICED_DEVICES } from './prepare-prices.ts';
import { type Step, stepOf } from './prepare-problems.ts';
import { STEP_TITLES } from '../steps/prepare-steps.ts';
import { TRACKING_LABELS } from './prepare-urls.ts';
import type { CampaignFields, PriceField, ProgramChoiceText } from './prepare-values.ts';
import { audienceText, programsText, ruleText, sourcesText, urlsText } from './prepare-words.ts';

interface ReviewRow {
  label: string;
  value: string;
}
export interface ReviewPart {
  step: Step;
  title: string;
  rows: ReviewRow[];
}

interface ReviewInput {
  fields: CampaignFields;
  names: PartNames;
  programs: readonly CampaignProgram[];
  sources: readonly CampaignSource[];
  defaultTimeZone: string;
  allocation: CampaignAllocation | null;
  campusName?: string | undefined;
  /** The full link for the partner's pages; absent if there is none yet. */
  partnerLink?: string | undefined;
  /** Each group sees its own price; internal data is shown to the agency only. */
  viewer: UserGroup;
  /** For agency users with the right to see margins. */
  showsMargin: boolean;
}

/** Longer lists are shown as a count. */
const MAX_NAMED = 40;

const yesNo = (on: boolean): string => (on ? 'Yes' : 'No');
const money = (text: string): string => formatDollars(parseDollars(text));

const basicsRows = ({ fields, names, viewer }: ReviewInput): ReviewRow[] => {
  const nameOf: Names<typeof pplCampaignRecord.fields> = {
    vendorKey: () => names.vendor,
    clientGoalKey: () => names.lineItem,
    channelCustomKey: () => names.channel,
  };
  return (Object.keys(pplCampaignRecord.fields) as (keyof typeof pplCampaignRecord.fields)[]).flatMap((name) => {
    const declared: RecordField = pplCampaignRecord.fields[name];
    const value = fieldWords(declared, fields[name], nameOf[name]);
    const isTold = stepOf(name) === 'basics' && (declared.sees?.includes(viewer) ?? true);
    return isTold && (value !== '' || declared.required) ? [{ label: declared.label, value: value || NONE }] : [];
  });
};

/** A blank tablet or mobile price is shown as the desktop's. */
const priceWords = ({ prices }: CampaignFields, field: PriceField, desktop: PriceField): string =>
  prices[field] === '' && field !== desktop ? `${money(prices[desktop])} (as desktop)` : money(prices[field]);

const priceRows = ({ fields, viewer, showsMargin }: ReviewInput): ReviewRow[] =>
  PRICED_DEVICES.flatMap((device) => {
    const client = priceWords(fields, clientField(device), clientField('Desktop'));
    const media = priceWords(fields, mediaField(device), mediaField('Desktop'));
    if (viewer === 'cl') return [{ label: device, value: client }];
    if (viewer === 'mp') return [{ label: device, value: media }];
    const { dollars, share } = marginOf(fields.prices, device);
    const margin = showsMargin ? [`Margin ${formatDollars(dollars)}, ${formatPercent(share)}`] : [];
    return [{ label: device, value: [`Client ${client}`, `Partner ${media}`, ...margin].join('\n') }];
  });

const ownWords = ({ price, cap }: ProgramChoiceText, viewer: UserGroup): string[] => [
  ...(price !== '' && viewer !== 'cl' ? [`media price ${money(price)}`] : []),
  ...(cap === '' ? [] : [`at most ${formatCount(parseCap(cap))} a month`]),
];

const programRows = ({ fields, programs, viewer }: ReviewInput): ReviewRow[] => {
  const chosen = programs.filter(({ programKey }) => Object.hasOwn(fields.programs, programKey));
  const rows = chosen.slice(0, MAX_NAMED).map(({ programKey, programName, campusName }) => ({
    label: programName,
    value: [campusName, ...ownWords(fields.programs[programKey]!, viewer)].join(' · '),
  }));
  return [{ label: 'Leads for', value: programsText(fields.programs) }, ...rows];
};

const sourceRows = ({ fields, sources, viewer }: ReviewInput): ReviewRow[] => {
  const said = sources.filter(({ publisherSourceKey }) => Object.hasOwn(fields.sources, publisherSourceKey));
  const rows = said.slice(0, MAX_NAMED).map(({ publisherSourceKey, sourceTag, status }) => {
    const own = fields.sources[publisherSourceKey]!;
    const words = [
      own.action === 'ALLOW' ? 'Allowed' : 'Blocked',
      ...(status === 'APPROVED' ? [] : [sourceStatus(status)]),
      ...ownWords(own, viewer),
      ...(own.note && viewer !== 'cl' ? [own.note] : []),
    ];
    return { label: sourceTag, value: words.join(' · ') };
  });
  return [{ label: 'Which', value: sourcesText(fields) }, ...rows];
};

const urlRows = ({ fields, partnerLink }: ReviewInput): ReviewRow[] => [
  ...(partnerLink === undefined ? [] : [{ label: 'Link for the media partner', value: partnerLink }]),
  { label: 'Posting confirmed', value: yesNo(fields.postingConfirmed) },
  ...(fields.urls.length === 0 ? [{ label: 'URLs', value: urlsText([], false) }] : []),
  ...fields.urls.map((url) => ({
    label: `${url.name} (${[
      TRACKING_LABELS[url.type].toLowerCase(),
      ...(url.isDefault ? ['default'] : []),
      ...(url.deviceType === null ? [] : [url.deviceType]),
      ...(url.active ? [] : ['off']),
    ].join(', ')})`,
    // The stored URL: a preview's examples would show one partner another's code.
    value: url.url || NONE,
  })),
];

/** The whole campaign in words, by step. */
export const prepareReview = (input: ReviewInput): ReviewPart[] => {
  const { fields, defaultTimeZone, campusName } = input;
  const zone = fields.hours.timeZone || defaultTimeZone;
  const part = (step: Step, rows: ReviewRow[]): ReviewPart => ({ step, title: STEP_TITLES[step], rows });
  return [
    part('basics', basicsRows(input)),
    part('prices', priceRows(input)),
    ...(input.allocation ? [part('allocation', allocationRows(fields.allocation, input.allocation))] : []),
    part('programs', programRows(input)),
    part('audience', [
      { label: 'Audience', value: audienceText(fields.rules) },
      ...fields.rules.map((rule, index) => ({ label: `Rule ${index + 1}`, value: ruleText(rule) })),
    ]),
    part('geo', [{ label: 'Leads from', value: geoText(fields.geo, campusName) }]),
    part('hours', [
      { label: 'Open', value: hoursText(fields.hours.days) },
      { label: 'Time zone', value: zone === '' ? NONE : zoneName(zone, new Date()) },
      {
        label: 'Outside these hours',
        value: fields.hours.outsideHours === 'HOLD' ? 'Leads are held' : 'Leads are rejected',
      },
    ]),
    part('sources', sourceRows(input)),
    part('tracking', urlRows(input)),
  ];
};
