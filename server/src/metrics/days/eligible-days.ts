import { type ProjectionWindow } from './pacing.rules.ts';
import { type Day, type DayRange, daysOf, instantsOf, isAfter, isBefore, type MonthBase } from '../periods/periods.ts';

/** A period in which a campaign accepted nothing, end exclusive; open-ended without an end. */
export interface ClosedSpan {
  from: Date;
  before: Date | null;
}

/** Weekdays (1 is Monday) with an open interval. Null means always open. */
export type OpenWeekdays = ReadonlySet<number> | null;

export interface CampaignSchedule {
  startDate: Day | null;
  endDate: Day | null;
  /** Current and scheduled pauses. */
  pauses: readonly ClosedSpan[];
  openWeekdays: OpenWeekdays;
}

/** Recorded history from the status log, independent of the current schedule. */
export interface CampaignHistory {
  /** Every closed period: paused, ended, draft. */
  closed: readonly ClosedSpan[];
  /** Day-parting over time, each from its day until the next one's; always open before the first, and without any. */
  dayParting: readonly { since: Day; openWeekdays: OpenWeekdays }[];
}

interface EligibilityQuestion {
  schedule: CampaignSchedule;
  history: CampaignHistory;
  zone: string;
  /** Earlier days are read from the history; this and later ones from the schedule. */
  today: Day;
}

/** A pause by dates: the last day is included; it resumes at the next midnight. */
export const pauseOfDays = (days: DayRange, zone: string): ClosedSpan => instantsOf(days, zone);

/** Merges touching spans: a day between two of them has no open moment either. */
const merged = (spans: readonly ClosedSpan[]): { from: number; before: number }[] => {
  const times = spans
    .map(({ from, before }) => ({ from: from.getTime(), before: before?.getTime() ?? Infinity }))
    .toSorted((a, b) => a.from - b.from);
  const whole: { from: number; before: number }[] = [];
  for (const span of times) {
    const last = whole.at(-1);
    if (last && span.from <= last.before) last.before = Math.max(last.before, span.before);
    else whole.push(span);
  }
  return whole;
};

const openOn = (day: Day, openWeekdays: OpenWeekdays): boolean =>
  openWeekdays === null || openWeekdays.has(day.dayOfWeek);

const weekdaysAt = (day: Day, dayParting: CampaignHistory['dayParting']): OpenWeekdays =>
  dayParting.findLast(({ since }) => !isAfter(since, day))?.openWeekdays ?? null;

/** Returns whether the campaign could accept anything on a day. */
export const eligibility = ({ schedule, history, zone, today }: EligibilityQuestion): ((day: Day) => boolean) => {
  const planned = merged(schedule.pauses);
  const logged = merged(history.closed);
  const dayParting = history.dayParting.toSorted((a, b) => (isBefore(a.since, b.since) ? -1 : 1));
  const whollyIn = (day: Day, spans: { from: number; before: number }[]): boolean => {
    if (spans.length === 0) return false;
    const { from, before } = instantsOf({ from: day, to: day }, zone);
    return spans.some((span) => span.from <= from.getTime() && span.before >= before.getTime());
  };
  return (day) => {
    if (schedule.startDate && isBefore(day, schedule.startDate)) return false;
    if (schedule.endDate && isAfter(day, schedule.endDate)) return false;
    return isBefore(day, today)
      ? openOn(day, weekdaysAt(day, dayParting)) && !whollyIn(day, logged)
      : openOn(day, schedule.openWeekdays) && !whollyIn(day, planned);
  };
};

export interface EligibleDays {
  /** De, Re and Ne of the formulas. */
  done: number;
  left: number;
  inAll: number;
  /** The days counted in `inAll`. */
  all: readonly Day[];
  /** The days counted in `left`, for weekday weights of a projection. */
  daysLeft: readonly Day[];
  /** From today on: fewer than `left` if a source is late. */
  fromToday: number;
}

export const eligibleDays = (
  base: Pick<MonthBase, 'days' | 'through'>,
  today: Day,
  isEligible: (day: Day) => boolean,
): EligibleDays => {
  const days = daysOf(base.days).filter(isEligible);
  const daysLeft = days.filter((day) => isAfter(day, base.through));
  return {
    done: days.length - daysLeft.length,
    left: daysLeft.length,
    inAll: days.length,
    all: days,
    daysLeft,
    fromToday: daysLeft.filter((day) => !isBefore(day, today)).length,
  };
};

/** For goals, brands and channels: every day of the month counts. */
export const allDays = (base: MonthBase, today: Day): EligibleDays => eligibleDays(base, today, () => true);

const MIN_DAYS = 14;
export const LOOK_BACK_DAYS = 35;

/**
 * Complete days that a projection is based on: the month's days on which the campaign ran, or the last fourteen, across months, whichever
 * are more. `through` is the last complete day; none is older than five weeks.
 */
export const projectionDays = (month: DayRange, through: Day, isEligible: (day: Day) => boolean): ProjectionWindow => {
  const lookBack = lookBacks.get(through) ?? { from: through.subtract({ days: LOOK_BACK_DAYS - 1 }), to: through };
  lookBacks.set(through, lookBack);
  const days = daysOf(lookBack).filter(isEligible);
  const ofMonth = days.filter((day) => !isBefore(day, month.from));
  const before = days.slice(0, days.length - ofMonth.length);
  return { ofMonth, before: ofMonth.length < MIN_DAYS ? before.slice(ofMonth.length - MIN_DAYS) : [] };
};
const lookBacks = new WeakMap<Day, DayRange>();
