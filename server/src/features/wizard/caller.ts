import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';

export interface WizardDeps {
  db: Database;
  clock: Clock;
}

/** Who asks, in which scope, from where: what every change is checked against and recorded with. */
export interface Caller {
  session: Session;
  scope: Scope;
  origin: Origin;
}

/** One transaction in which records of an owner are made. */
export interface Making {
  tx: Tx;
  caller: Caller;
  now: Date;
  ownerKey: number;
}
