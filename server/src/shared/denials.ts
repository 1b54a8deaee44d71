import { hasPermission, type Permission } from '@paceline/contract';
import { type Scope } from '../db/scope/scope.ts';
import { type Database } from '../db/scope/tx.ts';
import { type Session } from '../http/guard/session.ts';
import { AppError } from '../lib/app-error.ts';
import { type Clock } from '../lib/clock.ts';
import { type Origin } from '../lib/origin.ts';
import { audit } from './audit.ts';

/** Checks a permission that only part of a call needs. */
export const assertHolds = ({ session }: { session: Session }, needed: Permission): void => {
  if (!hasPermission(session.permissions, needed)) throw new AppError('FORBIDDEN');
};

/** Runs work that may throw for a missing permission. Like in the pipeline, the refusal is recorded before the caller gets it. */
export const withDenialsOnRecord = async <T>(
  { db, clock }: { db: Database; clock: Clock },
  { scope, origin }: { scope: Scope; origin: Origin },
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') {
      const entry = { action: error.code, outcome: 'denied' as const };
      await db.withScope(scope, (tx) => audit(tx, scope, origin, clock.now(), entry));
    }
    throw error;
  }
};
