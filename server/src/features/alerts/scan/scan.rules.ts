import {
  type AlertEnd,
  type AlertKind,
  type AlertSpan,
  CAP_LEVELS,
  effectivePlan,
  type MonthPlan,
  STUCK_LEVELS,
  weekPartCap,
} from '@paceline/contract';
import { type StatusClock } from '../../../shared/campaign-status/status-clock.rules.ts';

/** A cause that exists now. */
export interface FoundCause {
  kind: AlertKind;
  cause: string;
  /** Null: no period of its own; the alert lasts until the cause is gone. */
  period: string | null;
  span: AlertSpan | null;
  level: number;
  campaignKey: number | null;
  goalKey: number | null;
  clientKey: number | null;
  endpointKey: number | null;
  reason: string | null;
  ruleKey: number | null;
  accountKey: number | null;
  used: number;
  most: number | null;
  since: Date | null;
  endsAt: Date | null;
}

export const NOTHING = {
  span: null,
  campaignKey: null,
  goalKey: null,
  clientKey: null,
  endpointKey: null,
  reason: null,
  ruleKey: null,
  accountKey: null,
  most: null,
  since: null,
  endsAt: null,
};

/** The highest level that is reached, exactly: 89 of 100 is not 90 %, 90 of 100 is. In whole cents or units. */
export const capLevel = (used: number, most: number | null): number | null => {
  // Null is no cap, and 0 is closed: neither can be approached.
  if (most === null || most <= 0) return null;
  return CAP_LEVELS.findLast((level) => Math.round(used * 100) * 100 >= Math.round(most * 100) * level) ?? null;
};

export interface CampaignUse extends MonthPlan {
  campaignKey: number;
  usedMonth: number;
  usedWeek: number;
  usedDay: number;
}

export interface BudgetUse {
  goalKey: number;
  spent: number;
  spendGoal: number | null;
}

/** A limit and how much of it is used, near it or not. */
interface Counted {
  kind: 'cap' | 'target' | 'budget';
  span: AlertSpan;
  cause: string;
  campaignKey: number | null;
  goalKey: number | null;
  used: number;
  most: number | null;
  from: string;
  endsAt: Date;
}

export const campaignCounters = (use: CampaignUse, clock: StatusClock): Counted[] => {
  const plan = effectivePlan(use);
  const { campaignKey, usedMonth, usedWeek, usedDay } = use;
  const { days } = clock.week;
  const spans = {
    month: { used: usedMonth, from: clock.month, endsAt: clock.nextMonth },
    week: { used: usedWeek, from: clock.week.from, endsAt: clock.nextWeek },
    day: { used: usedDay, from: clock.today, endsAt: clock.nextDay },
  };
  const counter = (kind: 'cap' | 'target', span: AlertSpan, most: number | null): Counted => ({
    kind,
    span,
    cause: `${kind}:${span}:${campaignKey}`,
    campaignKey,
    goalKey: null,
    most,
    ...spans[span],
  });
  return [
    counter('cap', 'month', plan.monthly),
    counter('cap', 'week', weekPartCap(plan.weekly, days)),
    counter('cap', 'day', plan.daily),
    counter('target', 'month', plan.monthlySoft),
    counter('target', 'week', weekPartCap(plan.weeklySoft, days)),
  ];
};

export const budgetCounter = ({ goalKey, spent, spendGoal }: BudgetUse, clock: StatusClock): Counted => ({
  kind: 'budget',
  span: 'month',
  cause: `budget:month:${goalKey}`,
  campaignKey: null,
  goalKey,
  used: spent,
  most: spendGoal,
  from: clock.month,
  endsAt: clock.nextMonth,
});

/** The limit is part of the period: raising a cap starts a new alert. */
const counterCause = ({ from, ...counter }: Counted): FoundCause[] => {
  const level = capLevel(counter.used, counter.most);
  if (level === null || (counter.kind === 'target' && level < 100)) return [];
  return [{ ...NOTHING, ...counter, level, period: `${from}:${counter.most}` }];
};

/** The causes from one campaign's counters. A target lies below its cap: once the cap is reached, the target is no news. */
export const counterCauses = (counters: readonly Counted[]): FoundCause[] => {
  const openCauses = counters.flatMap(counterCause);
  const full = new Set(openCauses.filter(({ kind, level }) => kind === 'cap' && level === 100).map(({ span }) => span));
  return openCauses.filter(({ kind, span }) => kind !== 'target' || !full.has(span));
};

/** How many units it takes to reach the alert's level. */
export const unitsOfLevel = ({ level, most }: Pick<FoundCause, 'level' | 'most'>): number =>
  Math.ceil(((most ?? 0) * level) / 100);

export interface StuckLeads {
  clientKey: number;
  endpointKey: number | null;
  reason: string;
  leads: number;
  /** Of these, the leads that have waited for more than a day. */
  old: number;
  since: Date;
}

export const stuckCause = ({ clientKey, endpointKey, reason, leads, old, since }: StuckLeads): FoundCause => ({
  ...NOTHING,
  kind: 'stuck',
  cause: `stuck:${endpointKey ?? `none:${clientKey}`}:${reason}`,
  period: null,
  level: old > 0 ? STUCK_LEVELS.ATTENTION : STUCK_LEVELS.WARNING,
  clientKey,
  endpointKey,
  reason,
  used: leads,
  since,
});

export interface OpenBreaker {
  clientKey: number;
  endpointKey: number;
  failures: number;
  openUntil: Date | null;
}

export const breakerCause = ({ clientKey, endpointKey, failures, openUntil }: OpenBreaker): FoundCause => ({
  ...NOTHING,
  kind: 'breaker',
  cause: `breaker:${endpointKey}`,
  period: null,
  level: 1,
  clientKey,
  endpointKey,
  used: failures,
  endsAt: openUntil,
});

export interface DataGap {
  /** Null: the website. */
  accountKey: number | null;
  clientKey: number | null;
  days: number;
  firstDay: string;
}

export const gapCause = ({ accountKey, clientKey, days, firstDay }: DataGap): FoundCause => ({
  ...NOTHING,
  kind: 'dataGap',
  cause: `dataGap:${accountKey ?? 'website'}`,
  period: null,
  level: 1,
  accountKey,
  clientKey,
  reason: firstDay,
  used: days,
});

export interface OpenAlert {
  alertKey: number;
  kind: AlertKind;
  cause: string;
  period: string;
  used: number;
  most: number | null;
  endsAt: Date | null;
  /** Whether the platform account of the alert, if any, is still expected to deliver its days. */
  isExpected: boolean;
}

/** Why an alert that is no longer found has ended. `counter` is the present counter of its cause, undefined if gone. */
export const endOf = (alert: OpenAlert, counter: Counted | undefined, now: Date): AlertEnd => {
  if (alert.kind === 'stuck') return 'CLEARED';
  if (alert.kind === 'breaker') return 'RECOVERED';
  if (alert.kind === 'dataGap') return alert.isExpected ? 'ARRIVED' : 'NOT_EXPECTED';
  if (alert.endsAt !== null && alert.endsAt <= now) return 'RESET';
  if (counter === undefined) return 'REMOVED';
  if (counter.most !== alert.most) return 'LIMIT_CHANGED';
  return alert.kind === 'target' && capLevel(counter.used, counter.most) === 100 ? 'CAP_REACHED' : 'BELOW';
};
