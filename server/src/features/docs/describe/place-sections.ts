import {
  countZips,
  type DayParting,
  geoText,
  isWholeUs,
  type InstructionSection,
  US_STATES,
  type UsState,
  WEEKDAY_NAMES,
  WEEKDAYS,
} from '@paceline/contract';
import { everyZip, zipPlace } from '../../../lib/zips/zips.ts';
import { campaignHours } from '../../../shared/intake/checks/hours.ts';
import { isTakenFrom } from '../../../shared/intake/checks/geo.ts';
import { type CampaignRules } from '../../../shared/intake/campaign-rules.ts';
import { askedAbout, type Describing } from './describing.ts';
import { counted, rowOf, section } from './section.ts';

const stateNames = (states: readonly UsState[]): string =>
  states
    .map((state) => US_STATES[state])
    .toSorted()
    .join(', ');

/** 44101–44105, 44114: consecutive ZIP codes are one range. */
const zipRuns = (zips: readonly string[]): string => {
  const runs: [string, string][] = [];
  for (const zip of zips.toSorted()) {
    const last = runs.at(-1);
    if (last !== undefined && Number(zip) === Number(last[1]) + 1) last[1] = zip;
    else runs.push([zip, zip]);
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');
};

const zipRows = (key: string, label: string, zips: readonly string[]) => {
  const byState = Map.groupBy(zips, (zip) => zipPlace(zip)?.state ?? null);
  return [...byState].map(([state, ofState]) =>
    rowOf(
      `${key} ${state ?? ''}`,
      state === null ? `${label} not known` : `${label} in ${US_STATES[state]}`,
      `${zipRuns(ofState)} (${counted(ofState.length)})`,
    ),
  );
};

/** The service areas of campuses and programs: the campaign's own places can only narrow them. */
const servedRows = ({ programs, campusAreas, programAreas }: CampaignRules) => {
  const campuses = new Map(programs.map(({ campusKey, campusCode }) => [campusKey, campusCode]));
  const areas = [
    ...[...campuses].map(([key, code]) => ({
      key: `campus ${key}`,
      whose: code,
      place: code,
      area: campusAreas.get(key),
    })),
    ...programs.map(({ programKey, code, campusCode }) => ({
      key: `program ${programKey}`,
      whose: `${code} at ${campusCode}`,
      place: campusCode,
      area: programAreas.get(programKey),
    })),
  ];
  return areas.flatMap(({ key, whose, place, area }) =>
    area === undefined
      ? []
      : [
          rowOf(`served ${key}`, `Served by ${whose}`, geoText(area, place)),
          ...zipRows(`served ${key}`, `Served by ${whose}, ZIP codes`, area.zips),
          ...zipRows(`notServed ${key}`, `Not served by ${whose}, ZIP codes`, area.exclude.zips),
        ],
  );
};

/** The accepted places of residence in words: every state by name, every ZIP code. */
export const geographySection = ({ rules }: Describing): InstructionSection => {
  const { geo, criteria, programs } = rules;
  const { statesNotServed } = criteria.eligibility;
  const anything = { programCode: null, campusCode: null };
  const { zips, byState } = countZips((place) => isTakenFrom(rules, anything, place), everyZip());
  const campus = programs.find(({ campusKey }) => campusKey === geo.radius?.campusKey)?.campusCode;
  return section('geography', 'Geography', {
    note: 'The ZIP code decides; the state must be the one that it lies in.',
    columns: ['Place', 'Leads'],
    rows: [
      ...(isWholeUs(geo) ? [rowOf('everywhere', 'Taken from', 'The whole US')] : []),
      ...(geo.states.length > 0 ? [rowOf('states', 'Taken from states', stateNames(geo.states))] : []),
      ...(geo.dmas.length > 0 ? [rowOf('dmas', 'Taken from DMAs', geo.dmas.join(', '))] : []),
      ...(geo.radius === null
        ? []
        : [
            rowOf('radius', 'Taken from around a campus', `${geo.radius.miles} miles around ${campus ?? 'the campus'}`),
          ]),
      ...zipRows('zips', 'Taken from ZIP codes', geo.zips),
      ...(geo.exclude.states.length > 0
        ? [rowOf('notStates', 'Not taken from states', stateNames(geo.exclude.states))]
        : []),
      ...zipRows('notZips', 'Not taken from ZIP codes', geo.exclude.zips),
      ...servedRows(rules),
      ...(statesNotServed.length > 0
        ? [rowOf('notServed', 'Not served by the client', stateNames(statesNotServed))]
        : []),
      rowOf('count', 'ZIP codes in all', `${counted(zips)} in ${counted(byState.size)} states and territories`),
    ],
  });
};

const OUTSIDE = { REJECT: 'refused', HOLD: 'held until it opens' } as const;

const weekRows = (key: string, whose: string, week: DayParting, zone: string) =>
  WEEKDAYS.map((day) => {
    const intervals = week.days.find((one) => one.day === day)?.intervals ?? [];
    const hours = intervals.map(
      ({ start, end, cap }) => `${start}–${end}${cap === null ? '' : `, at most ${counted(cap)} leads`}`,
    );
    return rowOf(
      `${key} ${day}`,
      `${whose}, ${WEEKDAY_NAMES[day]}`,
      hours.length === 0 ? 'Closed' : `${hours.join('; ')} (${zone})`,
      OUTSIDE[week.outsideHours],
    );
  });

export const hoursSection = (describing: Describing): InstructionSection => {
  const { rules } = describing;
  const own = campaignHours(askedAbout(describing));
  const ofClient = rules.criteria.hours;
  // Without hours of its own a call center uses the time zone of the person called.
  const zone = rules.dayParting === null ? 'the person’s own time' : (own?.timeZone ?? rules.owner.zone);
  const rows = [
    ...(own === null || own.days.length === 0 ? [] : weekRows('campaign', 'Campaign', own, zone)),
    ...(ofClient === null || ofClient.days.length === 0
      ? []
      : weekRows('client', 'Client’s office', ofClient, ofClient.timeZone ?? rules.owner.zone)),
  ];
  return section('hours', 'Hours', {
    note: rows.length === 0 ? '' : 'Leads are taken while all of these are open.',
    columns: ['Day', 'Open', 'Outside these hours a lead is'],
    rows: rows.length === 0 ? [rowOf('always', 'Every day', 'Always open', 'taken')] : rows,
  });
};
