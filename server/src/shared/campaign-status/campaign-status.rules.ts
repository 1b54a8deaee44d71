import {
  CAMPAIGN_STATUSES,
  type DayParting,
  effectivePlan,
  formatMetricValue,
  type MonthPlan,
  type SubStatus,
  weekPartCap,
} from '@paceline/contract';
import { type StatusClock } from './status-clock.rules.ts';

export interface StatusPause {
  startsOn: string;
  /** Inclusive; null until resumed. */
  endsOn: string | null;
  reason: string;
  cancelledAt: Date | null;
}

/** Everything a campaign's status depends on, besides the clock. */
export interface StatusInput {
  campaign: {
    isPpl: boolean;
    deletedAt: Date | null;
    activatedAt: Date | null;
    startDate: string;
    endDate: string | null;
    /** Missing required parts, by their display names. */
    missing: readonly string[];
  };
  pauses: readonly StatusPause[];
  /** Null where the campaign has no partner. */
  partnerActive: boolean | null;
  /** Null where the partner is not mapped to the client, which blocks nothing. */
  partnerClientStatus: string | null;
  ioRequired: boolean;
  ioAccepted: boolean;
  /** The plan of this month; null where there is none. */
  plan: MonthPlan | null;
  /** Leads that count toward a cap. `week` is counted within the month, like the clock's `week`. */
  counts: { month: number; week: number; day: number };
  goal: { hardCap: boolean; spent: number; spendGoal: number | null } | null;
  dayParting: DayParting | null;
  /** Of the linked platform campaigns: enabled if any of them is. */
  platformStatus: 'ENABLED' | 'PAUSED' | 'REMOVED' | null;
}

export interface StatusReason {
  code: SubStatus;
  message: string;
}

export interface CampaignStatus {
  subStatus: SubStatus;
  /** Every matching status, by priority: the first is the campaign's own. */
  statusReasons: StatusReason[];
  /** Next time the clock alone changes the status. */
  nextChangeAt: Date | null;
}

interface Match extends StatusReason {
  /** When the clock ends it. */
  until: Date | null;
}

const match = (code: SubStatus, message: string, until: Date | null = null): Match => ({ code, message, until });
const reached = (count: number, cap: number | null): cap is number => cap !== null && count >= cap;
const LIVE = match('LIVE', 'Live');

const isSet = ({ cancelledAt, endsOn }: StatusPause, { today }: StatusClock): boolean =>
  cancelledAt === null && (endsOn === null || endsOn >= today);

/** The current pause and the next scheduled one: most campaigns have neither. */
const currentPauses = (pauses: readonly StatusPause[], clock: StatusClock) => {
  let running: StatusPause | undefined;
  let coming: StatusPause | undefined;
  for (const pause of pauses) {
    if (!isSet(pause, clock)) continue;
    if (pause.startsOn <= clock.today) running ??= pause;
    else if (coming === undefined || pause.startsOn < coming.startsOn) coming = pause;
  }
  return { running, coming };
};

const pauseMatch = ({ startsOn, endsOn, reason }: StatusPause, clock: StatusClock): Match => {
  const why = reason === '' ? '' : ` (${reason})`;
  if (startsOn > clock.today) {
    const to = endsOn === null ? 'until resumed' : `to ${clock.writeDay(endsOn)}`;
    return match('PAUSE_SCHEDULED', `Pause set from ${clock.writeDay(startsOn)} ${to}${why}.`);
  }
  const since = `Paused since ${clock.writeDay(startsOn)}${why}`;
  if (endsOn === null) return match('PAUSED', `${since}, until resumed.`);
  const resumes = clock.endOf(endsOn);
  return match('PAUSED', `${since}. Resumes ${clock.writeInstant(resumes)}.`, resumes);
};

const draftMatch = ({ missing }: StatusInput['campaign']): Match =>
  match('DRAFT', missing.length === 0 ? 'Draft: not activated yet.' : `Draft: still missing ${missing.join(', ')}.`);

const dateMatches = ({ campaign }: StatusInput, clock: StatusClock, matches: Match[]): void => {
  const { deletedAt, activatedAt, missing, endDate } = campaign;
  if (deletedAt !== null) matches.push(match('DELETED', `Deleted ${clock.writeInstant(deletedAt)}.`));
  if (activatedAt === null || missing.length > 0) matches.push(draftMatch(campaign));
  if (endDate !== null && endDate < clock.today) {
    matches.push(match('ENDED', `Ended: its end date was ${clock.writeDay(endDate)}.`));
  }
};

const startMatch = (startDate: string, clock: StatusClock): Match => {
  const starts = clock.startOf(startDate);
  return match('SCHEDULED', `Scheduled: starts ${clock.writeInstant(starts)}.`, starts);
};

const partyMatches = (input: StatusInput, clock: StatusClock, matches: Match[]): void => {
  const { partnerActive, partnerClientStatus, plan } = input;
  if (partnerActive === false)
    matches.push(match('PARTNER_INACTIVE', 'Partner inactive: the media partner is deactivated.'));
  else if (partnerClientStatus !== null && partnerClientStatus !== 'ACTIVE') {
    const mapping = partnerClientStatus.toLowerCase();
    matches.push(match('PARTNER_INACTIVE', `Partner inactive: the media partner is ${mapping} for this client.`));
  }
  if (input.ioRequired && !input.ioAccepted) {
    matches.push(match('IO_PENDING', `Awaiting IO: no insertion order is accepted for ${clock.monthName}.`));
  }
  if (!input.campaign.isPpl) return;
  // Next month has another plan, whose effect is not known here.
  if (plan === null) matches.push(match('NO_ALLOCATION', `No allocation for ${clock.monthName} yet.`));
  else if ((plan.userDefinedMonthlyAllocation ?? plan.monthlyAllocation) === 0) {
    matches.push(match('NO_ALLOCATION', `No allocation: the cap for ${clock.monthName} is 0.`));
  }
};

const counter = (rule: string, count: number, cap: number, resets: Date, clock: StatusClock, note = ''): string =>
  `${rule} reached: ${count}/${cap}${note}. Resets ${clock.writeInstant(resets)}.`;

const goalMessage = ({ spent, spendGoal }: { spent: number; spendGoal: number }, clock: StatusClock): string => {
  const dollars = (value: number): string => formatMetricValue({ kind: 'dollar' }, value);
  const amounts = clock.hidesBudget ? '' : `: ${dollars(spent)}/${dollars(spendGoal)}`;
  return `Goal budget reached${amounts}. Resets ${clock.writeInstant(clock.nextMonth)}.`;
};

/** A week that spans two months has a separate cap in each. */
const weekNote = ({ week, monthName }: StatusClock): string =>
  week.days === 7 ? '' : ` for the ${week.days} days of this week in ${monthName}`;

const capMatches = ({ goal, plan, counts }: StatusInput, clock: StatusClock, matches: Match[]): void => {
  if (goal !== null && goal.hardCap && reached(goal.spent, goal.spendGoal)) {
    const { spent, spendGoal } = goal;
    matches.push(match('GOAL_CAP', goalMessage({ spent, spendGoal }, clock), clock.nextMonth));
  }
  if (plan === null) return;
  const { monthly, weekly, daily } = effectivePlan(plan);
  // A month of 0 leads is closed, which "No allocation" says already: its other caps need no mention.
  if (monthly === 0) return;
  if (reached(counts.month, monthly)) {
    const message = counter('Monthly cap', counts.month, monthly, clock.nextMonth, clock);
    matches.push(match('CAP_MONTH', message, clock.nextMonth));
  }
  const week = weekPartCap(weekly, clock.week.days);
  if (reached(counts.week, week)) {
    const message = counter('Weekly cap', counts.week, week, clock.nextWeek, clock, weekNote(clock));
    matches.push(match('CAP_WEEK', message, clock.nextWeek));
  }
  if (reached(counts.day, daily)) {
    matches.push(match('CAP_DAY', counter('Daily cap', counts.day, daily, clock.nextDay, clock), clock.nextDay));
  }
};

const closedMatch = (opensAt: Date | null, clock: StatusClock): Match =>
  opensAt === null
    ? match('OFF_HOURS', 'Outside hours: no hours of the week are open.')
    : match('OFF_HOURS', `Outside hours. Opens ${clock.writeInstant(opensAt)}.`, opensAt);

const softMatch = ({ plan, counts }: StatusInput, clock: StatusClock): Match | null => {
  if (plan === null) return null;
  const { monthly, monthlySoft, weeklySoft } = effectivePlan(plan);
  if (monthly === 0) return null;
  const week = weekPartCap(weeklySoft, clock.week.days);
  const messages: string[] = [];
  if (reached(counts.month, monthlySoft)) {
    messages.push(counter('Monthly target', counts.month, monthlySoft, clock.nextMonth, clock));
  }
  const until = messages.length > 0 ? clock.nextMonth : clock.nextWeek;
  if (reached(counts.week, week)) {
    messages.push(counter('Weekly target', counts.week, week, clock.nextWeek, clock, weekNote(clock)));
  }
  return messages.length === 0 ? null : match('SOFT_CAP', messages.join(' '), until);
};

const earliest = (a: Date | null, b: Date | null): Date | null => {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
};

/** When the clock brings a status with a higher priority than the current one. */
const nextIntrusion = (input: StatusInput, pause: StatusPause | undefined, clock: StatusClock, status: SubStatus) => {
  const { priority } = CAMPAIGN_STATUSES[status];
  const { endDate } = input.campaign;
  let next: Date | null = null;
  if (priority > CAMPAIGN_STATUSES.ENDED.priority && endDate !== null) next = clock.endOf(endDate);
  if (priority > CAMPAIGN_STATUSES.PAUSED.priority && pause !== undefined) {
    next = earliest(next, clock.startOf(pause.startsOn));
  }
  if (priority > CAMPAIGN_STATUSES.OFF_HOURS.priority && input.dayParting !== null) {
    next = earliest(next, clock.hoursOf(input.dayParting).changesAt);
  }
  return next;
};

/** The current status of a campaign, the reasons, and when time alone changes it. */
export const campaignStatus = (input: StatusInput, clock: StatusClock): CampaignStatus => {
  const { campaign, dayParting, platformStatus } = input;
  const matches: Match[] = [];
  dateMatches(input, clock, matches);
  const { running, coming } = currentPauses(input.pauses, clock);
  if (running !== undefined) matches.push(pauseMatch(running, clock));
  if (campaign.startDate > clock.today) matches.push(startMatch(campaign.startDate, clock));
  partyMatches(input, clock, matches);
  capMatches(input, clock, matches);
  const hours = dayParting === null ? null : clock.hoursOf(dayParting);
  if (hours !== null && !hours.open) matches.push(closedMatch(hours.changesAt, clock));
  if (platformStatus === 'PAUSED' || platformStatus === 'REMOVED') {
    matches.push(
      match('PLATFORM_PAUSED', `Paused in platform: the linked campaign is ${platformStatus.toLowerCase()} there.`),
    );
  }
  const soft = softMatch(input, clock);
  if (soft !== null) matches.push(soft);
  if (coming !== undefined) matches.push(pauseMatch(coming, clock));

  const [first = LIVE] = matches;
  return {
    subStatus: first.code,
    statusReasons: (matches.length === 0 ? [LIVE] : matches).map(({ code, message }) => ({ code, message })),
    nextChangeAt: earliest(first.until, nextIntrusion(input, coming, clock, first.code)),
  };
};
