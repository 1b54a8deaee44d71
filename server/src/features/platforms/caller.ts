import { FEE_PERMISSION, hasPermission, type MetricViewer } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';

export interface PlatformDeps {
  db: Database;
  clock: Clock;
}

export interface Caller {
  session: Session;
  scope: Scope;
  origin: Origin;
  signal: AbortSignal;
}

export const seesFees = ({ session }: Pick<Caller, 'session'>): boolean =>
  hasPermission(session.permissions, FEE_PERMISSION);

/** Agency users only. */
export const viewerOf = ({ session }: Pick<Caller, 'session'>): MetricViewer => ({
  group: 'ag',
  permissions: session.permissions,
});
