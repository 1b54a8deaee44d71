import { timingSafeEqual } from 'node:crypto';
import { groupOfUserType, isPermission, type Permission, type UserGroup } from '@paceline/contract';
import { type FastifyRequest } from 'fastify';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';

/** The caller's identity and permissions, as stored at this moment. */
export interface Session {
  /** Null for requests with an API key. */
  sessionKey: number | null;
  /** The API key of the request, and the first key of its chain of replacements. */
  apiKey: number | null;
  apiKeyChain: number | null;
  userKey: number;
  userName: string;
  group: UserGroup;
  partnerKey: number | null;
  ownerKeys: readonly number[];
  permissions: ReadonlySet<Permission>;
  mustChangePassword: boolean;
}

interface SessionRow {
  session_key: number;
  user_key: number;
  user_name: string;
  user_type: string;
  partner_key: number | null;
  permissions: string[];
  must_change_password: boolean;
  active: boolean;
  owner_keys: number[];
  cookie_hash: Buffer | null;
  token_expires_at: Date;
  session_expires_at: Date;
  ended_at: Date | null;
}

const BEARER = /^Bearer ([\w-]{43})$/;

/** The cookie that a browser's tokens are bound to. Plain http (development) cannot use the prefixed name. */
export const bindingCookieName = (secure: boolean): string => (secure ? '__Host-sb' : 'sb');

const isBoundTo = (row: SessionRow, request: FastifyRequest): boolean => {
  if (row.cookie_hash === null) return true;
  const cookie = request.cookies[bindingCookieName(request.protocol === 'https')];
  return cookie !== undefined && timingSafeEqual(sha256(cookie), row.cookie_hash);
};

const sessionOf = (row: SessionRow): Session => {
  const group = groupOfUserType(row.user_type);
  if (group === null) throw new AppError('WRONG_USER_TYPE');
  return {
    sessionKey: row.session_key,
    apiKey: null,
    apiKeyChain: null,
    userKey: row.user_key,
    userName: row.user_name,
    group,
    partnerKey: row.partner_key,
    ownerKeys: row.owner_keys,
    permissions: new Set(row.permissions.filter(isPermission)),
    mustChangePassword: row.must_change_password,
  };
};

export const findSession = async (db: Database, clock: Clock, request: FastifyRequest): Promise<Session> => {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new AppError('TOKEN_MISSING');
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw new AppError('TOKEN_INVALID');

  const [row] = await db.asNobody<SessionRow>({
    name: 'find_session',
    text: 'select * from app.find_session($1)',
    values: [sha256(token)],
  });
  if (row === undefined || row.ended_at !== null || !row.active) throw new AppError('TOKEN_INVALID');
  const now = clock.now();
  if (row.token_expires_at <= now || row.session_expires_at <= now) throw new AppError('TOKEN_EXPIRED');
  if (!isBoundTo(row, request)) throw new AppError('TOKEN_INVALID');

  return sessionOf(row);
};

const ANALYTICS_TOKEN = /^[\w-]{43}$/;

/** Redeems a token that opens a report in a frame and returns its session; null where it is invalid, expired, used or another user's. */
export const takeAnalyticsToken = async (
  db: Database,
  clock: Clock,
  request: FastifyRequest,
  token: string,
): Promise<Session | null> => {
  if (!ANALYTICS_TOKEN.test(token)) return null;
  const cookie = request.cookies[bindingCookieName(request.protocol === 'https')];
  const [row] = await db.asNobody<SessionRow>({
    name: 'take_analytics_token',
    text: 'select * from app.take_analytics_token($1, $2, $3)',
    values: [sha256(token), cookie === undefined ? null : sha256(cookie), clock.now()],
  });
  return row === undefined || !row.active || row.must_change_password ? null : sessionOf(row);
};
