import { hasPermission } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { type AnyBulk, type BulkContext } from './define-bulk.ts';

export interface BulkDeps {
  db: Database;
  clock: Clock;
}

/** The user who sends or applies a file, and the request's origin. */
export interface BulkCaller {
  session: Session;
  scope: Scope;
  origin: Origin;
}

/** Marks changes as made by a file, whoever applies it. */
export const byFile = (origin: Origin): Origin => ({ ...origin, way: 'file' });

export const assertMayUse = ({ groups, permission }: AnyBulk, { session }: BulkCaller): void => {
  if (!groups.includes(session.group)) throw new AppError('WRONG_USER_TYPE');
  const needed = typeof permission === 'string' ? permission : permission[session.group];
  if (needed === undefined || !hasPermission(session.permissions, needed)) throw new AppError('FORBIDDEN');
};

/** The kind's schema validates the parameters, including stored ones. */
export const contextOf = (
  definition: AnyBulk,
  { session, scope, origin }: BulkCaller,
  input: { ownerKey: number; params: unknown; now: Date; undoing?: boolean; importKey?: number },
): BulkContext<never> => ({
  scope,
  ownerKey: input.ownerKey,
  group: session.group,
  userKey: session.userKey,
  permissions: session.permissions,
  origin: byFile(origin),
  params: definition.params.parse(input.params) as never,
  now: input.now,
  undoing: input.undoing ?? false,
  importKey: input.importKey ?? null,
});
