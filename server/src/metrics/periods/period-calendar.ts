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
  /** Complete days that projections are based on. */
  window: ProjectionWindow;
  /** Eligible days of the month as planned on the 1st. */
  plannedDays: number;
}

/** Stored schedule of a campaign. */
type ScheduleRow = Pick<CampaignRow, 'startDate' | 'endDate' | 'activatedAt' | 'deletedAt' | 'dayParting'>;
export type Pause = Pick<PauseRow, 'startsOn' | 'endsOn' | 'setAt' | 'cancelledAt'>;

/** Recorded history of a campaign's days. */
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

/** A pause as it took effect: not before it was set, and no longer than until it was ended. */
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

/** A source's view of a month; sources differ only in how far they are loaded. */
export interface SourceMonth {
  base: MonthBase;
  /** The source's last complete day, in the month or before it. */
  lastLoaded: Day;
}

/** First of `days` days ending on `end`. */
export const lookBackOf = (end: Day, days: number): Day => end.subtract({ days: days - 1 });

/** Earliest day that any calculation of the month needs. */
export const lookBackStart = ({ base, lastLoaded }: SourceMonth): Day => {
  const back = lookBackOf(base.done > 0 ? base.through : lastLoaded, LOOK_BACK_DAYS);
  return isBefore(back, base.days.from) ? back : base.days.from;
};

const datesOf = (row: ScheduleRow) => ({
  startDate: dayOf(row.startDate),
  endDate: row.endDate === null ? null : dayOf(row.endDate),
});

/** Whether a campaign could accept anything on a day, judged from its rows; past days from its history. */
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
  // The log entry of a past day has priority over later changes.
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
/** Cache limit; further calendars are calculated each time. */
const MAX_CALENDARS = 5_000;

/**
 * Calendars of a source's campaigns. Most campaigns began long ago, without end or pause, and share a cached calendar: the cache key
 * contains everything that affects their days.
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

/** Maximum cached months, most recently used: a month is usually requested again, and its calendar is valid until the day ends. */
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
  // Moves the entry to the end, so that it is evicted last.
  remembered.delete(key);
  remembered.set(key, entry);
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_MONTHS && oldest !== undefined) remembered.delete(oldest);
  return entry;
};

/** Sources loaded through the same day share the same month. */
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
