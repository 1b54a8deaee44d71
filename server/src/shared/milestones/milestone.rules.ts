import {
  FUTURE_MILESTONES,
  LEAD_STATUSES,
  type LeadStatus,
  mayHaveMilestones,
  type Milestone,
  MILESTONE_LIMITS,
} from '@paceline/contract';

const DAY_MS = 86_400_000;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

interface Reported {
  code: Milestone;
  day: string;
  /** The lead's own day, where the lead is known, and the current day, both in the owner's time zone. */
  capturedDate: string | null;
  today: string;
}

/** Why a milestone cannot have happened on that day. Allows one day of clock difference between two systems. */
export const dayProblem = ({ code, day, capturedDate, today }: Reported): string | null => {
  if (capturedDate !== null && day < dayAfter(capturedDate, -1)) return `is before the lead came, on ${capturedDate}.`;
  const isAgreed = FUTURE_MILESTONES.includes(code);
  if (!isAgreed && day > dayAfter(today, 1)) return 'is in the future.';
  return day > dayAfter(today, MILESTONE_LIMITS.aheadDays) ? 'is more than three years ahead.' : null;
};

/** Why a lead cannot have milestones. */
export const statusProblem = (status: LeadStatus): string | null =>
  mayHaveMilestones(status)
    ? null
    : `The lead is ${LEAD_STATUSES[status].label}: only delivered leads have milestones.`;
