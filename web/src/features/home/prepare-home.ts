import {
  type Alert,
  alertDetail,
  alertPath,
  alertTitle,
  type CallResponse,
  type leadRefusals,
  leadReasonText,
  REFUSED_STATUSES,
  type Refusal,
} from '@paceline/contract';
import { pathTo } from '../../lib/address/paths.ts';
import { formatCount, formatPercent } from '../../lib/text/format.ts';

export type Refusals = CallResponse<typeof leadRefusals>;

/** Recent hours in which a cap that opened again is told. */
const REOPENED_HOURS = 24;
const HOUR_MS = 3_600_000;

interface CapLine {
  alertKey: number;
  title: string;
  detail: string;
  ownerName: string;
  href: string;
}
interface CapLines {
  /** Full, with when it opens again. */
  full: CapLine[];
  /** Nearly full. */
  near: CapLine[];
  /** Opened again in the last hours. */
  reopened: CapLine[];
}

const isFull = ({ level }: Alert): boolean => level >= 100;

export const capLines = (alerts: readonly Alert[], write: (instant: string) => string, now: Date): CapLines => {
  const line = (alert: Alert): CapLine => ({
    alertKey: alert.alertKey,
    title: alertTitle(alert, write),
    // A full cap opens when its period ends; one that is not full is open.
    detail: isFull(alert) ? alertDetail(alert, write, now).replace('Resets', 'Opens') : alertDetail(alert, write, now),
    ownerName: alert.ownerName,
    href: `#${alertPath(alert, { group: 'mp', permissions: new Set() })}`,
  });
  const reopened = (alert: Alert): boolean =>
    isFull(alert) &&
    alert.resolvedAt !== null &&
    alert.resolution !== 'REMOVED' &&
    now.getTime() - Date.parse(alert.resolvedAt) < REOPENED_HOURS * HOUR_MS;
  const open = alerts.filter(({ resolvedAt }) => resolvedAt === null);
  return {
    full: open.filter(isFull).map(line),
    near: open.filter((alert) => !isFull(alert)).map(line),
    reopened: alerts.filter(reopened).map(line),
  };
};

/** Share of the posted leads that were refused; null without posts. */
const refusedShare = ({ posted, refused }: Refusals, which: 'leads' | 'before'): number | null =>
  posted[which] === 0 ? null : refused[which] / posted[which];

export const refusedText = (refusals: Refusals): string => {
  const { posted, refused } = refusals;
  const share = refusedShare(refusals, 'leads');
  if (share === null) return 'No leads posted in these days.';
  const before = refusedShare(refusals, 'before');
  const was = before === null ? '' : `; the 7 days before ${formatPercent(before)}`;
  return `${formatCount(refused.leads)} of ${formatCount(posted.leads)} posted leads refused (${formatPercent(share)})${was}.`;
};

/** "12 more", "3 fewer", "as many". */
export const trendText = ({ leads, before }: Refusal): string => {
  const difference = leads - before;
  if (difference === 0) return 'as many';
  return difference > 0 ? `${formatCount(difference)} more` : `${formatCount(-difference)} fewer`;
};

export const reasonHref = ({ reason }: Refusal, days: NonNullable<Refusals['days']>): string => {
  const search = new URLSearchParams({ status: REFUSED_STATUSES.join(','), reason, ...days });
  return `#${pathTo('mpLeads')}?${search.toString()}`;
};

export const reasonText = ({ reason }: Refusal): string => leadReasonText(reason);
