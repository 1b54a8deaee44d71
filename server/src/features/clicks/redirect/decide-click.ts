import { type ClickStatus, type UsState } from '@paceline/contract';
import { campaignStatus } from '../../../shared/campaign-status/campaign-status.rules.ts';
import { type StatusClock } from '../../../shared/campaign-status/status-clock.rules.ts';
import { type CheckInput, type CheckResult } from '../../../shared/intake/check.ts';
import { audience } from '../../../shared/intake/checks/audience.ts';
import { campaignOpen } from '../../../shared/intake/checks/campaign-open.ts';
import { isTargetedState } from '../../../shared/intake/checks/geo.ts';
import { hours } from '../../../shared/intake/checks/hours.ts';
import { isAcceptedCountry } from '../../../shared/intake/checks/ip-country.ts';
import { source } from '../../../shared/intake/checks/source.ts';
import { cappedHoursAt, hardCounters } from '../../../shared/intake/counters.ts';
import { findSource } from '../../../shared/intake/placement.rules.ts';
import { readPost } from '../../../shared/intake/read-post.ts';
import { type LoadedRules } from '../../../shared/intake/rules-cache.ts';

interface Visit {
  isTester: boolean;
  isProgram: boolean;
  /** Null where the table of countries lacks the address. */
  country: string | null;
  /** Null where the table has no state for the address. */
  state: UsState | null;
  device: string;
  source: string;
}

const NO_UNITS = { month: 0, week: 0, day: 0, hours: 0, source: 0, program: 0, goalSpent: 0 };
const NO_SKIPS: CheckInput['skips'] = new Set();

/** A held lead is taken later: only a rule that would refuse the lead refuses the click. */
const refuses = (result: CheckResult): boolean => result.outcome === 'failed' && result.status !== 'HLD';

/** Of a campaign's audience a click reveals only the device. All rules must hold, so this one alone can refuse. */
const isOutsideDevices = (result: CheckResult): boolean =>
  result.outcome === 'failed' && result.reasons.some(({ field }) => field === 'deviceType');

const closedStatus = (result: CheckResult): ClickStatus | null => {
  if (result.outcome !== 'failed') return null;
  return result.reasons.some(({ code }) => code === 'ENDED') ? 'EXPIRED' : 'PAUSED';
};

/**
 * The status of a click, except for counters: repeats and caps are checked by the statement that stores it. The rules are those of leads,
 * applied to the data of a click.
 */
export const decideClick = ({ rules, status }: LoadedRules, clock: StatusClock, visit: Visit): ClickStatus => {
  if (visit.isTester) return 'TEST';
  if (visit.isProgram) return 'PROXY_BOT';
  const { now } = clock;
  const read = readPost({ publisherSource: visit.source, deviceType: visit.device }, rules, now, { partial: true });
  if ('errors' in read) return 'SOURCE_BLOCKED';
  const input: CheckInput = {
    lead: read.lead,
    rules,
    lookups: { status: campaignStatus(status, clock), earlier: null, counters: [], verified: new Map() },
    now,
    partial: true,
    skips: NO_SKIPS,
  };
  const closed = closedStatus(campaignOpen.run(input));
  if (closed !== null) return closed;
  if (!isAcceptedCountry(rules, visit.country)) return 'COUNTRY';
  if (visit.state !== null && !isTargetedState(rules, visit.state)) return 'REGION';
  if (isOutsideDevices(audience.run(input))) return 'DEVICE';
  if (refuses(source.run(input))) return 'SOURCE_BLOCKED';
  return refuses(hours.run(input)) ? 'DAY_PART' : 'VALID';
};

/** The caps that would refuse its lead; null for each that does not exist. */
export interface ClickCaps {
  month: number | null;
  week: number | null;
  day: number | null;
  hours: number | null;
  hoursFrom: Date | null;
  source: number | null;
  goal: number | null;
}
const NO_CAPS: ClickCaps = {
  month: null,
  week: null,
  day: null,
  hours: null,
  hoursFrom: null,
  source: null,
  goal: null,
};

export const capsOfClick = ({ rules, status }: LoadedRules, clock: StatusClock, tag: string): ClickCaps => {
  // Other campaigns go on beyond their caps, with leads held or unpaid.
  if (rules.campaign.overDelivery !== 'REJECT') return NO_CAPS;
  const open = cappedHoursAt(rules.dayParting, clock.now, rules.owner.zone);
  const place = { clock, hours: open, source: findSource(rules, { publisherSource: tag }), program: null };
  const caps = hardCounters(NO_UNITS, { plan: status.plan, goal: status.goal, ...place });
  const capOf = (reason: (typeof caps)[number]['reason']) => caps.find((cap) => cap.reason === reason)?.cap ?? null;
  return {
    month: capOf('CAP_MONTHLY'),
    week: capOf('CAP_WEEKLY'),
    day: capOf('CAP_DAILY'),
    hours: capOf('CAP_INTERVAL'),
    hoursFrom: open?.from ?? null,
    source: capOf('CAP_SOURCE'),
    goal: capOf('CAP_GOAL_DOLLAR'),
  };
};
