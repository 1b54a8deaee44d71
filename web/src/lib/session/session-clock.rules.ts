import { LIMITS } from '@paceline/contract';

const MINUTE = 60_000;
/** After this long without input the session is no longer renewed. */
export const IDLE_MS = 60 * MINUTE;
/** Renew a little before the expiry date, because a page reloaded after it signs out. */
const LEAD_MS = MINUTE;
const RETRY_MS = 15_000;
const MARGIN_MS = LIMITS.tokenMarginSeconds * 1000;

export interface Moment {
  now: number;
  tokensExpiryDate: number;
  /** When this tab received the tokens. */
  renewedAt: number;
  lastInputAt: number;
  /** When a renewal last failed; null if the last one succeeded. */
  failedAt: number | null;
}

type Step = { do: 'wait'; ms: number } | { do: 'refresh' } | { do: 'end' };

const dueAt = ({ tokensExpiryDate, renewedAt, failedAt }: Moment): number => {
  if (failedAt !== null) return failedAt + RETRY_MS;
  const lifetime = tokensExpiryDate - renewedAt;
  // At the end of its maximum lifetime a session is renewed for less than the margin: retrying at once would never end.
  return lifetime <= 0 ? renewedAt + RETRY_MS : tokensExpiryDate - Math.min(LEAD_MS, lifetime / 4);
};

/**
 * The next step for the session. Tokens stay valid for the margin after their expiry date: within it, a session whose renewal failed is
 * kept for a user who returns before the idle limit.
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
