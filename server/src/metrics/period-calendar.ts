import { type Temporal } from 'temporal-polyfill';
import {
  type ClosedSpan,
  type EligibleDays,
  eligibility,
  eligibleDays,
  LOOK_BACK_DAYS,
  type OpenWeekdays,
  pauseOfDays,
  recentEligibleDays,
} from './eligible-days.ts';
import { type CampaignRow, type PauseRow, type Throughs } from './period.queries.ts';
import { type Day, dayOf, daysOf, instantsOf, isBefore, type MonthBase, monthBase } from './periods.ts';

/** The days of one campaign in a month. */
export interface CampaignCalendar {
  days: EligibleDays;
  /** The last complete days on which it ran, at most seven. */
  recentDays: readonly Day[];
  /** Eligible days of the month as they were planned on the 1st. */
  plannedDays: number;
}

/** When a campaign could take anything, as it is stored. */
export type ScheduleRow = Pick<CampaignRow, 'startDate' | 'endDate' | 'activatedAt' | 'deletedAt' | 'openDays'>;
export type Pause = Pick<PauseRow, 'startsOn' | 'endsOn' | 'setAt' | 'cancelledAt'>;

const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const openWeekdaysOf = (days: readonly string[] | null): OpenWeekdays =>
  days === null ? null : new Set(days.map((day) => WEEKDAYS.indexOf(day) + 1));

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

/** The first day that any question about the month can be about. */
export const lookBackStart = ({ base, lastLoaded }: SourceMonth): Day => {
  const end = base.done > 0 ? base.through : lastLoaded;
  const back = end.subtract({ days: LOOK_BACK_DAYS - 1 });
  return isBefore(back, base.days.from) ? back : base.days.from;
};

const workOut = (
  row: ScheduleRow,
  pauses: readonly Pause[],
  { base, lastLoaded }: SourceMonth,
  zone: string,
  today: Day,
): CampaignCalendar => {
  const openWeekdays = openWeekdaysOf(row.openDays);
  const startDate = dayOf(row.startDate);
  const dates = { startDate, endDate: row.endDate === null ? null : dayOf(row.endDate) };
  const beside = closedBesidePauses(row);
  const standing = pauses.filter(({ cancelledAt }) => cancelledAt === null);
  const isEligible = eligibility({
    schedule: { ...dates, openWeekdays, pauses: [...beside, ...standing.map((pause) => plannedSpan(pause, zone))] },
    history: {
      closed: [...beside, ...pauses.map((pause) => happenedSpan(pause, zone))].filter((span) => !isEmpty(span)),
      dayParting: [{ since: startDate, openWeekdays }],
    },
    zone,
    today,
  });
  const turn = instantsOf(base.days, zone).from;
  const knownThen = pauses.filter(
    ({ setAt, cancelledAt }) => setAt < turn && (cancelledAt === null || cancelledAt >= turn),
  );
  const wasPlanned = eligibility({
    schedule: { ...dates, openWeekdays, pauses: knownThen.map((pause) => plannedSpan(pause, zone)) },
    history: { closed: [], dayParting: [] },
    zone,
    today: base.days.from,
  });
  return {
    days: eligibleDays(base, today, isEligible),
    recentDays: recentEligibleDays(base.done > 0 ? base.through : lastLoaded, isEligible),
    plannedDays: daysOf(base.days).filter(wasPlanned).length,
  };
};

/**
 * Calendars of a source's campaigns. Most of them began long ago, have no end and no pause, and share one that is worked
 * out once: two share theirs if everything that could tell their days apart is the same.
 */
export const makeCalendars = (
  source: SourceMonth,
  zone: string,
  today: Day,
): ((row: ScheduleRow, pauses: readonly Pause[]) => CampaignCalendar) => {
  const first = lookBackStart(source);
  const began = instantsOf({ from: first, to: first }, zone).from;
  const [firstDay, lastDay] = [first.toString(), source.base.days.to.toString()];
  const known = new Map<string, CampaignCalendar>();
  return (row, pauses) => {
    const key = JSON.stringify([
      row.startDate > firstDay && row.startDate,
      row.endDate !== null && row.endDate < lastDay && row.endDate,
      row.activatedAt === null || (row.activatedAt > began && row.activatedAt),
      row.deletedAt,
      row.openDays,
      pauses.map((pause) => [pause.startsOn, pause.endsOn, pause.setAt, pause.cancelledAt]),
    ]);
    const calendar = known.get(key) ?? workOut(row, pauses, source, zone, today);
    known.set(key, calendar);
    return calendar;
  };
};

/** Sources that are loaded through the same day see the same month. */
export const makeSources = (month: Temporal.PlainYearMonth, today: Day, zone: string, { usual, late }: Throughs) => {
  const known = new Map<string, { source: SourceMonth; calendarOf: ReturnType<typeof makeCalendars> }>();
  return (accountKey: number | null) => {
    const lastLoaded = (accountKey === null ? undefined : late.get(accountKey)) ?? usual;
    const found = known.get(lastLoaded.toString());
    if (found) return found;
    const source = { base: monthBase(month, today, lastLoaded), lastLoaded };
    const made = { source, calendarOf: makeCalendars(source, zone, today) };
    known.set(lastLoaded.toString(), made);
    return made;
  };
};
