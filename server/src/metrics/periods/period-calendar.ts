import { type DayParting, WEEKDAYS } from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';
import {
  type ClosedSpan,
  type EligibleDays,
  eligibility,
  eligibleDays,
  LOOK_BACK_DAYS,
  type OpenWeekdays,
  pauseOfDays,
  projectionDays,
} from '../days/eligible-days.ts';
import { type ProjectionWindow } from '../days/pacing.rules.ts';
import { isOpenOn } from '../stored-days/open-days.ts';
import { type OpenDays } from '../stored-days/stored-days.queries.ts';
import { type CampaignRow, type PauseRow, type Throughs } from './period.queries.ts';
import { type Day, dayOf, daysOf, instantsOf, isBefore, type MonthBase, monthBase } from './periods.ts';

/** The days of one campaign in a month. */
export interface CampaignCalendar {
  days: EligibleDays;
  /** The complete days that projections go by. */
  window: ProjectionWindow;
  /** Eligible days of the month as they were planned on the 1st. */
  plannedDays: number;
}

/** When a campaign could take anything, as it is stored. */
type ScheduleRow = Pick<CampaignRow, 'startDate' | 'endDate' | 'activatedAt' | 'deletedAt' | 'dayParting'>;
export type Pause = Pick<PauseRow, 'startsOn' | 'endsOn' | 'setAt' | 'cancelledAt'>;

/** What is on record about a campaign's days. */
interface CampaignLog {
  pauses: readonly Pause[];
  logged: readonly OpenDays[];
}

const openWeekdaysOf = (dayParting: DayParting | null): OpenWeekdays =>
  dayParting === null
    ? null
    : new Set(
        dayParting.days.filter(({ intervals }) => intervals.length > 0).map(({ day }) => WEEKDAYS.indexOf(day) + 1),
      );

const EVER = new Date(0);
const plannedSpan = ({ startsOn, endsOn }: Pause, zone: string): ClosedSpan => {
  const { from, before } = pauseOfDays({ from: dayOf(startsOn), to: dayOf(endsOn ?? startsOn) }, zone);
  return { from, before: endsOn === null ? null : before };
};

/** A pause as it happened: from when it was set at the earliest, and no longer than until somebody ended it. */
const happenedSpan = (pause: Pause, zone: string): ClosedSpan => {
  const { from, before } = plannedSpan(pause, zone);
  const ends = [before, pause.cancelledAt].filter((end) => end !== null).map((end) => end.getTime());
  return {
    from: new Date(Math.max(from.getTime(), pause.setAt.getTime())),
    before: ends.length === 0 ? null : new Date(Math.min(...ends)),
  };
};

const closedBesidePauses = ({ activatedAt, deletedAt }: ScheduleRow): ClosedSpan[] => [
  { from: EVER, before: activatedAt },
  ...(deletedAt === null ? [] : [{ from: deletedAt, before: null }]),
];

const isEmpty = ({ from, before }: ClosedSpan): boolean => before !== null && before <= from;

/** One source's month: how far it is loaded is what tells two of them apart. */
export interface SourceMonth {
  base: MonthBase;
  /** The source's last complete day, in the month or before it. */
  lastLoaded: Day;
}

/** The first of so many days that end on this one. */
export const lookBackOf = (end: Day, days: number): Day => end.subtract({ days: days - 1 });

/** The first day that any question about the month can be about. */
export const lookBackStart = ({ base, lastLoaded }: SourceMonth): Day => {
  const back = lookBackOf(base.done > 0 ? base.through : lastLoaded, LOOK_BACK_DAYS);
  return isBefore(back, base.days.from) ? back : base.days.from;
};

const datesOf = (row: ScheduleRow) => ({
  startDate: dayOf(row.startDate),
  endDate: row.endDate === null ? null : dayOf(row.endDate),
});

/** Whether a campaign could take anything on a day, as far as its rows tell: days that are over by what happened to it. */
export const pastEligibility = (
  row: ScheduleRow,
  pauses: readonly Pause[],
  zone: string,
  today: Day,
): ((day: Day) => boolean) => {
  const openWeekdays = openWeekdaysOf(row.dayParting);
  const dates = datesOf(row);
  const beside = closedBesidePauses(row);
  const current = pauses.filter(({ cancelledAt }) => cancelledAt === null);
  return eligibility({
    schedule: { ...dates, openWeekdays, pauses: [...beside, ...current.map((pause) => plannedSpan(pause, zone))] },
    history: {
      closed: [...beside, ...pauses.map((pause) => happenedSpan(pause, zone))].filter((span) => !isEmpty(span)),
      dayParting: [{ since: dates.startDate, openWeekdays }],
    },
    zone,
    today,
  });
};

const workOut = (
  row: ScheduleRow,
  { pauses, logged }: CampaignLog,
  { base, lastLoaded }: SourceMonth,
  zone: string,
  today: Day,
): CampaignCalendar => {
  const byRows = pastEligibility(row, pauses, zone, today);
  // What was written down when the day was over holds, whatever has been changed since.
  const isEligible = (day: Day): boolean => isOpenOn(logged, day) ?? byRows(day);
  const turn = instantsOf(base.days, zone).from;
  const knownThen = pauses.filter(
    ({ setAt, cancelledAt }) => setAt < turn && (cancelledAt === null || cancelledAt >= turn),
  );
  const wasPlanned = eligibility({
    schedule: {
      ...datesOf(row),
      openWeekdays: openWeekdaysOf(row.dayParting),
      pauses: knownThen.map((pause) => plannedSpan(pause, zone)),
    },
    history: { closed: [], dayParting: [] },
    zone,
    today: base.days.from,
  });
  return {
    days: eligibleDays(base, today, isEligible),
    window: projectionDays(base.days, base.done > 0 ? base.through : lastLoaded, isEligible),
    plannedDays: daysOf(base.days).filter(wasPlanned).length,
  };
};

type CalendarOf = (row: ScheduleRow, log: CampaignLog) => CampaignCalendar;
/** Beyond as many, those that are met last are worked out anew. */
const MAX_CALENDARS = 5_000;

/**
 * Calendars of a source's campaigns. Most of them began long ago, have no end and no pause, and share one that is worked
 * out once: two share theirs if everything that could tell their days apart is the same.
 */
const makeCalendars = (source: SourceMonth, zone: string, today: Day): CalendarOf => {
  const first = lookBackStart(source);
  const began = instantsOf({ from: first, to: first }, zone).from;
  const [firstDay, lastDay] = [first.toString(), source.base.days.to.toString()];
  const cache = new Map<string, CampaignCalendar>();
  return (row, { pauses, logged }) => {
    let key = row.startDate > firstDay ? row.startDate : '';
    key += `|${row.endDate !== null && row.endDate < lastDay ? row.endDate : ''}`;
    if (row.activatedAt === null || row.activatedAt > began) key += `|active ${String(row.activatedAt?.getTime())}`;
    if (row.deletedAt !== null) key += `|deleted ${row.deletedAt.getTime()}`;
    if (row.dayParting !== null) key += `|${JSON.stringify(row.dayParting.days)}`;
    for (const pause of pauses)
      key += `|${JSON.stringify([pause.startsOn, pause.endsOn, pause.setAt, pause.cancelledAt])}`;
    for (const { from, through, open } of logged) key += `|${from} ${through} ${open}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const calendar = workOut(row, { pauses, logged }, source, zone, today);
    if (cache.size < MAX_CALENDARS) cache.set(key, calendar);
    return calendar;
  };
};

interface SourceCalendars {
  source: SourceMonth;
  calendarOf: CalendarOf;
}

/** The months that were asked for last: whoever looks at one asks for it again, and it holds until the day is over. */
const MAX_MONTHS = 100;
const remembered = new Map<string, SourceCalendars>();

const calendarsOf = (month: Temporal.PlainYearMonth, today: Day, zone: string, lastLoaded: Day): SourceCalendars => {
  const key = [zone, month, today, lastLoaded].join(' ');
  const cached = remembered.get(key);
  const make = (): SourceCalendars => {
    const source = { base: monthBase(month, today, lastLoaded), lastLoaded };
    return { source, calendarOf: makeCalendars(source, zone, today) };
  };
  const entry = cached ?? make();
  // The one that was asked for last is the last to go.
  remembered.delete(key);
  remembered.set(key, entry);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_MONTHS && oldest !== undefined) remembered.delete(oldest);
  return entry;
};

/** Sources that are loaded through the same day see the same month. */
export const makeSources = (month: Temporal.PlainYearMonth, today: Day, zone: string, { usual, late }: Throughs) => {
  const cache = new Map<string, SourceCalendars>();
  const sourceOf = (lastLoaded: Day): SourceCalendars => {
    const cached = cache.get(lastLoaded.toString());
    if (cached) return cached;
    const calendars = calendarsOf(month, today, zone, lastLoaded);
    cache.set(lastLoaded.toString(), calendars);
    return calendars;
  };
  const ofMost = sourceOf(usual);
  return (accountKey: number | null): SourceCalendars => {
    const lastLoaded = accountKey === null ? undefined : late.get(accountKey);
    return lastLoaded === undefined ? ofMost : sourceOf(lastLoaded);
  };
};
