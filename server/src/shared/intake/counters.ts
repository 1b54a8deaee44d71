import { type DayParting, effectivePlan, minutesOf, WEEKDAYS, weekPartCap } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { type StatusInput } from '../campaign-status/campaign-status.rules.ts';
import { type StatusClock } from '../campaign-status/status-clock.rules.ts';
import { type RuleProgram, type RuleSource } from './campaign-rules.ts';
import { type Counter } from './check.ts';

/** The currently open hours, where they have a cap of their own. */
interface CappedHours {
  from: Date;
  until: Date;
  cap: number;
}

const instantOf = (at: Temporal.ZonedDateTime): Date => new Date(at.epochMilliseconds);

export const cappedHoursAt = (hours: DayParting | null, now: Date, ownerZone: string): CappedHours | null => {
  if (hours === null || !hours.days.some(({ intervals }) => intervals.some(({ cap }) => cap !== null))) return null;
  const zone = hours.timeZone ?? ownerZone;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const minute = local.hour * 60 + local.minute;
  const open = hours.days
    .filter(({ day }) => day === WEEKDAYS[local.dayOfWeek - 1])
    .flatMap(({ intervals }) => intervals)
    .find(({ start, end }) => minutesOf(start) <= minute && minute < minutesOf(end));
  if (open === undefined || open.cap === null) return null;
  const at = (time: string): Date => {
    const minutes = minutesOf(time);
    const day = minutes === 24 * 60 ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate();
    const wall = day.toPlainDateTime({ hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 });
    return instantOf(wall.toZonedDateTime(zone));
  };
  return { from: at(open.start), until: at(open.end), cap: open.cap };
};

/** Usage counts; 0 where there is no cap. */
export interface UsedUnits {
  month: number;
  week: number;
  day: number;
  hours: number;
  source: number;
  program: number;
  /** Amount the line item has cost its client in the month. */
  goalSpent: number;
}

interface CapSituation {
  plan: StatusInput['plan'];
  goal: StatusInput['goal'];
  clock: StatusClock;
  hours: CappedHours | null;
  source: RuleSource | null;
  program: RuleProgram | null;
}

export const CAP_LABELS = {
  goal: 'Goal budget',
  month: 'Monthly cap',
  week: 'Weekly cap',
  day: 'Daily cap',
  hours: 'Cap of these hours',
  source: 'Monthly cap of the source',
  program: 'Monthly cap of the program',
} as const;

/** Every hard cap a lead would use, widest first: a full month is more informative than a full day. */
export const hardCounters = (
  used: UsedUnits,
  { plan, goal, clock, hours, source, program }: CapSituation,
): Counter[] => {
  const caps = plan === null ? null : effectivePlan(plan);
  const counter = (
    label: keyof typeof CAP_LABELS,
    reason: Counter['reason'],
    count: number,
    cap: number | null | undefined,
    resetsAt: Date,
  ): Counter[] =>
    cap === null || cap === undefined ? [] : [{ label: CAP_LABELS[label], reason, used: count, cap, resetsAt }];
  const { nextMonth, nextWeek, nextDay, week } = clock;
  const spendGoal = goal?.hardCap === true ? goal.spendGoal : null;
  return [
    ...counter('goal', 'CAP_GOAL_DOLLAR', used.goalSpent, spendGoal, nextMonth),
    ...counter('month', 'CAP_MONTHLY', used.month, caps?.monthly, nextMonth),
    ...counter('week', 'CAP_WEEKLY', used.week, weekPartCap(caps?.weekly ?? null, week.days), nextWeek),
    ...counter('day', 'CAP_DAILY', used.day, caps?.daily, nextDay),
    ...counter('hours', 'CAP_INTERVAL', used.hours, hours?.cap, hours?.until ?? nextDay),
    ...counter('source', 'CAP_SOURCE', used.source, source?.monthlyCap, nextMonth),
    ...counter('program', 'CAP_MONTHLY', used.program, program?.monthlyCap, nextMonth),
  ];
};
