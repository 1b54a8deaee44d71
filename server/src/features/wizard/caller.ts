import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';

export interface WizardDeps {
  db: Database;
  clock: Clock;
}

/** The caller, scope and origin that every change is checked against and recorded with. */
export interface Caller {
  session: Session;
  scope: Scope;
  origin: Origin;
}

/** The transaction in which an owner's records are created. */
export interface Making {
  tx: Tx;
  caller: Caller;
  now: Date;
  ownerKey: number;
}
