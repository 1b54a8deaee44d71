import { timingSafeEqual } from 'node:crypto';
import {
  type ErrorCode,
  LIMITS,
  type LoginResult,
  toPermissionMap,
  USER_TYPES,
  type UserConfig,
} from '@paceline/contract';
import { publicScope } from '../../db/scope/public-scope.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { hashPassword, isOutdated, verifyPassword } from '../../lib/secrets/password.ts';
import { derivedToken, randomToken, sha256 } from '../../lib/secrets/tokens.ts';
import { audit } from '../../shared/audit.ts';
import { getSenderName } from '../../shared/mail-sender.ts';
import { type Mail, queueMail } from '../../shared/mail.ts';
import {
  type Account,
  findAccountByName,
  findRefreshTokenForUpdate,
  getAccount,
  insertSession,
  insertToken,
  listOwners,
  type RefreshToken,
  updateSessionEnded,
  updateTokenUsed,
} from './session.queries.ts';
import { forgiveGuesses, spendGuess } from './guesses.ts';
import { insertUserLogin, replaceKnownDevice, updatePasswordHash } from './password.queries.ts';
import { guesserOf } from './password.service.ts';
import { judgeRefresh, sessionExpiry, tokenExpiries } from './session.rules.ts';

export interface SessionDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
}

interface TokenPair {
  access: string;
  refresh: string;
}

interface Issue {
  sessionKey: number;
  jti: string;
  sessionExpiresAt: Date;
  issuedAt: Date;
}

/** Stores the hashes of a pair and returns the caller's answer. */
const issueTokens = async (tx: Tx, account: Account, pair: TokenPair, issue: Issue): Promise<LoginResult> => {
  const expiries = tokenExpiries(issue.issuedAt, issue.sessionExpiresAt);
  for (const kind of ['access', 'refresh'] as const) {
    const { sessionKey, issuedAt } = issue;
    await insertToken(tx, { hash: sha256(pair[kind]), kind, sessionKey, issuedAt, expiresAt: expiries[kind] });
  }
  return {
    access_token: pair.access,
    refresh_token: pair.refresh,
    token_type: 'bearer',
    expires_in: Math.min(
      LIMITS.tokenExpirySeconds,
      Math.floor((expiries.access.getTime() - issue.issuedAt.getTime()) / 1000),
    ),
    jti: issue.jti,
    userName: account.userName,
    firstName: account.firstName,
    lastName: account.lastName,
    emailId: account.email,
    taclUserKey: account.userKey,
    mustChangePasswordFlag: account.mustChangePassword ? 'y' : 'n',
  };
};

interface SignIn {
  userName: string;
  password: string;
  /** What the device has sent: it says whether the user has signed in from it before. */
  cookie: string | null;
  /** What a browser's tokens are bound to from now on; null for other clients. */
  binding: string | null;
  origin: Origin;
}

export const signIn = async (
  { db, clock }: SessionDeps,
  { userName, password, cookie, binding, origin }: SignIn,
): Promise<LoginResult> => {
  // The hash is checked between two transactions, as it takes long and would block a connection.
  const account = await db.withScope(publicScope, (tx) => findAccountByName(tx, userName));
  const guesser = await guesserOf(db, account, userName, cookie);
  await spendGuess(db, guesser, clock.now());
  const matches = await verifyPassword(account?.passwordHash ?? null, password);
  const issuedAt = clock.now();

  if (account === undefined || !matches || !account.active) {
    const entry = {
      action: 'signIn',
      outcome: 'denied',
      ...(account && { entity: 'user', entityKey: account.userKey }),
    } as const;
    await db.withScope(publicScope, (tx) => audit(tx, publicScope, origin, issuedAt, entry));
    throw new AppError('CREDENTIALS');
  }
  const betterHash =
    account.passwordHash !== null && isOutdated(account.passwordHash) ? await hashPassword(password) : null;
  return db.withScope(publicScope, async (tx) => {
    if (betterHash !== null) await updatePasswordHash(tx, account.userKey, betterHash);
    const expiresAt = sessionExpiry(issuedAt, binding !== null);
    const { sessionKey, jti } = await insertSession(tx, {
      userKey: account.userKey,
      cookieHash: binding === null ? null : sha256(binding),
      ip: origin.ip,
      userAgent: origin.userAgent,
      createdAt: issuedAt,
      expiresAt,
    });
    await forgiveGuesses(tx, guesser);
    if (binding !== null)
      await replaceKnownDevice(tx, account.userKey, { before: sha256(cookie ?? ''), now: sha256(binding) }, issuedAt);
    await audit(tx, publicScope, origin, issuedAt, { action: 'signIn', entity: 'user', entityKey: account.userKey });
    const pair = { access: randomToken(), refresh: randomToken() };
    return issueTokens(tx, account, pair, { sessionKey, jti, sessionExpiresAt: expiresAt, issuedAt });
  });
};

/** Why there is nothing to renew, for the holder of the session's own token. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  endedByAdmin: 'SESSION_ENDED_BY_ADMIN',
  ended: 'SESSION_ENDED_ELSEWHERE',
  passwordChange: 'SESSION_ENDED_BY_PASSWORD',
};

const isBound = ({ cookieHash }: RefreshToken, cookie: string | null): boolean =>
  cookieHash === null || (cookie !== null && timingSafeEqual(sha256(cookie), cookieHash));

const reuseWarning = ({ email, firstName }: Account, sender: string): Mail => ({
  to: email,
  subject: `Your ${sender} session was ended`,
  body: `Hello ${firstName},\n\nA sign-in key of your ${sender} session was used twice. It may have been copied, so we ended the session everywhere. Please sign in again. If you did not expect this, change your password.\n\n${sender}\n`,
});

/**
 * The next tokens are derived from the presented one and our secret. So a repeated renewal (a second tab, a retry after a lost answer) gets
 * the same pair, although only hashes are stored.
 */
export const renewSession = async (
  { db, clock, secret }: SessionDeps,
  { refreshToken, cookie, origin }: { refreshToken: string; cookie: string | null; origin: Origin },
  /** Aborts when the caller has disconnected. */
  signal?: AbortSignal,
): Promise<LoginResult> => {
  const hash = sha256(refreshToken);
  const renew = async (tx: Tx): Promise<LoginResult | ErrorCode> => {
    const now = clock.now();
    const token = await findRefreshTokenForUpdate(tx, hash);
    if (token === undefined || !isBound(token, cookie)) return 'INVALID_GRANT';
    const verdict = judgeRefresh(token, now);
    const account = await getAccount(tx, token.userKey);
    if (verdict === 'reuse') {
      // It waited in a stalled server, and its sender has retried elsewhere: the token must not be used twice.
      if (signal?.aborted) return 'INVALID_GRANT';
      await updateSessionEnded(tx, token.sessionKey, now, 'reuse');
      await audit(tx, publicScope, origin, now, {
        action: 'refreshReuse',
        outcome: 'denied',
        entity: 'session',
        entityKey: token.sessionKey,
      });
      await queueMail(tx, reuseWarning(account, await getSenderName(tx)));
      return 'INVALID_GRANT';
    }
    if (verdict === 'expired' || !account.active) return REFUSALS[token.endReason ?? ''] ?? 'INVALID_GRANT';
    if (verdict === 'renew') await updateTokenUsed(tx, hash, now);
    const { sessionKey, jti, sessionExpiresAt } = token;
    const pair = {
      access: derivedToken(secret, 'access', refreshToken),
      refresh: derivedToken(secret, 'refresh', refreshToken),
    };
    return issueTokens(tx, account, pair, { sessionKey, jti, sessionExpiresAt, issuedAt: token.usedAt ?? now });
  };
  const renewed = await db.withScope(publicScope, renew, { signal });
  // Thrown outside the transaction, so that ending a stolen session is committed, not rolled back with the refusal.
  if (typeof renewed === 'string') throw new AppError(renewed);
  return renewed;
};

export const signOut = ({ db, clock }: SessionDeps, session: Session, scope: Scope, origin: Origin): Promise<void> =>
  db.withScope(scope, async (tx) => {
    if (session.sessionKey === null) return;
    const now = clock.now();
    await updateSessionEnded(tx, session.sessionKey, now, 'signOut');
    await audit(tx, scope, origin, now, { action: 'signOut', entity: 'session', entityKey: session.sessionKey });
  });

/** The user comes from the session: a key in the request is ignored. */
export const recordLogin = (
  { db, clock }: SessionDeps,
  session: Session,
  scope: Scope,
  { ip, userAgent }: Origin,
): Promise<void> => db.withScope(scope, (tx) => insertUserLogin(tx, session.userKey, clock.now(), ip ?? '', userAgent));

export const readUserConfig = async ({ db }: SessionDeps, session: Session, scope: Scope): Promise<UserConfig> => ({
  userType: USER_TYPES[session.group],
  permisssions: toPermissionMap(session.permissions),
  owners: await db.withScope(scope, listOwners),
  userKey: session.userKey,
});
