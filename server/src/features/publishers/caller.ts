import { hasPermission, type Permission } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { findPartnerName } from './publishers.queries.ts';

export interface PublisherDeps {
  db: Database;
  clock: Clock;
}
export interface PublisherCaller {
  session: Pick<Session, 'permissions'>;
  scope: Scope;
  origin: Origin;
}

/** Checked here as well as by row-level security, which hides other partners. */
export const assertPartner = async (tx: Tx, scope: Scope, partnerKey: number): Promise<void> => {
  if (scope.partnerKey !== null && scope.partnerKey !== partnerKey) throw new AppError('NOT_FOUND');
  if ((await findPartnerName(tx, partnerKey)) === null) throw new AppError('NOT_FOUND');
};

/** A call may need one of several rights, depending on its body. */
export const assertMay = ({ session }: Pick<PublisherCaller, 'session'>, needed: Permission): void => {
  if (!hasPermission(session.permissions, needed)) throw new AppError('FORBIDDEN');
};

export const refuseField = (field: string, code: string, message: string): never => {
  throw new AppError('VALIDATION', { message, errors: [{ field, code, message }] });
};
