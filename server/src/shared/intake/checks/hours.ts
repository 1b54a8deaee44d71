import { type DayParting, WEEKDAYS } from '@paceline/contract';
import { hoursAt, isOpenAt } from '../../campaign-status/day-parting.rules.ts';
import { zoneOfZip } from '../../../lib/zips/zip-zone.ts';
import { type Check, type CheckInput } from '../check.ts';
import { failed, momentWords, OFF, opensWords, PASSED } from './check-results.ts';

/** Federal calling hours, in the called person's time zone. */
const CALLING_DAYS: DayParting['days'] = WEEKDAYS.map((day) => ({
  day,
  intervals: [{ start: '08:00', end: '21:00', cap: null }],
}));

/** The campaign's hours; for a call center without any, the legal calling hours. */
export const campaignHours = ({ rules, lead }: Pick<CheckInput, 'rules' | 'lead'>): DayParting | null => {
  if (rules.dayParting !== null || rules.campaign.leadSourceType !== 'Call Center') return rules.dayParting;
  const timeZone = lead.zip === null ? null : zoneOfZip(lead.zip);
  return { timeZone, outsideHours: 'REJECT', days: CALLING_DAYS };
};

/** The campaign's hours, and the client's office hours, which can only narrow them. */
const weeksOf = (input: CheckInput): DayParting[] =>
  [campaignHours(input), input.rules.criteria.hours].filter(
    (week) => week !== null && week.days.length > 0,
  ) as DayParting[];

/** Enough steps for any two weeks of six intervals a day to overlap, or never to. */
const MAX_STEPS = 100;

/** When all of them are next open; null if never. */
const opensAt = (weeks: readonly DayParting[], now: Date, zone: string): Date | null => {
  let at = now;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const closed = weeks.find((week) => !isOpenAt(week, at, zone));
    if (closed === undefined) return at;
    const { changesAt } = hoursAt(closed, at, zone);
    if (changesAt === null) return null;
    at = changesAt;
  }
  return null;
};

const intervalsWords = (week: DayParting): string =>
  week.days
    .filter(({ intervals }) => intervals.length > 0)
    .map(({ day, intervals }) => `${day} ${intervals.map(({ start, end }) => `${start}–${end}`).join(', ')}`)
    .join('; ');

export const hours: Check = {
  id: 'hours',
  title: 'Day-parting',
  run: (input) => {
    const { rules, now } = input;
    const weeks = weeksOf(input);
    if (weeks.length === 0) return OFF;
    const { zone } = rules.owner;
    const closed = weeks.filter((week) => !isOpenAt(week, now, zone));
    if (closed.length === 0) return PASSED;
    const status = closed.every(({ outsideHours }) => outsideHours === 'HOLD') ? 'HLD' : 'CLS';
    const message = `Outside hours${opensWords(opensAt(weeks, now, zone), zone)}.`;
    return failed(status, { code: 'DAY_PART', field: null, message });
  },
  explain: (input) => {
    const weeks = weeksOf(input);
    if (weeks.length === 0) return { value: null, rule: 'No hours set: always open' };
    const rule = weeks
      .map((week) => `${intervalsWords(week) || 'No hours open'} (${week.timeZone ?? input.rules.owner.zone})`)
      .join(' and ');
    return { value: momentWords(input.now, input.rules.owner.zone), rule };
  },
};
