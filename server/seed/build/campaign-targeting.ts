import { type Builder } from './organisation.ts';
import { type Campaign } from './model.ts';

const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Call centers call within the legal hours; some partners do not work on weekends. */
const dayParting = ({ owner, kind, weekdaysOnly }: Campaign) => {
  if (kind !== 'call' && !weekdaysOnly) return { days: [] };
  const [start, end] = kind === 'call' ? ['08:00', '21:00'] : ['00:00', '24:00'];
  return {
    timeZone: owner.zone,
    outsideHours: 'REJECT',
    days: DAYS.slice(0, weekdaysOnly ? 5 : 7).map((day) => ({ day, intervals: [{ start, end, cap: null }] })),
  };
};

export const RADIUS_MILES = 35;
/** A campaign for a single campus targets a radius around it. */
export const hasRadius = ({ programs }: Campaign): boolean => {
  const { campus } = programs[0]!;
  return campus.place !== null && programs.every((program) => program.campus === campus);
};

const geoOf = (campaign: Campaign) =>
  hasRadius(campaign)
    ? { mode: 'INCLUDE', radius: { campusKey: campaign.programs[0]!.campus.key, miles: RADIUS_MILES } }
    : {};

const DEGREES = ['BACH', 'MAST', 'DOCT'];
/** Graduate schools require a degree. */
export const asksEducation = ({ client }: Campaign): boolean => client.segment === 'graduate';
/** Every third of the others targets an age range. */
export const ageRange = (campaign: Campaign): readonly [number, number] | null =>
  !asksEducation(campaign) && campaign.key % 3 === 0 ? [18, 55] : null;

const audienceOf = (campaign: Campaign) => {
  const ages = ageRange(campaign);
  const rules = asksEducation(campaign)
    ? [{ attribute: 'highestEducationLevel', operator: 'IN', values: DEGREES, onMissing: 'REJECT' }]
    : [];
  return {
    match: 'ALL',
    rules: ages === null ? rules : [{ attribute: 'age', operator: 'BETWEEN', values: ages, onMissing: 'ACCEPT' }],
  };
};

/** Writes a campaign's audience, area, hours, programs and sources. */
export const targetingOf = ({ sheets }: Builder, campaign: Campaign): void => {
  const { owner, key, partner, goal, programs } = campaign;
  const blocked = partner?.sources.filter(({ blockedFrom }) => blockedFrom !== null) ?? [];
  const chosen = key % 7 === 0 ? (partner?.sources.filter(({ blockedFrom }) => blockedFrom === null) ?? []) : [];
  const mode = chosen.length > 0 ? 'ONLY_LISTED' : blocked.length > 0 ? 'ALL_EXCEPT_LISTED' : 'ALL_APPROVED';
  sheets.put('campaign_targeting', {
    owner_key: owner.key,
    campaign_key: key,
    audience: JSON.stringify(audienceOf(campaign)),
    geo: JSON.stringify(geoOf(campaign)),
    day_parting: JSON.stringify(dayParting(campaign)),
    source_mode: mode,
  });
  if (programs.length < goal.programs.length) {
    for (const program of programs)
      sheets.put('campaign_program', { owner_key: owner.key, campaign_key: key, program_key: program.key });
  }
  for (const source of mode === 'ONLY_LISTED' ? chosen : blocked) {
    sheets.put('campaign_source', {
      owner_key: owner.key,
      campaign_key: key,
      partner_key: source.partnerKey,
      publisher_source_key: source.key,
      action: mode === 'ONLY_LISTED' ? 'ALLOW' : 'BLOCK',
      note: mode === 'ONLY_LISTED' ? '' : 'Blocked by the agency',
    });
  }
};
