import {
  campaignPricesRecord,
  pplCampaignRecord,
  type TrackingUrl,
  US_STATES,
  WEEKDAY_NAMES,
} from '@paceline/contract';
import { hashKey } from '@tanstack/react-query';
import { formatCount } from '../../../../lib/text/format.ts';
import { nameFinder } from '../../../../lib/text/name-finder.ts';
import { field, group, list, notes, rows, type Rule, unasked } from '../../../../shared/form/prepare-merge.ts';
import { recordRules } from '../../../../shared/form/prepare-record.ts';
import type { Conflict } from '../../../../ui/dialogs/conflict-dialog.tsx';
import { intervalsText } from '../../../../ui/hours/prepare-hours.ts';
import type {
  CampaignParts,
  CampaignValues,
  HoursValues,
  PriceTexts,
  ProgramChoiceText,
  SourceChoiceText,
} from './prepare-values.ts';
import { allocationLabel } from './prepare-allocation.ts';
import { programsText, ruleText, sourcesText } from './prepare-words.ts';

const ownText = ({ price: own, cap }: ProgramChoiceText): string =>
  [own && `$${own}`, cap && `cap ${cap}`].filter(Boolean).join(', ');

/** No program chosen means all, which cannot be combined with a choice. */
const programsRule = ({ programs }: CampaignParts): Rule<CampaignValues['programs']> => {
  const nameOf = nameFinder(
    programs,
    ({ programKey }) => programKey,
    ({ programName, campusName }) => `${programName}, ${campusName}`,
  );
  const each = rows<ProgramChoiceText, undefined>(
    (key) =>
      field<ProgramChoiceText | undefined>(`Program ${nameOf(Number(key))}`, (own) =>
        own === undefined ? 'Not selected' : ownText(own) || 'Selected',
      ),
    undefined,
  );
  const whole = field<CampaignValues['programs']>('Programs', programsText);
  return (sides, place) => {
    const isAll = [sides.base, sides.theirs, sides.mine].some((chosen) => Object.keys(chosen).length === 0);
    return (isAll ? whole : each)(sides, place);
  };
};

const sourcesRule = ({ sources }: CampaignParts): Rule<CampaignValues['sources']> => {
  const nameOf = nameFinder(
    sources,
    ({ publisherSourceKey }) => publisherSourceKey,
    ({ sourceTag }) => sourceTag,
  );
  const describe = (own: SourceChoiceText | undefined): string => {
    if (own === undefined) return 'Not listed';
    const about = own.action === 'BLOCK' ? own.note : ownText(own);
    return [own.action === 'BLOCK' ? 'Block' : 'Allow', about].filter(Boolean).join(', ');
  };
  return rows<SourceChoiceText, undefined>(
    (key) => field<SourceChoiceText | undefined>(`Source ${nameOf(Number(key))}`, describe),
    undefined,
  );
};

const stateName = (state: keyof typeof US_STATES): string => US_STATES[state];
const geoRule = group<CampaignValues['geo']>({
  mode: unasked(),
  states: list('States', stateName),
  dmas: list('DMAs', String),
  zips: list('ZIP codes', (zip) => zip),
  radius: field<CampaignValues['geo']['radius']>('Distance from a campus', (radius) =>
    radius === null ? '' : `${formatCount(radius.miles)} miles`,
  ),
  exclude: group<CampaignValues['geo']['exclude']>({
    states: list('Excluded states', stateName),
    zips: list('Excluded ZIP codes', (zip) => zip),
  }),
});

const dayRule = (name: keyof HoursValues['days']): Rule<HoursValues['days'][typeof name]> =>
  field<HoursValues['days'][typeof name]>(`Hours, ${WEEKDAY_NAMES[name]}`, intervalsText);
const hoursRule = group<HoursValues>({
  timeZone: field<string>('Time zone', (zone) => zone || 'The campus’s or the owner’s'),
  outsideHours: field<HoursValues['outsideHours']>('Outside the hours', (what) =>
    what === 'HOLD' ? 'Hold' : 'Reject',
  ),
  days: group<HoursValues['days']>({
    MON: dayRule('MON'),
    TUE: dayRule('TUE'),
    WED: dayRule('WED'),
    THU: dayRule('THU'),
    FRI: dayRule('FRI'),
    SAT: dayRule('SAT'),
    SUN: dayRule('SUN'),
  }),
});

type ByKey = Record<string, TrackingUrl>;
const contentOf = ({ trackingUrlKey: _, ...content }: TrackingUrl): string => hashKey([content]);

/** URLs are merged one by one. A new one has no key yet; it may equal one already saved. */
const urlsRule: Rule<TrackingUrl[]> = (sides, place) => {
  const keyOf = (url: TrackingUrl): string => {
    const saved = url.trackingUrlKey ?? sides.theirs.find((one) => contentOf(one) === contentOf(url))?.trackingUrlKey;
    return saved === undefined ? `new ${contentOf(url)}` : String(saved);
  };
  const byKey = (urls: readonly TrackingUrl[]): ByKey => Object.fromEntries(urls.map((url) => [keyOf(url), url]));
  const nameOf = nameFinder(
    [...sides.mine, ...sides.theirs],
    (url) => url.trackingUrlKey ?? 0,
    (url) => url.name,
  );
  const each = rows<TrackingUrl, undefined>(
    (key) =>
      field<TrackingUrl | undefined>(
        `Tracking URL ${nameOf(Number(key))}`,
        (url) => (url === undefined ? 'Removed' : `${url.name}: ${url.url}${url.active ? '' : ', switched off'}`),
        { isSame: (a, b) => (a && contentOf(a)) === (b && contentOf(b)) },
      ),
    undefined,
  );
  const { value, conflicts } = each(
    { base: byKey(sides.base), theirs: byKey(sides.theirs), mine: byKey(sides.mine) },
    place,
  );
  const order = [...new Set([...sides.theirs, ...sides.mine].map(keyOf))];
  return { value: order.flatMap((key) => value[key] ?? []), conflicts };
};

/** The merge rules for a campaign that somebody else has saved. */
export const campaignRule =
  (
    fresh: CampaignParts,
    names: { lineItem: (key: number) => string; channel: (key: number) => string },
  ): Rule<CampaignValues> =>
  (sides, place) => {
    const { theirs, mine } = sides;
    // Partners are found by search, so the form carries its partner's name.
    const vendorName = (key: number | null): string => (key === theirs.vendorKey ? theirs : mine).vendorName;
    const merged = group<CampaignValues>({
      ...recordRules(pplCampaignRecord, {
        vendorKey: (key) => vendorName(Number(key)),
        clientGoalKey: (key) => names.lineItem(Number(key)),
        channelCustomKey: (key) => names.channel(Number(key)),
      }),
      notes: notes(pplCampaignRecord.fields.notes.label),
      vendorName: unasked(),
      prices: group<PriceTexts>(recordRules(campaignPricesRecord)),
      allocation: rows<string, string>((key) => field<string>(allocationLabel(key), (units) => units || 'Blank'), ''),
      programs: programsRule(fresh),
      rules: list('Audience', ruleText, { whenEmpty: 'No restrictions' }),
      geo: geoRule,
      hours: hoursRule,
      sourceMode: field<CampaignValues['sourceMode']>('Which sources', (sourceMode) =>
        sourcesText({ sourceMode, sources: {} }),
      ),
      sources: sourcesRule(fresh),
      urls: urlsRule,
    })(sides, place);
    return { ...merged, value: { ...merged.value, vendorName: vendorName(merged.value.vendorKey) } };
  };

/** Who saved is known for the campaign itself, not for its separate parts. */
export const savedBy = ({ campaign }: CampaignParts, path: string): Pick<Conflict, 'by' | 'at'> => {
  const [name = ''] = path.split('.');
  return name === 'prices' || Object.hasOwn(pplCampaignRecord.fields, name)
    ? { by: campaign.updatedBy ?? 'Someone', at: campaign.updatedAt }
    : { by: 'Someone', at: null };
};
