import { LIMITS } from '@paceline/contract';

const MINUTE = 60_000;
/** Without input for this long, nobody is there to renew the session for. */
export const IDLE_MS = 60 * MINUTE;
/** Renewed a little before the expiry date, because a page that is reloaded after it signs out. */
const LEAD_MS = MINUTE;
const RETRY_MS = 15_000;
const MARGIN_MS = LIMITS.tokenMarginSeconds * 1000;

export interface Moment {
  now: number;
  tokensExpiryDate: number;
  /** When this tab got the tokens. */
  renewedAt: number;
  lastInputAt: number;
  /** When a renewal last failed; null if the last one did not. */
  failedAt: number | null;
}

type Step = { do: 'wait'; ms: number } | { do: 'refresh' } | { do: 'end' };

const dueAt = ({ tokensExpiryDate, renewedAt, failedAt }: Moment): number => {
  if (failedAt !== null) return failedAt + RETRY_MS;
  const lifetime = tokensExpiryDate - renewedAt;
  // At the end of its longest life a session is renewed for less than the margin: asking again at once would never end.
  return lifetime <= 0 ? renewedAt + RETRY_MS : tokensExpiryDate - Math.min(LEAD_MS, lifetime / 4);
};

/**
 * What is to be done for the session at a moment. The tokens work for the margin beyond their expiry date: as long as that
 * lasts, a session that nobody could renew is kept, and somebody who comes back within the idle limit finds it.
 */
export const nextStep = (moment: Moment): Step => {
  const { now, tokensExpiryDate, lastInputAt, failedAt } = moment;
  const endsAt = tokensExpiryDate + MARGIN_MS;
  const isActive = now - lastInputAt < IDLE_MS;
  if (now >= endsAt && (!isActive || failedAt !== null)) return { do: 'end' };
  const due = dueAt(moment);
  if (now >= due && isActive) return { do: 'refresh' };
  return { do: 'wait', ms: Math.max((isActive ? due : endsAt) - now, 0) };
};
