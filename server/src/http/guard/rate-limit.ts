import { RATE_LIMITS, type RateLimitName } from '@paceline/contract';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Session } from './session.ts';

export interface RateLimits {
  /** Counts one use, and throws `Too many requests` when there have been more than the limit allows. */
  spend(name: RateLimitName, subject: string): Promise<void>;
}

/** Whose counter a call goes on: the user's or the API key's where the limit is per user and there is one, else the address's. */
export const rateLimitSubject = (name: RateLimitName, ip: string, session: Session | null): string => {
  if (RATE_LIMITS[name].per !== 'user' || session === null) return `ip:${ip}`;
  return session.apiKeyChain === null ? `user:${session.userKey}` : `key:${session.apiKeyChain}`;
};

/** Counters live in Postgres: every process sees the same ones, and a restart forgives nobody. */
export const createRateLimits = (db: Database): RateLimits => {
  const storeClient = { query: (statement: Parameters<Database['asNobody']>[0]) => askAsPool(db, statement) };
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
        clearExpiredByTimeout: true,
      }),
    ]),
  );

  return {
    async spend(name, subject) {
      try {
        await limiters.get(name)?.consume(subject);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('RATE_LIMIT', { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000) });
      }
    },
  };
};

/** The limiter speaks to a driver's pool; ours has one way in, and this is its shape for the limiter. */
const askAsPool = async (db: Database, statement: Parameters<Database['asNobody']>[0]) => {
  const rows = await db.asNobody(statement);
  return { rows, rowCount: rows.length };
};
