import { type Builder } from './build-organisation.ts';
import { type Campaign } from './model.ts';

const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Calls within the hours in which one may call; some partners take the weekend off. */
const dayParting = ({ owner, kind, weekdaysOnly }: Campaign) => {
  if (kind !== 'call' && !weekdaysOnly) return { days: [] };
  const [start, end] = kind === 'call' ? ['08:00', '21:00'] : ['00:00', '24:00'];
  return {
    timeZone: owner.zone,
    outsideHours: 'REJECT',
    days: DAYS.slice(0, weekdaysOnly ? 5 : 7).map((day) => ({ day, intervals: [{ start, end, cap: null }] })),
  };
};

const geoOf = ({ programs }: Campaign) => {
  const { campus } = programs[0]!;
  if (campus.place === null || programs.some((program) => program.campus !== campus)) return {};
  return { mode: 'INCLUDE', radius: { campusKey: campus.key, miles: 35 } };
};

const audienceOf = ({ client }: Campaign, index: number) => ({
  match: 'ALL',
  rules:
    client.segment === 'graduate'
      ? [{ attribute: 'highestEducationLevel', operator: 'IN', values: ['BACH', 'MAST', 'DOCT'], onMissing: 'REJECT' }]
      : index % 3 === 0
        ? [{ attribute: 'age', operator: 'BETWEEN', values: [18, 55], onMissing: 'ACCEPT' }]
        : [],
});

/** Whom, where, when, for which programs and from which sources. */
export const targetingOf = ({ sheets }: Builder, campaign: Campaign): void => {
  const { owner, key, partner, goal, programs } = campaign;
  const blocked = partner?.sources.filter(({ blockedFrom }) => blockedFrom !== null) ?? [];
  const chosen =
    key % 7 === 0 ? (partner?.sources.filter(({ blockedFrom }) => blockedFrom === null).slice(0, 6) ?? []) : [];
  const mode = chosen.length > 0 ? 'ONLY_LISTED' : blocked.length > 0 ? 'ALL_EXCEPT_LISTED' : 'ALL_APPROVED';
  sheets.put('campaign_targeting', {
    owner_key: owner.key,
    campaign_key: key,
    audience: JSON.stringify(audienceOf(campaign, key)),
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
