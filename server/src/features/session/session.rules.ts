import { LIMITS } from '@paceline/contract';

const MINUTE = 60_000;
const IDLE_MS = 60 * MINUTE;
const ABSOLUTE_MS = 12 * 60 * MINUTE;
/** Tokens of other clients than browsers are bound to no cookie, and expire sooner for it. */
const UNBOUND_ABSOLUTE_MS = 4 * 60 * MINUTE;
/** Tabs renew at the same moment: a second renewal within this time gets the first one's tokens. */
const GRACE_MS = 20_000;

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
const after = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

export const sessionExpiry = (startedAt: Date, bound: boolean): Date =>
  after(startedAt, bound ? ABSOLUTE_MS : UNBOUND_ABSOLUTE_MS);

/** Neither token outlives its session; a refresh token expires after an hour without use. */
export const tokenExpiries = (issuedAt: Date, sessionExpiresAt: Date): { access: Date; refresh: Date } => ({
  access: earlier(after(issuedAt, LIMITS.tokenExpirySeconds * 1000), sessionExpiresAt),
  refresh: earlier(after(issuedAt, IDLE_MS), sessionExpiresAt),
});

type RefreshVerdict = 'renew' | 'repeat' | 'reuse' | 'expired';

export interface PresentedToken {
  usedAt: Date | null;
  expiresAt: Date;
  sessionExpiresAt: Date;
  sessionEndedAt: Date | null;
}

/** The verdict on a presented refresh token. One that was used before, outside the grace period, may be stolen. */
export const judgeRefresh = (token: PresentedToken, now: Date): RefreshVerdict => {
  if (token.sessionEndedAt !== null || token.sessionExpiresAt <= now) return 'expired';
  if (token.usedAt !== null) return now.getTime() - token.usedAt.getTime() <= GRACE_MS ? 'repeat' : 'reuse';
  return token.expiresAt <= now ? 'expired' : 'renew';
};
