import { RATE_LIMITS, type RateLimitName } from '@paceline/contract';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Session } from './session.ts';

export interface RateLimits {
  /** Counts one use; throws `Too many requests` above the limit. */
  spend(name: RateLimitName, subject: string): Promise<void>;
}

/** The counter a call uses: per user or API key where the limit is per user and there is one, else per IP address. */
export const rateLimitSubject = (name: RateLimitName, ip: string, session: Session | null): string => {
  if (RATE_LIMITS[name].per !== 'user' || session === null) return `ip:${ip}`;
  return session.apiKeyChain === null ? `user:${session.userKey}` : `key:${session.apiKeyChain}`;
};

/** Counters are stored in Postgres: all processes share them, and a restart does not reset them. */
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

/** Adapts our database to the driver pool that the limiter library expects. */
const askAsPool = async (db: Database, statement: Parameters<Database['asNobody']>[0]) => {
  const rows = await db.asNobody(statement);
  return { rows, rowCount: rows.length };
};
