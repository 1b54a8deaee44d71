import {
  type ClientCriteria,
  LEAD_STATUSES,
  type LeadStatus,
  RETURN_AUTO_ACCEPT,
  RETURN_COMMENT_DAYS,
  RETURN_LAST_DAY,
  type ReturnLimit,
  type ReturnReason,
} from '@paceline/contract';
import { monthWords } from '../../shared/billing/month-words.rules.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The day in a zone, as `2026-11-16`. */
export const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
const shown = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(at);
/** The last day on which a media partner may comment, without counting Saturdays and Sundays. */
export const commentsThrough = (requestedOn: string): string => {
  let at = Date.parse(`${requestedOn}T00:00:00Z`);
  for (let left = RETURN_COMMENT_DAYS; left > 0;) {
    at += DAY_MS;
    if (![0, 6].includes(new Date(at).getUTCDay())) left -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
};

export type ReturnCriteria = ClientCriteria['returns'];
export type ReturnCounts = Pick<ReturnLimit, 'delivered' | 'accepted' | 'open'>;

/** A share of those delivered, rounded up to whole leads, so that a client with few leads may return one, too. */
export const limitOf = ({ maxPercent }: Pick<ReturnCriteria, 'maxPercent'>, counts: ReturnCounts): ReturnLimit => ({
  percent: maxPercent,
  allowed: Math.ceil(Number(((counts.delivered * maxPercent) / 100).toFixed(6))),
  ...counts,
});

/** A lead to be returned, with its client's criteria. */
export interface Returnable {
  status: LeadStatus;
  partnerName: string | null;
  deliveredAt: Date | null;
  /** When the last day to return a lead of its month ends. */
  monthEndsAt: Date;
  month: string;
  timeZone: string;
  /** When an earlier request was declined. */
  declinedAt: Date | null;
  criteria: ReturnCriteria;
}
export interface ReturnWish {
  reason: ReturnReason;
  attempts: number | null;
}

export const windowEndOf = ({ deliveredAt, monthEndsAt, criteria }: Returnable): Date | null =>
  deliveredAt && new Date(Math.min(deliveredAt.getTime() + criteria.windowDays * DAY_MS, monthEndsAt.getTime()));

export interface Refusal {
  message: string;
  /** Whether only the window or the limit is against it, which users with the right may override. */
  canOverride: boolean;
}
const never = (message: string): Refusal => ({ message, canOverride: false });
const unlessOverridden = (message: string): Refusal => ({ message, canOverride: true });

const ruleAgainst = (lead: Returnable, limit: ReturnLimit, now: Date): Refusal | null => {
  const { criteria, month, timeZone, partnerName } = lead;
  const endsAt = windowEndOf(lead);
  if (!criteria.allowReturns) return unlessOverridden('The client’s criteria allow no returns.');
  if (endsAt !== null && now >= endsAt)
    return unlessOverridden(
      `The return window ended on ${shown(new Date(endsAt.getTime() - 1), timeZone)}: ${criteria.windowDays} days after delivery, and never after day ${RETURN_LAST_DAY} of the next month.`,
    );
  const { accepted, open, allowed, percent, delivered } = limit;
  if (accepted + open >= allowed)
    return unlessOverridden(
      `The limit is reached: ${accepted + open} of ${allowed} returns allowed for ${monthWords(month)}, which is ${percent} % of ${delivered} delivered leads of ${partnerName ?? ''}.`,
    );
  return null;
};

/** Why a return cannot be requested; null where it can. */
export const refusalOf = (lead: Returnable, wish: ReturnWish, limit: ReturnLimit, now: Date): Refusal | null => {
  const { status, partnerName, declinedAt, timeZone, criteria } = lead;
  if (status === 'RTR') return never('Its return is requested already.');
  if (status !== 'DLV') return never(`It is ${LEAD_STATUSES[status].label}: only a delivered lead can be returned.`);
  if (partnerName === null) return never('It was not bought from a media partner: there is nobody to return it to.');
  if (declinedAt !== null)
    return never(`Its return was declined on ${shown(declinedAt, timeZone)}: it cannot be requested again.`);
  if (wish.reason === 'NO_CONTACT' && (wish.attempts ?? 0) < criteria.leastAttempts)
    return never(`The reason No contact needs at least ${criteria.leastAttempts} attempts to reach the person.`);
  return ruleAgainst(lead, limit, now);
};

/** Whether the criteria accept it automatically: soon after delivery, for errors in the lead's own data. */
export const isAcceptedAtOnce = (
  { criteria, deliveredAt }: Pick<Returnable, 'criteria' | 'deliveredAt'>,
  { reason }: Pick<ReturnWish, 'reason'>,
  now: Date,
): boolean =>
  criteria.autoApprove &&
  (RETURN_AUTO_ACCEPT.reasons as readonly ReturnReason[]).includes(reason) &&
  deliveredAt !== null &&
  now.getTime() - deliveredAt.getTime() < RETURN_AUTO_ACCEPT.hours * HOUR_MS;
