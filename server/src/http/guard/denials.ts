import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { scopeOfSession } from './scope.ts';
import { type Session } from './session.ts';

/** Writes a line of the audit log. Injected, because the pipeline must not import the audit feature above it. */
type RecordDenial = (
  tx: Tx,
  scope: Scope,
  origin: Origin,
  at: Date,
  entry: Partial<Target> & { action: string; outcome: 'denied' },
) => Promise<void>;

/** The record that a refused request was about. */
interface Target {
  entity: string;
  entityKey: string;
}

export interface Denials {
  /** Runs a check; a refusal is recorded before the caller gets it. */
  unless(session: Session, origin: Origin, check: () => void): Promise<void>;
  /** Answers as for a missing record, so that the caller cannot tell whether it exists. */
  notFound(session: Session, origin: Origin, target: Target): Promise<never>;
}

export interface DenialDeps {
  db: Database;
  clock: Clock;
  audit: RecordDenial;
}

export const createDenials = ({ db, clock, audit }: DenialDeps): Denials => {
  const record = (session: Session, origin: Origin, { code: action }: AppError, target?: Target): Promise<void> => {
    const scope = scopeOfSession(session);
    const entry = { action, outcome: 'denied' as const, ...target };
    return db.withScope(scope, (tx) => audit(tx, scope, origin, clock.now(), entry));
  };
  return {
    async unless(session, origin, check) {
      try {
        check();
      } catch (error) {
        if (error instanceof AppError) await record(session, origin, error);
        throw error;
      }
    },
    async notFound(session, origin, target) {
      const error = new AppError('NOT_FOUND');
      await record(session, origin, error, target);
      throw error;
    },
  };
};
