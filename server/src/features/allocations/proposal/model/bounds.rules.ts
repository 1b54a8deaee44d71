import { type AllocationMonth, type CampaignRow, effectivePlan, type MonthPlan } from '@paceline/contract';

/** The reason for a campaign's upper or lower bound. */
type BoundReason =
  | 'capacity'
  | 'noCapacity'
  | 'clientApproved'
  | 'dailyCap'
  | 'yourCap'
  | 'yourFloor'
  | 'delivered'
  | 'stopped'
  | 'dearer'
  | 'none';

export interface Bounds {
  before: number;
  least: number;
  leastBy: BoundReason;
  most: number;
  mostBy: BoundReason;
}

interface BoundsInput {
  row: CampaignRow;
  month: AllocationMonth;
  plan: MonthPlan;
  before: number;
  /** Valid leads of the month so far, including today. */
  delivered: number;
  /** The most delivered in one of the last months; 0 without any. */
  best: number;
  limit: { floor?: number | undefined; cap?: number | undefined } | undefined;
}

const OVER: ReadonlySet<string> = new Set(['ENDED', 'DRAFT', 'DELETED']);
/** Statuses in which a campaign takes no leads, whatever its allocation. */
const STOPPED: ReadonlySet<string> = new Set(['PARTNER_INACTIVE', 'IO_PENDING']);
/** Statuses that count for the running month only; for a future month the days count on which a campaign can run. */
const STOPPED_NOW: ReadonlySet<string> = new Set(['PAUSED', 'NO_ALLOCATION', 'GOAL_CAP']);
/** Without a stated capacity of the partner: at most this multiple of its best month. */
const GROWTH = 1.25;

/** Why a proposal leaves the campaign out; null where it may change it. */
export const leftAlone = (row: CampaignRow, before: number | null): string | null => {
  if (!row.basis.isPpl) return 'has a budget in dollars, not an allocation';
  if (OVER.has(row.subStatus)) return row.subStatus === 'DRAFT' ? 'draft' : 'ended';
  if (before === null) return 'no allocation is set: it has no cap';
  if (before === 0) return 'closed: its allocation is 0';
  return row.basis.price ? null : 'no price';
};

export const isStopped = ({ subStatus, basis }: CampaignRow, month: AllocationMonth): boolean =>
  STOPPED.has(subStatus) ||
  (month === 'current' && STOPPED_NOW.has(subStatus)) ||
  basis.daysInAll - basis.daysDone <= 0;

/** The range of units for a campaign. One already above a limit may stay there, but not rise. */
export const boundsOf = ({ row, month, plan, before, delivered, best, limit }: BoundsInput): Bounds => {
  const { capacity, daily } = effectivePlan(plan);
  const approved = plan.clientMonthlyAllocation;
  const soFar = month === 'current' ? delivered : 0;
  const daysLeft = row.basis.daysInAll - row.basis.daysDone;
  const limits: [BoundReason, number][] = [];
  if (isStopped(row, month)) limits.push(['stopped', 0]);
  if (capacity === null) limits.push(['noCapacity', Math.ceil(GROWTH * Math.max(best, before))]);
  else limits.push(['capacity', capacity]);
  if (approved !== null) limits.push(['clientApproved', approved]);
  if (daily !== null) limits.push(['dailyCap', soFar + daily * Math.max(0, daysLeft)]);
  const [mostBy, lowest] = limits.reduce((a, b) => (b[1] < a[1] ? b : a));
  const most = Math.max(before, lowest);
  const least = Math.min(before, soFar);
  const isFloored = limit?.floor !== undefined && limit.floor > least;
  const isCapped = limit?.cap !== undefined && limit.cap < most;
  return {
    before,
    least: isFloored ? (limit.floor ?? least) : least,
    leastBy: isFloored ? 'yourFloor' : soFar > 0 ? 'delivered' : 'none',
    most: isCapped ? (limit.cap ?? most) : most,
    mostBy: isCapped ? 'yourCap' : mostBy,
  };
};

const REASONS: Readonly<Partial<Record<BoundReason, (units: number) => string>>> = {
  capacity: (units) => `its capacity of ${units}`,
  noCapacity: (units) => `${units}, a quarter above its best month (its partner has stated no capacity)`,
  clientApproved: (units) => `the ${units} that the client has approved`,
  dailyCap: (units) => `the ${units} that its daily cap lets in`,
  yourCap: (units) => `your cap of ${units}`,
  yourFloor: (units) => `your floor of ${units}`,
  delivered: (units) => `the ${units} that are delivered already`,
  dearer: (units) => `the ${units} it has: it costs more than the others`,
  stopped: (units) => `the ${units} it has: it takes no leads now`,
};
export const boundWords = (by: BoundReason, units: number): string => REASONS[by]?.(units) ?? `${units}`;

/** A floor above a ceiling, in words; null where both can be kept. */
export const contradiction = ({ least, leastBy, most, mostBy }: Bounds): string | null =>
  least > most ? `${sentence(boundWords(leastBy, least))} is above ${boundWords(mostBy, most)}.` : null;

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
